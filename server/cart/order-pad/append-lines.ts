import type { OrderDraft, SentLine } from '#contract/shop/order-pad.ts'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { draftLinesMax, isBlankLine } from '#domain/cart/draft-line.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { loadDraft, lockDraft, saveDraft } from './drafts.ts'

/** Phones that were without a connection for longer may send a line twice. */
const receiptDays = 400

/**
 * Appends lines of a phone to the user's draft, each id once, also when requests repeat or arrive at the same time. Nothing is
 * appended if they do not fit: the phone keeps them.
 */
export function appendLines(
  pool: Pool,
  userId: number,
  lines: readonly SentLine[],
): Promise<{ appendedCount: number; draft: OrderDraft } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockDraft(db, userId)
    const added = await claimLines(db, userId, lines)
    const draft = await loadDraft(db, userId)
    if (added.length === 0) return { appendedCount: 0, draft }
    const end = draft.lines.findLastIndex((line) => !isBlankLine(line)) + 1
    const all = [...draft.lines.slice(0, end), ...added]
    if (all.length > draftLinesMax) return abortTransaction('draft_full')
    const saved = await saveDraft(db, userId, { revision: draft.revision, lines: all })
    if (isRefusal(saved)) return abortTransaction(saved)
    return { appendedCount: added.length, draft: await loadDraft(db, userId) }
  })
}

/** The lines whose ids have not been received before, in their order. */
async function claimLines(db: Db, userId: number, lines: readonly SentLine[]) {
  await db.execute(
    `DELETE FROM order_pad_receipts
      WHERE user_id = $1 AND received_at < now() - make_interval(days => ${receiptDays})`,
    [userId],
    'order_pad_receipts_purge',
  )
  const claimed = await db.query<{ id: string }>(
    `INSERT INTO order_pad_receipts (user_id, line_id) SELECT DISTINCT $1::integer, unnest($2::uuid[])
     ON CONFLICT DO NOTHING RETURNING replace(line_id::text, '-', '') AS id`,
    [userId, lines.map(({ id }) => id)],
    'order_pad_receipts_claim',
  )
  const fresh = new Set(claimed.map(({ id }) => id))
  // A request that names an id twice means one line.
  return lines.filter(({ id }) => fresh.delete(id)).map(({ code, quantity, unit }) => ({ code, quantity, unit }))
}
