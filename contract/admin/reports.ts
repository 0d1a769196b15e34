import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { reportRanges } from '#domain/reports/report-periods.ts'
import { cellKinds, groupings, reportNames } from '#domain/reports/reports.ts'

export const reportName = z.enum(reportNames)
const text = z.optional(z.string().check(z.maxLength(200)))

/** The filters of all reports. A report ignores those that it does not support. */
export const reportFilters = ['by', 'range', 'from', 'to', 'dealer', 'brand', 'category', 'product', 'region'] as const

const cell = z.nullable(z.union([z.number(), z.string()]))

export const reportRow = z.object({
  /** What the row stands for: a day, a month, an id, a name; empty where products or dealers lack it. */
  key: z.string(),
  name: z.string(),
  code: z.string(),
  /** One per column. */
  cells: z.array(cell),
})
export type ReportRow = z.output<typeof reportRow>

const viewName = z.string().check(z.minLength(1), z.maxLength(60))

export const reportView = z.object({
  id: z.number(),
  name: z.string(),
  report: reportName,
  query: z.record(z.string(), z.string()),
  isWeekly: z.boolean(),
})
export type ReportView = z.output<typeof reportView>

export const getReport = endpoint({
  method: 'GET',
  path: '/yonetim/reports/:report',
  access: 'admin',
  area: 'reports',
  summary: 'A report: sales, lost demand, ageing of debts, or stock, with the saved views of the caller',
  params: z.object({ report: reportName }),
  query: z.object({
    // An unknown one is the default of the report.
    // oxlint-disable-next-line promise/valid-params -- not a promise
    by: z.catch(z.optional(z.enum(groupings)), undefined),
    range: text,
    from: text,
    to: text,
    dealer: text,
    brand: text,
    category: text,
    product: text,
    region: text,
    sort: text,
    page: text,
    limit: text,
  }),
  reply: z.object({
    ...paged,
    items: z.array(reportRow),
    report: reportName,
    columns: z.array(z.object({ name: z.string(), kind: z.enum(cellKinds) })),
    /** Over all rows, one per column; null where a sum means nothing. */
    sums: z.array(cell),
    /** The column of the chart: the one that the report is sorted by, if it has amounts. */
    charted: z.string(),
    /** All rows of a report by time, oldest first; otherwise the first ten. */
    chart: z.array(z.object({ key: z.string(), name: z.string(), value: z.number() })),
    by: z.enum(groupings),
    /** Null: from and to are days that were chosen. */
    range: z.nullable(z.enum(reportRanges)),
    from: z.string(),
    to: z.string(),
    dealer: z.string(),
    brand: z.string(),
    category: z.string(),
    product: z.string(),
    region: z.string(),
    sort: z.string(),
    views: z.array(reportView),
  }),
  errors: [],
})

/** Views that an administrator can keep. */
export const reportViewsMax = 50

/** Saving under a name that the caller already uses replaces that view. */
export const saveReportView = endpoint({
  method: 'POST',
  path: '/yonetim/report-views',
  access: 'admin',
  area: 'reports',
  summary: 'Keeps a report with its filters, and emails it every Monday if wished',
  body: z.strictObject({
    name: viewName,
    report: reportName,
    query: z.partialRecord(z.enum([...reportFilters, 'sort']), z.string().check(z.maxLength(200))),
    isWeekly: z.boolean(),
  }),
  reply: reportView,
  errors: ['report_views_full'],
})

export const removeReportView = endpoint({
  method: 'DELETE',
  path: '/yonetim/report-views/:id',
  access: 'admin',
  area: 'reports',
  summary: 'Removes a saved view of a report',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['report_view_not_found'],
})
