import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The lists that administrators can download as files. */
export const exportNames = [
  'orders',
  'offers',
  'products',
  'productUnits',
  'categories',
  'brands',
  'campaigns',
  'searchRules',
  'priceLists',
  'priceRules',
  'dealerGroups',
  'promotions',
  'promotionCoupons',
  'priceListPrices',
  'priceListComparison',
  'priceChangeRows',
  'dealers',
  'users',
  'payments',
  'bankLines',
  'faultReports',
  'invoices',
  'returns',
  'limitApprovals',
  'applications',
  'acceptances',
  'salesReport',
  'lostReport',
  'ageingReport',
  'stockReport',
] as const
export type ExportName = (typeof exportNames)[number]

/** Maximum rows of a workbook. CSV files have no limit. */
export const xlsxRowsMax = 50_000

export const exportStates = ['waiting', 'running', 'done', 'failed'] as const

export const startExport = endpoint({
  method: 'POST',
  path: '/yonetim/exports',
  access: 'admin',
  area: 'any',
  storesFiles: true,
  summary: 'Begins to make a workbook of a list, as the list’s own query narrows and sorts it',
  body: z.strictObject({
    list: z.enum(exportNames),
    query: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ id: z.string(), total: z.number() }),
  errors: ['export_too_long'],
})

export const getExport = endpoint({
  method: 'GET',
  path: '/yonetim/exports/:id',
  access: 'admin',
  area: 'any',
  summary: 'How far a workbook of one’s own is; it is kept for a day',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  reply: z.object({ state: z.enum(exportStates), done: z.number(), total: z.number() }),
  errors: ['not_found'],
})

/** The finished workbook. */
export const exportFilePath = (id: string): string => `/yonetim/exports/${id}/file`
