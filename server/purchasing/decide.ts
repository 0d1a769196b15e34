import { type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { stepsNeeded } from '#domain/orders/purchase-approval.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { type Approvers, countAuthorities, type Decider, deciderFor, findApprovers, isDecider } from './approvers.ts'
import { enqueueApproverMails, enqueueBuyerMail } from './purchase-email.ts'
import {
  type ApprovalRow,
  type ChangedQuantity,
  endPurchase,
  loadApprovals,
  loadPurchaseEvents,
  loadPurchaseLines,
  lockPurchase,
  type PurchaseLineRow,
  type PurchaseRow,
  recordPurchaseEvent,
} from './request-rows.ts'

export type OpenedDecision = { row: PurchaseRow; approvals: ApprovalRow[]; decider: Decider; approvers: Approvers }

export const approvalsOf = (rows: readonly ApprovalRow[]) =>
  rows.map(({ user_id: userId, authority_id: authorityId }) => ({ userId, authorityId }))

/**
 * Locks a request for the decision of the visitor. Aborts if it may not see the request, may not decide about it, or
 * another user was faster.
 */
export async function openDecision(db: Db, id: number, by: DealerContext, now: Date): Promise<OpenedDecision> {
  const { userId, dealer } = by.actor
  const row = await lockPurchase(db, id, dealer.id)
  if (row === undefined) return abortTransaction('purchase_not_found')
  if (row.user_id === userId) return abortTransaction('purchase_own')
  const approvers = await findApprovers(db, dealer.id, dayInTurkey(now))
  if (!isDecider(approvers, userId)) {
    // Colleagues without the right do not see requests of others.
    return abortTransaction('purchase_not_found')
  }
  if (row.state !== 'waiting') return abortTransaction(await decidedRefusal(db, row, by))
  const approvals = await loadApprovals(db, id)
  const decider = deciderFor(approvers, userId, { userId: row.user_id, approvals: approvalsOf(approvals) })
  if (decider === undefined) {
    const isGiven = approvals.some((given) => given.user_id === userId || given.authority_id === userId)
    return abortTransaction(isGiven ? 'purchase_approved_before' : 'purchase_not_approver')
  }
  return { row, approvals, decider, approvers }
}

/** Who has decided, and how. */
export async function decidedRefusal(db: Db, row: PurchaseRow, { locale }: DealerContext): Promise<Refusal> {
  const last = (await loadPurchaseEvents(db, row.id)).at(-1)
  const what = translate(locale, `purchases.states.${row.state}`)
  return refuse('purchase_decided', {
    name: last?.name ?? translate(locale, 'purchases.theShop'),
    what: what.toLocaleLowerCase(locale),
    date: dateFormatsOf(locale).formatDateTime(last?.at ?? row.created_at),
  })
}

/** How many approvals a request needs, by today's total. */
export async function stepsOf(
  db: Db,
  { dealer_id: dealerId, user_id: buyerId }: Pick<PurchaseRow, 'dealer_id' | 'user_id'>,
  totalTry: string,
  approvers: Approvers,
): Promise<1 | 2> {
  const row = await db.one<{ second_step_over: string | null }>(
    'SELECT second_step_over FROM purchase_rules WHERE dealer_id = $1',
    [dealerId],
    'purchase_second_step',
  )
  const over = row?.second_step_over ?? null
  return stepsNeeded(decimal(totalTry), over === null ? null : decimal(over), countAuthorities(approvers, buyerId))
}

/**
 * Records the approval in the transaction of the decision. Returns whether it was the last one: the order is placed then.
 * Otherwise the next approvers are informed.
 */
export async function recordApproval(
  db: Db,
  { row, approvals, decider, approvers }: OpenedDecision,
  totalTry: string,
  now: Date,
): Promise<boolean> {
  const { userId, authorityId } = decider
  await db.execute(
    `INSERT INTO purchase_approvals (request_id, requester_id, step, user_id, authority_id) VALUES ($1, $2, $3, $4, $5)`,
    [row.id, row.user_id, approvals.length + 1, userId, authorityId],
    'purchase_approve',
  )
  await recordPurchaseEvent(db, row.id, { step: 'approved', ...eventAuthor(decider) })
  const steps = await stepsOf(db, row, totalTry, approvers)
  if (approvals.length + 1 >= steps) return true
  await db.execute('UPDATE purchase_requests SET revision = revision + 1 WHERE id = $1', [row.id], 'purchase_step')
  await enqueueApproverMails(db, row.id, 'new', now)
  return false
}

/** The order of the last approval exists: ends the request in the same transaction. */
export async function completePurchase(db: Db, { row, decider }: OpenedDecision, orderId: number): Promise<void> {
  await endPurchase(db, row.id, 'approved', orderId)
  await recordPurchaseEvent(db, row.id, { step: 'ordered', ...eventAuthor(decider) })
  await enqueueBuyerMail(db, row.id, 'approved')
}

type Done = { ok: true }

export function refusePurchase(
  pool: Pool,
  by: DealerContext,
  { id, reason }: { id: number; reason: string },
  now: Date,
): Promise<Done | Refusal> {
  const given = reason.replaceAll('\0', '').trim()
  return transactionOrRefusal(pool, async (db) => {
    const { row, decider } = await openDecision(db, id, by, now)
    if (given === '') abortTransaction('purchase_reason_missing')
    await endPurchase(db, row.id, 'refused')
    await recordPurchaseEvent(db, row.id, { step: 'refused', reason: given, ...eventAuthor(decider) })
    await enqueueBuyerMail(db, row.id, 'refused')
    return { ok: true as const }
  })
}

const eventAuthor = ({ userId, authorityId }: Decider) => ({
  userId,
  forUserId: authorityId === userId ? null : authorityId,
})

export type WantedQuantities = {
  id: number
  revision: number
  lines: readonly { lineNo: number; quantity: number }[]
}

/** Changes quantities. Earlier approvals were given for other ones and no longer count. */
export function changePurchase(
  pool: Pool,
  by: DealerContext,
  { id, revision, lines }: WantedQuantities,
  now: Date,
): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { row, decider } = await openDecision(db, id, by, now)
    if (row.revision !== revision) abortTransaction('purchase_changed')
    const existing = await loadPurchaseLines(db, id)
    const wanted = new Map(lines.map(({ lineNo, quantity }) => [lineNo, quantity]))
    if ([...wanted.keys()].some((lineNo) => existing.every((line) => line.line_no !== lineNo)))
      abortTransaction('order_line_not_found')
    const changes = changesOf(existing, wanted)
    if (existing.every((line) => (wanted.get(line.line_no) ?? line.quantity) === 0))
      abortTransaction('purchase_lines_all_removed')
    if (changes.length === 0) return { ok: true as const }
    await saveQuantities(db, id, wanted)
    await recordPurchaseEvent(db, id, { step: 'changed', lines: changes, ...eventAuthor(decider) })
    return { ok: true as const }
  })
}

