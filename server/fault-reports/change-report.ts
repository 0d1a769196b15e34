import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type FaultState, canChangeFaultState } from '#domain/after-sales/fault-report.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { findLastEvent, insertEvent, lockReport, updateReport } from './queries.ts'
import { enqueueFaultMail } from './report-email.ts'

export type ReportChange = { id: number; event: number; state: FaultState; note: string }

/**
 * Changes state and note of a report and enqueues an email to its dealer. Returns null on success, also if nothing
 * changed.
 */
export async function changeReport(
  pool: Pool,
  author: Author & { actor: { userId: number } },
  change: ReportChange,
): Promise<Refusal | null> {
  const { id: reportId, event, state, note } = change
  const { userId } = author.actor
  return transactionOrRefusal(pool, async (db) => {
    const report = (await lockReport(db, reportId)) ?? abortTransaction('fault_report_not_found')
    if ((await findLastEvent(db, reportId)) !== event) abortTransaction('fault_report_changed')
    if (report.state === state && report.note === note) return null
    if (!canChangeFaultState(report.state, state)) abortTransaction(refuse('fault_move_refused'))
    await updateReport(db, { reportId, state, note, userId })
    const eventId = await insertEvent(db, { reportId, state, note, userId })
    await enqueueFaultMail(db, { eventId, reader: 'dealer' })
    const difference = differenceOf({ state: report.state, note: report.note }, { state, note })
    await writeAudit(db, author, { action: 'change', noun: 'fault_report', id: report.report_no, ...difference })
    return null
  })
}
