import type { getReport, ReportRow } from '#contract/admin/reports.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type CellKind, isByTime, type ReportColumn, reportColumns } from '#domain/reports/reports.ts'
import { addDays, daysBetween } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadAgeing } from './ageing-report.ts'
import { loadLostProducts, loadLostSearches } from './lost-report.ts'
import type { ReportQuery } from './report-query.ts'
import type { NamedRow, Part, Rates, ReportRows, Values } from './report-rows.ts'
import { loadSales } from './sales-report.ts'
import { loadStockReport } from './stock-report.ts'

/** Rows of the chart of a report that is not by time. */
const chartRows = 10

export type LoadedReport = {
  columns: readonly ReportColumn[]
  rows: ReportRow[]
  total: number
  sums: ReportRow['cells']
  charted: string
  chart: Reply<typeof getReport>['chart']
}

/** Loads one page of a report, or all of it. `rates`: lira for one unit of each currency today. */
export async function loadReport(db: Db, query: ReportQuery, rates: Rates, part: Part): Promise<LoadedReport> {
  // A chart by time needs all rows, which are as many as the days of the period.
  const isWhole = isByTime(query.by)
  const { rows: found, total: count, sums } = await loadRows(db, query, rates, isWhole ? null : part)
  const whole = isWhole && found.length > 0 ? withEmptyTimes(found, query) : found
  const columns = reportColumns(query.report, query.by, {
    isWholeOrders: query.brand === '' && query.category === '' && query.product === '',
    hasCosts: sums?.margin != null,
  })
  const cells = (values: Values) => columns.map((column) => cellOf(values[column.name] ?? null, column))
  const rows = isWhole && part !== null ? whole.slice(part.offset, part.offset + part.limit) : whole
  const main = chartedColumn(columns, query.sort)
  const charted = isWhole ? whole.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : rows.slice(0, chartRows)
  return {
    columns,
    rows: rows.map(({ values, ...row }) => ({ ...row, cells: cells(values) })),
    total: isWhole ? whole.length : count,
    sums: sums === null ? [] : cells(sums),
    charted: main,
    chart: charted.map(({ key, name, values }) => ({ key, name, value: Number(values[main] ?? 0) })),
  }
}

/** The column that the report is sorted by if it can be drawn, otherwise the first one. */
function chartedColumn(columns: readonly ReportColumn[], sort: string): string {
  const sorted = columns.find(({ name, kind }) => name === sort.replace(/^-/, '') && drawnKinds.includes(kind))
  return (sorted ?? columns[0])?.name ?? ''
}
const drawnKinds: readonly CellKind[] = ['money', 'quantity', 'count']

function loadRows(db: Db, query: ReportQuery, rates: Rates, part: Part): Promise<ReportRows> {
  switch (query.report) {
    case 'sales':
      return loadSales(db, query, rates, part)
    case 'lost':
      return query.by === 'search' ? loadLostSearches(db, query, rates, part) : loadLostProducts(db, query, part)
    case 'ageing':
      return loadAgeing(db, query, { rates, part })
    case 'stock':
      return loadStockReport(db, query, rates, part)
  }
}

/** Figures are numbers, days are texts. */
function cellOf(value: string | number | null, { kind }: ReportColumn): string | number | null {
  return value === null || kind === 'day' ? value : Number(value)
}

/** Ten years. */
const emptyDaysMax = 3_660
const nothing: Values = { net: 0, orders: 0, returned: 0, total: 0 }

/** Adds the days or months without orders, in the order of the rows. */
function withEmptyTimes(rows: readonly NamedRow[], { by, from, to, sort }: ReportQuery): NamedRow[] {
  // Years without an order would be longer than anyone reads.
  if (daysBetween(from, to) > emptyDaysMax) return [...rows]
  const keys = new Set<string>()
  for (let day = from; day <= to; day = addDays(day, 1)) keys.add(by === 'month' ? day.slice(0, 7) : day)
  for (const { key } of rows) keys.delete(key)
  const empty = [...keys].map((key) => ({ key, name: key, code: '', values: nothing }))
  // By a figure, those without orders come last or first.
  if (!sort.endsWith('name')) return sort.startsWith('-') ? [...rows, ...empty] : [...empty, ...rows]
  const direction = sort.startsWith('-') ? -1 : 1
  return [...rows, ...empty].toSorted((a, b) => (a.key < b.key ? -direction : direction))
}
