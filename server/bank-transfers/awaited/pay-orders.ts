import { decimal } from '#domain/money/money.ts'
import { codesIn } from '#domain/transfers/match-transfer.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { lockAwaited, payAwaited } from './awaited-rows.ts'

type Booked = {
  bookingId: number
  dealerId: number
  /** In lira. */
  amount: string
  /** Texts of the bank's line. */
  texts: readonly string[]
  noticeId: number | null
}

/**
 * Marks the orders that wait for this transfer as paid: those of the dealer that its text or its notice names, if it pays all of
 * them. An order that it pays in part goes on waiting.
 */
export async function payOrders(db: Db, { bookingId, dealerId, amount, texts, noticeId }: Booked): Promise<void> {
  const named = await lockAwaited(db, { dealerId, numbers: codesIn(texts.join(' ')), noticeId })
  const sum = named.reduce((total, { total_try }) => total.plus(total_try), decimal(0))
  if (named.length === 0 || sum.greaterThan(amount)) return
  const ids = named.map(({ order_id }) => order_id)
  await payAwaited(db, ids, bookingId)
}
