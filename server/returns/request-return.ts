import { isDeepStrictEqual } from 'node:util'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { ReturnReason } from '#domain/after-sales/goods-return.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { attachPhotos } from '#server/fault-reports/fault-reports.ts'
import { lockForShipping, recordStep } from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import {
  countRecent,
  findByKey,
  findOrderOfDealer,
  insertFirstEvent,
  insertReturn,
  loadFaultReports,
  type RequestedLine,
  type ReturnReader,
} from './queries.ts'
import { enqueueReturnMail } from './return-email.ts'
import { loadShipped, returnableOf, type ShippedRow } from './returnable.ts'

export type ReturnRequest = ReturnReader & {
  key: string
  userId: number
  locale: Locale
  orderNo: string
  reason: ReturnReason
  description: string
  lines: readonly RequestedLine[]
  photos: readonly string[]
  faultReportNo: string | null
  today: Day
  /** The setting `returnDays`. */
  days: number
}

/** Returns per user and hour; more indicates a script. */
const maxReturnsPerHour = 60
const pauseSeconds = 600

/**
 * Writes a return with its photos, the step of the order and the email to the store, in one transaction. The lock of the
 * order makes two requests for the same goods wait for each other.
 */
export async function requestReturn(
  pool: Pool,
  request: ReturnRequest,
): Promise<{ ok: true; returnNo: string } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const order = await findOrderOfDealer(db, request, request.orderNo)
    if (order === undefined) return abortTransaction('order_not_found')
    await lockForShipping(db, [order.id])
    const lines = request.lines.toSorted((a, b) => a.lineNo - b.lineNo)
    const earlier = await findByKey(db, request.key)
    if (earlier !== undefined) {
      const isSame = earlier.order_id === order.id && isDeepStrictEqual(earlier.lines, lines)
      return isSame ? { ok: true as const, returnNo: earlier.return_no } : abortTransaction('return_key_used')
    }
    return { ok: true as const, returnNo: await write(db, { ...request, lines }, order.id) }
  })
}

async function write(db: Transaction, request: ReturnRequest, orderId: number): Promise<string> {
  const { dealerId, userId, locale, reason, description, lines } = request
  if (reason === 'other' && description === '') abortTransaction('return_reason_missing')
  if ((await countRecent(db, userId)) >= maxReturnsPerHour) {
    abortTransaction(refuse('too_many_requests', { seconds: pauseSeconds }))
  }
  checkLines(await loadShipped(db, orderId), request)
  const { id, returnNo } = await insertReturn(db, {
    ...{ orderId, dealerId, userId, locale, reason, description, lines },
    requestKey: request.key,
    faultReportId: await findFaultReport(db, request, orderId),
  })
  const attached = await attachPhotos(db, { returnId: id, userId, files: request.photos })
  if (attached !== request.photos.length) abortTransaction('photo_missing')
  failpoint('return.after_insert')
  const eventId = await insertFirstEvent(db, id, userId)
  const facts = { goodsReturn: { id, returnNo } }
  await recordStep(db, orderId, { step: 'return_requested', actor: { kind: 'dealer', userId }, facts })
  await enqueueReturnMail(db, { eventId, reader: 'store' })
  failpoint('return.before_commit')
  return returnNo
}

function checkLines(shipped: readonly ShippedRow[], { lines, today, days }: ReturnRequest): void {
  if (shipped.every((row) => returnableOf(row, today, days) === 0)) abortTransaction(refuse('return_nothing', { days }))
  for (const { lineNo, quantity } of lines) {
    const row = shipped.find(({ line_no }) => line_no === lineNo)
    if (row === undefined) return abortTransaction('return_line_unknown')
    const returnable = returnableOf(row, today, days)
    if (quantity > returnable) abortTransaction(refuse('return_exceeds', { code: row.code, returnable, days }))
  }
}

async function findFaultReport(db: Transaction, request: ReturnRequest, orderId: number): Promise<number | null> {
  const { faultReportNo, dealerId } = request
  if (faultReportNo === null) return null
  const reports = await loadFaultReports(db, dealerId, orderId)
  return reports.find(({ report_no }) => report_no === faultReportNo)?.id ?? abortTransaction('return_fault_unknown')
}
