import type { getReport } from '#contract/admin/reports.ts'
import { reportPath } from '#contract/core/admin-pages.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { defaultRanges, defaultSort, type ReportName, reportGroupings } from '#domain/reports/reports.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'

export type Report = Reply<typeof getReport>

const productFilters = ['brand', 'category', 'product']
const filters: Record<ReportName, readonly string[]> = {
  sales: ['by', 'range', 'from', 'to', 'dealer', 'region', ...productFilters],
  lost: ['by', 'range', 'from', 'to', ...productFilters],
  ageing: ['by', 'dealer', 'region'],
  stock: ['by', 'range', 'from', 'to', ...productFilters],
}

/** The names of the filters of a report in its address. */
export const filtersOf = (report: ReportName): readonly string[] => filters[report]

export const placeOf = ({ report, by }: Pick<Report, 'report' | 'by'>): ListPlace => ({
  page: reportPath(report),
  names: filters[report],
  sort: defaultSort(report, by),
})

/** The filters of a report as its address has them: empty where they are the default. */
export function viewOf(report: Report) {
  const { report: name, by, range, from, to } = report
  const isCustom = range === null
  return {
    ...report,
    by: by === reportGroupings[name][0] ? '' : by,
    range: isCustom ? 'custom' : range === defaultRanges[name] ? '' : range,
    from: isCustom ? from : '',
    to: isCustom ? to : '',
  }
}
