import type { getReport } from '#contract/admin/reports.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { Period } from '#domain/reports/sales-periods.ts'
import { periodOfRange, type ReportRange, reportRanges } from '#domain/reports/report-periods.ts'
import {
  defaultRanges,
  defaultSort,
  type Grouping,
  isSortable,
  reportColumns,
  type ReportName,
  reportGroupings,
} from '#domain/reports/reports.ts'
import { type Day, parsePeriod } from '#domain/text/calendar-day.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'

export type ReportFilter = { dealer: string; brand: string; category: string; product: string; region: string }

export type ReportQuery = ReportFilter & {
  report: ReportName
  by: Grouping
  range: ReportRange | null
  from: Day
  to: Day
  /** A column, or `name`; with `-` the largest first. */
  sort: string
}

type RawQuery = Partial<Record<keyof Input<typeof getReport>['query'], string>>

/** Parses the query of a report; what is invalid becomes the default. The ageing of debts has no period. */
export function parseReportQuery(report: ReportName, query: RawQuery, today: Day): ReportQuery {
  const by = reportGroupings[report].find((each) => each === query.by) ?? reportGroupings[report][0]
  const first = periodOfRange(defaultRanges[report], today)
  const chosen = report === 'ageing' ? null : chosenPeriod(query, first)
  const range = chosen === null ? (reportRanges.find((each) => each === query.range) ?? defaultRanges[report]) : null
  return {
    report,
    by,
    range,
    ...(chosen ?? periodOfRange(range ?? defaultRanges[report], today)),
    dealer: cleanText(query.dealer),
    brand: cleanText(query.brand),
    category: cleanText(query.category),
    product: cleanText(query.product),
    region: cleanText(query.region),
    sort: sortOf(query.sort ?? '', report, by),
  }
}

/** A known column, or the name. */
function sortOf(sort: string, report: ReportName, by: Grouping): string {
  const columns = reportColumns(report, by, { isWholeOrders: true, hasCosts: true })
  const isKnown = ['name', ...columns.filter(isSortable).map(({ name }) => name)].includes(sort.replace(/^-/, ''))
  return isKnown ? sort : defaultSort(report, by)
}

/**
 * Days that were chosen: without one end that day alone. `range=custom` without days gives those of the default, to be
 * changed.
 */
function chosenPeriod({ range = '', from, to }: RawQuery, first: Period): Period | null {
  if (range !== '' && range !== 'custom') return null
  const period = parsePeriod({ from, to })
  const start = period.from ?? period.to
  if (start !== null) return { from: start, to: period.to ?? start }
  return range === 'custom' ? first : null
}
