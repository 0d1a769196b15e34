import type * as z from 'zod/mini'
import type { linePart } from '#contract/admin/bank-lines.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { lockAccounts, postTransfer } from '#server/statement/statement.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { settleNotice } from '#server/bank-transfers/notices/notice-rows.ts'
import { enqueueTransferMail } from '#server/bank-transfers/transfer-email.ts'
import { payOrders } from '#server/bank-transfers/awaited/pay-orders.ts'
import { insertBooking, linkMovement } from './booking-rows.ts'
import { lockLine, type LockedLine, setLineState } from './line-rows.ts'

type Part = Omit<z.output<typeof linePart>, 'amount'> & { amount: string }
type Booking = { pool: Pool; by: UserContext; now: Date }

/**
 * Books an incoming line to the accounts of its dealers, exactly once: accounts are locked in the order of imports, then the line,
 * and whoever comes second finds it settled.
 */
export function bookLine(
  { pool, by, now }: Booking,
  id: number,
  requested: readonly z.output<typeof linePart>[],
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const parts = requested.map(readPart)
    const dealerIds = parts.map(({ dealerId }) => dealerId)
    if (new Set(dealerIds).size !== dealerIds.length) return abortTransaction('line_dealer_repeated')
    await lockAccounts(db, dealerIds)
    await checkDealers(db, dealerIds)
    const line = await lockLine(db, id)
    if (line === undefined || line.amount.startsWith('-')) return abortTransaction('bank_line_not_found')
    if (line.state !== 'open') return abortTransaction('line_settled')
    const sum = parts.reduce((total, { amount }) => total.plus(amount), decimal(0))
    if (!sum.equals(line.amount)) {
      return abortTransaction(refuse('line_parts_differ', { sum: sum.toFixed(2), amount: line.amount }))
    }
    for (const part of parts) await bookPart(db, { line, part, by, now })
    await setLineState(db, id, { state: 'booked', reason: '', userId: by.actor.userId })
    const after = {
      amount: line.amount,
      parts: parts.map(({ dealerId, amount, noticeId }) => ({ dealerId, amount, noticeId })),
    }
    await writeAudit(db, by, { action: 'book', noun: 'bank_line', id: String(id), after })
    return { ok: true as const }
  })
}

function readPart(part: z.output<typeof linePart>): Part {
  const amount = readPaidAmount(part.amount)
  return amount.ok ? { ...part, amount: amount.amount } : abortTransaction(amount.code)
}

async function checkDealers(db: Db, ids: readonly number[]): Promise<void> {
  const found = await db.query('SELECT FROM dealers WHERE id = ANY ($1)', [ids], 'transfer_dealers_exist')
  if (found.length !== ids.length) abortTransaction('dealer_not_found')
}

async function bookPart(
  db: Db,
  { line, part, by, now }: { line: LockedLine; part: Part; by: UserContext; now: Date },
): Promise<void> {
  const { dealerId, amount, noticeId, debts } = part
  const { userId } = by.actor
  if (noticeId !== null) {
    const isMatched = await settleNotice(db, noticeId, { state: 'matched', dealerId, userId })
    if (!isMatched) abortTransaction('transfer_settled')
  }
  const bookingId = await insertBooking(db, { lineId: line.id, dealerId, amount, noticeId, userId })
  const posted = await postTransfer(db, {
    bookingId,
    dealerId,
    amount,
    documentNo: line.reference,
    day: line.booked_on,
    today: dayInTurkey(now),
    debts,
  })
  if (isRefusal(posted)) return abortTransaction(posted)
  await linkMovement(db, bookingId, posted)
  const texts = [line.description, line.reference, line.sender]
  await payOrders(db, { bookingId, dealerId, amount, texts, noticeId })
  await enqueueTransferMail(db, { kind: 'booked', bookingId })
}