function changesOf(existing: readonly PurchaseLineRow[], wanted: ReadonlyMap<number, number>): ChangedQuantity[] {
  return existing.flatMap(({ line_no, code, name, unit, quantity: before }) => {
    const after = wanted.get(line_no) ?? before
    return after === before ? [] : [{ code, name, unit, before, after }]
  })
}

/** Saves the quantities; what counts to the month changes in the same proportion as the total that the buyer sent. */
async function saveQuantities(db: Db, id: number, wanted: ReadonlyMap<number, number>): Promise<void> {
  await db.execute(
    `UPDATE purchase_request_lines l SET quantity = w.quantity
       FROM unnest($2::integer[], $3::integer[]) AS w (line_no, quantity)
      WHERE l.request_id = $1 AND l.line_no = w.line_no`,
    [id, [...wanted.keys()], [...wanted.values()]],
    'purchase_quantities',
  )
  await db.execute('DELETE FROM purchase_approvals WHERE request_id = $1', [id], 'purchase_approvals_void')
  await db.execute(
    `UPDATE purchase_requests q
        SET revision = revision + 1, total_try = CASE WHEN s.before = 0 THEN q.total_try ELSE round(q.total_try * s.after / s.before, 2) END
       FROM (SELECT sum(amount * (100 + tax_rate)) AS before,
                    sum(amount * (100 + tax_rate) * quantity / quantity_before) AS after
               FROM purchase_request_lines WHERE request_id = $1) s
      WHERE q.id = $1`,
    [id],
    'purchase_revalue',
  )
}

/** Whether the visitor sees a request: its own, or any of the dealer if it approves. */
export async function maySee(db: Db, row: PurchaseRow, { actor }: DealerContext, now: Date): Promise<boolean> {
  const { userId, dealer } = actor
  return row.user_id === userId || isDecider(await findApprovers(db, dealer.id, dayInTurkey(now)), userId)
}
