import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { FaultReportInput } from '#contract/shop/fault-reports.ts'
import { faultReportNumber } from '#domain/after-sales/fault-report.ts'
import { attemptOf, claimAttempt, completeAttempt } from '#server/account/account.ts'
import { findCodes } from '#server/cart/cart.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import { findOrderedProduct } from '#server/orders/orders.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { View } from '#server/settings/settings.ts'
import { attachPhotos } from './photo-rows.ts'
import {
  countRecent,
  findReportNumber,
  insertEvent,
  insertReport,
  nextReportNumber,
  type ReportedProduct,
} from './queries.ts'
import { enqueueFaultMail } from './report-email.ts'

export type ReportRequest = {
  userId: number
  dealerId: number
  view: View
  input: FaultReportInput
  idempotencyKey: string | undefined
}
export type CreatedReport = { ok: true; reportNo: string }

/** Reports per user and hour, and per day; more indicates a script. */
const maxReportsPerUser = 30
const maxReportsPerDay = 100
const pauseSeconds = 600

/** Writes a report with its photos and enqueues the email to the store, in one transaction. */
export async function createReport(pool: Pool, request: ReportRequest): Promise<CreatedReport | Refusal> {
  const product = await findProduct(pool, request)
  return transactionOrRefusal(pool, (db) => createOnce(db, request, product))
}

/** Finds a product on sale, or one that this dealer ordered before: a faulty product may no longer be on sale. */
async function findProduct(db: Db, { dealerId, view, input }: ReportRequest): Promise<ReportedProduct | null> {
  const code = input.productCode
  const id = (await findCodes(db, [code])).get(code)?.productId
  const product = id === undefined ? undefined : (await loadProducts(db, [id], view)).get(id)
  if (product !== undefined) return { productId: product.id, code: product.code, name: product.name }
  const ordered = await findOrderedProduct(db, dealerId, code)
  return ordered === undefined ? null : { productId: ordered.product_id, code: ordered.code, name: ordered.name }
}

async function createOnce(db: Db, request: ReportRequest, product: ReportedProduct | null): Promise<CreatedReport> {
  const { userId, dealerId, view, input } = request
  const attempt = attemptOf(userId, request.idempotencyKey, ['fault', input])
  const earlierId = await claimAttempt(db, attempt, 'faultReport')
  if (earlierId !== null) return { ok: true, reportNo: await findReportNumber(db, earlierId) }
  if (product === null)
    return abortTransaction({ ...refuse('fault_product_unknown'), fields: { productCode: 'invalid' } })
  const recent = await countRecent(db, userId)
  if (recent.hour >= maxReportsPerUser || recent.day >= maxReportsPerDay)
    abortTransaction(refuse('too_many_requests', { seconds: pauseSeconds }))
  const { year, sequence } = await nextReportNumber(db)
  const reportNo = faultReportNumber(year, sequence)
  const reportId = await insertReport(db, { reportNo, dealerId, userId, product, input, locale: view.locale })
  failpoint('fault_report.after_insert')
  const attached = await attachPhotos(db, { reportId, userId, files: input.photos })
  if (attached !== input.photos.length) abortTransaction('photo_missing')
  const eventId = await insertEvent(db, { reportId, state: 'new', note: '', userId })
  await enqueueFaultMail(db, { eventId, reader: 'store' })
  await completeAttempt(db, attempt, 'faultReport', reportId)
  failpoint('fault_report.before_commit')
  return { ok: true, reportNo }
}
