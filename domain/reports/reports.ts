import type { ReportRange } from './report-periods.ts'

/** What a report groups or narrows its rows by. */
export const reportGroupings = {
  sales: ['day', 'month', 'dealer', 'brand', 'category', 'product', 'representative', 'region'],
  lost: ['product', 'search'],
  ageing: ['dealer', 'representative', 'region'],
  stock: ['dead', 'slow', 'all'],
} as const

export type ReportName = keyof typeof reportGroupings
export const reportNames = Object.keys(reportGroupings) as ReportName[]
export type Grouping = (typeof reportGroupings)[ReportName][number]
export const groupings: readonly Grouping[] = [...new Set(Object.values(reportGroupings).flat())]

/** Money is in lira; rates are percentages. */
export const cellKinds = ['count', 'quantity', 'money', 'percent', 'days', 'day'] as const
export type CellKind = (typeof cellKinds)[number]
export type ReportColumn = { name: string; kind: CellKind }

const column = (name: string, kind: CellKind): ReportColumn => ({ name, kind })

/** The columns after the name of a row, in the order on screen and in files. The first is charted unless the report is sorted by another one. */
const columns = {
  sales: [
    column('net', 'money'),
    column('orders', 'count'),
    column('quantity', 'quantity'),
    column('returned', 'money'),
    column('total', 'money'),
    column('margin', 'money'),
    column('marginRate', 'percent'),
    column('uncosted', 'money'),
  ],
  lostProducts: [
    column('value', 'money'),
    column('dealers', 'count'),
    column('missing', 'quantity'),
    column('watchers', 'count'),
    column('unpicked', 'quantity'),
  ],
  lostSearches: [column('value', 'money'), column('searches', 'count'), column('users', 'count')],
  ageing: [
    column('balance', 'money'),
    column('overdue', 'money'),
    column('notDue', 'money'),
    column('days30', 'money'),
    column('days60', 'money'),
    column('days90', 'money'),
    column('older', 'money'),
    column('late', 'days'),
  ],
  stock: [
    column('value', 'money'),
    column('stock', 'quantity'),
    column('sold', 'quantity'),
    column('cover', 'days'),
    column('lastSold', 'day'),
  ],
} as const satisfies Record<string, readonly ReportColumn[]>

const orderGroupings: readonly Grouping[] = ['day', 'month', 'dealer', 'representative', 'region']
/** Whether all lines of an order are in the same row. */
export const isByOrder = (by: Grouping): boolean => orderGroupings.includes(by)

/**
 * The columns of a report. `isWholeOrders`: its filters take all lines of an order or none; `hasCosts`: the cost of some
 * product is known.
 */
export function reportColumns(
  report: ReportName,
  by: Grouping,
  shown: { isWholeOrders: boolean; hasCosts: boolean },
): readonly ReportColumn[] {
  if (report === 'lost') return by === 'search' ? columns.lostSearches : columns.lostProducts
  if (report !== 'sales') return columns[report]
  const hidden = new Set<string>()
  // Base units of different products are not added up.
  if (by !== 'product') hidden.add('quantity')
  // An order is paid with tax as a whole: a part of its lines has no total.
  if (!shown.isWholeOrders || !isByOrder(by)) hidden.add('total')
  if (!shown.hasCosts) for (const name of ['margin', 'marginRate', 'uncosted']) hidden.add(name)
  return columns.sales.filter(({ name }) => !hidden.has(name))
}

/** The last order of a product is looked up for the rows of a page only. */
export const isSortable = ({ kind }: ReportColumn): boolean => kind !== 'day'

/** Rows by time are shown newest first and as a line; all others start with the largest. */
export const isByTime = (by: Grouping): by is 'day' | 'month' => by === 'day' || by === 'month'

/** Goods that last longer than this many days at the pace of the period are slow. */
export const slowCoverDays = 180

/** The period of a report that is opened without one. */
export const defaultRanges: Record<ReportName, ReportRange> = {
  sales: 'month',
  lost: 'days30',
  ageing: 'today',
  stock: 'days90',
}

const firstSorts: Record<ReportName, string> = { sales: '-net', lost: '-value', ageing: '-overdue', stock: '-value' }

/** The order of a report that is opened without one: newest or largest first. */
export const defaultSort = (report: ReportName, by: Grouping): string => (isByTime(by) ? '-name' : firstSorts[report])
