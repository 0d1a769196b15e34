import { reportFilters, type ReportView, reportViewsMax, type saveReportView } from '#contract/admin/reports.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { ReportName } from '#domain/reports/reports.ts'
import { type Day, mondayOf } from '#domain/text/calendar-day.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { enqueueAll } from '#server/platform/jobs/outbox.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'

export const reportMailJob = 'report-mail'

type ViewRow = { id: number; name: string; report: ReportName; query: Record<string, string>; is_weekly: boolean }

const viewOf = ({ is_weekly: isWeekly, ...row }: ViewRow): ReportView => ({ ...row, isWeekly })
const columns = 'id, name, report, query, is_weekly'

/** The saved views of an administrator by name. */
export async function listViews(db: Db, userId: number): Promise<ReportView[]> {
  const rows = await db.query<ViewRow>(
    `SELECT ${columns} FROM report_views WHERE user_id = $1 ORDER BY name, id`,
    [userId],
    'report_views',
  )
  return rows.map(viewOf)
}

/** Saves a view; one of the same name is replaced. The first email comes on the next Monday. */
export async function saveView(
  pool: Pool,
  userId: number,
  { name, report, query, isWeekly }: Input<typeof saveReportView>['body'],
  today: Day,
): Promise<ReportView | Refusal> {
  const kept = Object.fromEntries(
    [...reportFilters, 'sort' as const].flatMap((field) => {
      const value = cleanText(query[field])
      return value === '' ? [] : [[field, value]]
    }),
  )
  return transactionOrRefusal(pool, async (db) => {
    // Two requests at once must not both find room for one more.
    await db.execute('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
    const row = await db.one<{ count: number }>(
      'SELECT count(*) AS count FROM report_views WHERE user_id = $1 AND name <> $2',
      [userId, name],
    )
    if ((row?.count ?? 0) >= reportViewsMax) abortTransaction(refuse('report_views_full', { limit: reportViewsMax }))
    const saved = await db.one<ViewRow>(
      `INSERT INTO report_views (user_id, name, report, query, is_weekly, mailed_on) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id, name) DO UPDATE
          SET report = excluded.report, query = excluded.query, is_weekly = excluded.is_weekly,
              mailed_on = CASE WHEN report_views.is_weekly THEN report_views.mailed_on ELSE excluded.mailed_on END
       RETURNING ${columns}`,
      [userId, name, report, JSON.stringify(kept), isWeekly, mondayOf(today)],
    )
    if (saved === undefined) throw new Error('The view was not saved.')
    return viewOf(saved)
  })
}

export async function removeView(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.execute('DELETE FROM report_views WHERE id = $1 AND user_id = $2', [id, userId])) > 0
}

/**
 * Enqueues the emails of the week that have not been enqueued yet, each once: also on a later day if the shop was off on
 * Monday.
 */
export async function enqueueReportMails(pool: Pool, today: Day): Promise<void> {
  const monday = mondayOf(today)
  await transaction(pool, async (db) => {
    const rows = await db.query<{ id: number }>(
      'UPDATE report_views SET mailed_on = $1 WHERE is_weekly AND mailed_on < $1 RETURNING id',
      [monday],
    )
    await enqueueAll(
      db,
      reportMailJob,
      rows.map(({ id: viewId }) => ({ viewId })),
    )
  })
}
