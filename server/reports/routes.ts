import { getBoard } from '#contract/admin/board.ts'
import { getReport, removeReportView, saveReportView } from '#contract/admin/reports.ts'
import { refuse } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { loadBoard } from './load-board.ts'
import { loadReport } from './load-report.ts'
import { parseReportQuery } from './report-query.ts'
import { listViews, removeView, saveView } from './report-views.ts'

type Deps = { pool: Pool; store: Store; now(): Date }

export function registerReports(calls: Calls, { pool, store, now }: Deps): void {
  const today = () => dayInTurkey(now())
  handle(calls, getBoard, (_input, { actor }) => loadBoard(pool, today(), store.facts().settings, actor.permissions))

  handle(calls, getReport, async ({ params: { report }, query: written }, { actor }) => {
    const query = parseReportQuery(report, written, today())
    const { page, limit } = parsePaging(written)
    const [loaded, views] = await Promise.all([
      loadReport(pool, query, store.facts().storedRates, { limit, offset: (page - 1) * limit }),
      listViews(pool, actor.userId),
    ])
    const { rows: items, columns, ...rest } = loaded
    return {
      ...query,
      ...rest,
      columns: [...columns],
      items,
      page,
      limit,
      pages: Math.max(1, Math.ceil(loaded.total / limit)),
      views,
    }
  })

  handle(calls, saveReportView, ({ body }, { actor }) => saveView(pool, actor.userId, body, today()))

  handle(calls, removeReportView, async ({ params }, { actor }) =>
    (await removeView(pool, actor.userId, params.id)) ? { success: true as const } : refuse('report_view_not_found'),
  )
}
