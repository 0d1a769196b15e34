import type { FaultReportInput } from '#contract/shop/fault-reports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { FaultState } from '#domain/after-sales/fault-report.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The user's reports of the last hour and day. Locks the user, so that parallel requests are counted too. */
export async function countRecent(db: Db, userId: number): Promise<{ hour: number; day: number }> {
  await db.execute('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId], 'fault_report_user')
  const row = await db.one<{ hour: number; day: number }>(
    `SELECT count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS hour, count(*)::int AS day
       FROM fault_reports WHERE user_id = $1 AND created_at > now() - interval '1 day'`,
    [userId],
    'fault_report_recent',
  )
  return row ?? { hour: 0, day: 0 }
}

/** The next number of the sequence and the current year in Turkey. A refused report leaves a gap. */
export async function nextReportNumber(db: Db): Promise<{ sequence: number; year: number }> {
  const row = await db.one<{ sequence: number; year: number }>(
    `SELECT nextval('fault_report_number') AS sequence,
            extract(year FROM now() AT TIME ZONE 'Europe/Istanbul')::integer AS year`,
    [],
    'fault_report_number',
  )
  if (row === undefined) throw new Error('Could not read the next fault report number.')
  return row
}

/** The number of an existing report. */
export async function findReportNumber(db: Db, id: number): Promise<string> {
  const sql = 'SELECT report_no FROM fault_reports WHERE id = $1'
  const row = await db.one<{ report_no: string }>(sql, [id], 'fault_report_number_of')
  if (row === undefined) throw new Error(`Fault report ${id} does not exist.`)
  return row.report_no
}

export type ReportedProduct = { productId: number | null; code: string; name: string }
export type NewReport = {
  reportNo: string
  dealerId: number
  userId: number
  product: ReportedProduct
  input: FaultReportInput
  locale: Locale
}

export async function insertReport(db: Db, report: NewReport): Promise<number> {
  const { reportNo, dealerId, userId, product, input, locale } = report
  return insertRow(
    db,
    'fault_reports',
    {
      report_no: reportNo,
      dealer_id: dealerId,
      user_id: userId,
      product_id: product.productId,
      product_code: product.code,
      product_name: product.name,
      serial_no: input.serialNo ?? '',
      description: input.description,
      contact_name: input.contactName,
      contact_phone: input.contactPhone,
      contact_email: input.contactEmail,
      locale,
    },
    'fault_report_insert',
  )
}

export type NewEvent = { reportId: number; state: FaultState; note: string; userId: number }

export async function insertEvent(db: Db, { reportId, state, note, userId }: NewEvent): Promise<number> {
  const row = await db.one<{ id: number }>(
    'INSERT INTO fault_report_events (report_id, state, note, user_id) VALUES ($1, $2, $3, $4) RETURNING id',
    [reportId, state, note, userId],
    'fault_event_insert',
  )
  if (row === undefined) throw new Error('Could not insert the fault report event.')
  return row.id
}

export type LockedReport = { report_no: string; state: FaultState; note: string }

/** A report, locked until the transaction ends. */
export async function lockReport(db: Db, id: number): Promise<LockedReport | undefined> {
  return db.one<LockedReport>(
    'SELECT report_no, state, note FROM fault_reports WHERE id = $1 FOR UPDATE',
    [id],
    'fault_lock',
  )
}

/**
 * The last event of a report. Call it after locking the report: a statement that waited for the lock would read older
 * rows.
 */
export async function findLastEvent(db: Db, reportId: number): Promise<number> {
  const sql = 'SELECT coalesce(max(id), 0) AS id FROM fault_report_events WHERE report_id = $1'
  const row = await db.one<{ id: number }>(sql, [reportId], 'fault_last_event')
  return row?.id ?? 0
}

export async function updateReport(db: Db, { reportId, state, note, userId }: NewEvent): Promise<void> {
  await db.execute(
    'UPDATE fault_reports SET state = $2, note = $3, changed_by = $4, changed_at = now() WHERE id = $1',
    [reportId, state, note, userId],
    'fault_report_update',
  )
}
