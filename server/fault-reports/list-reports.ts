import { faultStates } from '#domain/after-sales/fault-report.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { countReports, findReports, type ListedRow, type ReportFilter } from './report-rows.ts'

const limit = 25

export type ReportListQuery = { page?: string | undefined; state?: string | undefined; q?: string | undefined }

/** Parses the list's query. Invalid values are ignored. */
export function parseReportListQuery(dealerId: number | null, query: ReportListQuery): ReportFilter {
  return {
    dealerId,
    state: faultStates.find((state) => state === query.state) ?? null,
    // The database accepts no NUL in texts.
    q: (query.q ?? '').replaceAll('\0', '').trim(),
  }
}

/** A page of reports, newest first. */
export async function listReports(pool: Pool, dealerId: number | null, query: ReportListQuery) {
  const filter = parseReportListQuery(dealerId, query)
  const page = /^\d{1,6}$/.test(query.page ?? '') ? Math.max(1, Number(query.page)) : 1
  const [total, rows] = await Promise.all([
    countReports(pool, filter),
    findReports(pool, filter, { limit, offset: (page - 1) * limit }),
  ])
  const { state, q } = filter
  return { rows: rows as readonly ListedRow[], total, page, pages: Math.max(1, Math.ceil(total / limit)), state, q }
}
