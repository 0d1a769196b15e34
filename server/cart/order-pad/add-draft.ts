import type { OrderDraft } from '#contract/shop/order-pad.ts'
import { type Refusal, isRefusal } from '#contract/core/errors.ts'
import { type DraftLine, draftLinesMax, isBlankLine, requestedLine } from '#domain/cart/draft-line.ts'
import { attemptOf, claimAttempt, completeAttempt } from '#server/account/account.ts'
import { addLinesToCart, type RequestedLine } from '#server/cart/add-lines.ts'
import { resolveRows } from '#server/cart/add-rows.ts'
import { lockCart } from '#server/cart/saved-lines.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { View } from '#server/settings/settings.ts'
import { type AddedUnit, loadDraft, lockAddition, saveAddition, saveDraft } from './drafts.ts'

type AddedDraft = { addedCount: number; draft: OrderDraft }
type DraftRequest = Pick<OrderDraft, 'revision' | 'lines'> & { userId: number; key: string | undefined; view: View }

/**
 * Puts the valid lines of a user's draft into its cart and stores the others as the draft, in one transaction. A request whose
 * key was used adds nothing and returns the draft as it is.
 */
export function addDraft(
  pool: Pool,
  { userId, key, revision, lines, view }: DraftRequest,
): Promise<AddedDraft | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const attempt = attemptOf(userId, key, ['order-pad', revision, lines])
    if ((await claimAttempt(db, attempt, 'cart')) !== null) return repeatedAnswer(db, userId, key)
    const cartId = await lockCart(db, userId)
    const { units, added } = await addLines(db, userId, lines, view)
    const remaining = lines.filter((line) => !added.has(line))
    const saved = await saveDraft(db, userId, { revision, lines: remaining.filter((line) => !isBlankLine(line)) })
    if (isRefusal(saved)) return abortTransaction(saved)
    if (added.size > 0) await saveAddition(db, userId, { key: key ?? null, lines: [...added], units })
    await completeAttempt(db, attempt, 'cart', cartId)
    return { addedCount: added.size, draft: await loadDraft(db, userId) }
  })
}

/** What the first request with this key has added, unless something else was added since. */
async function repeatedAnswer(db: Db, userId: number, key: string | undefined): Promise<AddedDraft> {
  const addition = await lockAddition(db, userId)
  const addedCount = addition !== null && addition.key === key ? addition.lines.length : 0
  return { addedCount, draft: await loadDraft(db, userId) }
}

async function addLines(db: Db, userId: number, lines: readonly DraftLine[], view: View) {
  const rows = await resolveRows(db, lines.map(requestedLine), view)
  const open = [...rows.entries()].filter(([, { refusal }]) => refusal === null)
  const wanted = open.map(([, { requested, product, unit }]): RequestedLine => {
    return { productId: product?.id ?? null, unitId: unit?.id ?? null, quantity: requested.quantity ?? 0 }
  })
  const outcomes = wanted.length === 0 ? [] : await addLinesToCart(db, userId, wanted, view)
  const quantities = new Map<number, number>()
  const added = new Set<DraftLine>()
  for (const [i, [at]] of open.entries()) {
    const line = lines[at]
    const { unitId = null, quantity = 0 } = wanted[i] ?? {}
    if (outcomes[i] !== null || line === undefined || unitId === null) continue
    added.add(line)
    quantities.set(unitId, (quantities.get(unitId) ?? 0) + quantity)
  }
  const units = [...quantities].map(([unitId, quantity]): AddedUnit => ({ unitId, quantity }))
  return { units, added }
}

/**
 * Takes the last addition out of the cart again and puts its lines before those of the draft. Refused if the cart no longer has
 * all of it: it was ordered or changed since.
 */
export function undoAddition(pool: Pool, userId: number, revision: number): Promise<OrderDraft | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const cartId = await lockCart(db, userId)
    const addition = await lockAddition(db, userId)
    if (addition === null) return abortTransaction('addition_not_found')
    const draft = await loadDraft(db, userId)
    const lines = [...addition.lines, ...draft.lines]
    if (lines.length > draftLinesMax) return abortTransaction('draft_full')
    if (!(await takeOut(db, cartId, addition.units))) return abortTransaction('addition_changed')
    const saved = await saveDraft(db, userId, { revision, lines })
    if (isRefusal(saved)) return abortTransaction(saved)
    await saveAddition(db, userId, null)
    return loadDraft(db, userId)
  })
}

/** Reduces lines of a locked cart. Returns false, and changes nothing, if the cart has less than that. */
async function takeOut(db: Db, cartId: number, units: readonly AddedUnit[]): Promise<boolean> {
  const unitIds = units.map(({ unitId }) => unitId)
  const quantities = units.map(({ quantity }) => quantity)
  const row = await db.one<{ found: number }>(
    `SELECT count(*)::integer AS found FROM cart_lines l
       JOIN unnest($2::integer[], $3::integer[]) AS a (unit_id, quantity) USING (unit_id)
      WHERE l.cart_id = $1 AND l.quantity >= a.quantity`,
    [cartId, unitIds, quantities],
    'order_draft_undo_found',
  )
  if (row?.found !== units.length) return false
  await db.execute(
    `WITH rest AS (
       SELECT l.id, l.quantity - a.quantity AS left FROM cart_lines l
         JOIN unnest($2::integer[], $3::integer[]) AS a (unit_id, quantity) USING (unit_id) WHERE l.cart_id = $1
     ), reduced AS (
       UPDATE cart_lines l SET quantity = rest.left FROM rest WHERE l.id = rest.id AND rest.left > 0
     )
     DELETE FROM cart_lines l USING rest WHERE l.id = rest.id AND rest.left = 0`,
    [cartId, unitIds, quantities],
    'order_draft_undo',
  )
  return true
}
