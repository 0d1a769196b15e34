import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** Orders that are not cancelled: their number and total with tax in lira, by the rates of each order. */
const sales = z.object({ from: z.string(), to: z.string(), orders: z.number(), total: z.number() })
export type Sales = z.output<typeof sales>

const comparison = z.object({ now: sales, before: sales })

/** A dealer or a product, with its orders of the period and what they are worth with tax in lira. */
const bestSeller = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  orders: z.number(),
  total: z.number(),
})
export type BestSeller = z.output<typeof bestSeller>

/** What needs doing; each figure is the number of rows of the list that it leads to. */
export const boardTasks = [
  'toApprove',
  'received',
  'requested',
  'returns',
  'applications',
  'toPick',
  'late',
  'paymentsInDoubt',
  'overdueDealers',
  'ranOut',
  'backOrdersReady',
  'failedEmails',
  'failedWebhooks',
  'erpLag',
] as const
export type BoardTask = (typeof boardTasks)[number]

export const getBoard = endpoint({
  method: 'GET',
  path: '/yonetim/board',
  access: 'admin',
  summary: "Today's board: what needs doing, and sales",
  reply: z.object({
    tasks: z.object({
      toApprove: z.number(),
      received: z.number(),
      /** Orders whose dealer asks for a change. */
      requested: z.number(),
      /** Returns that wait for a decision. */
      returns: z.number(),
      /** Applications of new dealers that are new or answered. */
      applications: z.number(),
      toPick: z.number(),
      late: z.number(),
      paymentsInDoubt: z.number(),
      /** Dealers with overdue debts. */
      overdueDealers: z.number(),
      /** Products that were sold out today while back-orders, watching users or carts wait for them. */
      ranOut: z.number(),
      /** Lines that stock covers, at least in part. */
      backOrdersReady: z.number(),
      failedEmails: z.number(),
      /** Webhooks of the store with messages that were given up, or stopped by their receiver. */
      failedWebhooks: z.number(),
      /** ERP connections that fail, or have not been read for longer than their limit. */
      erpLag: z.number(),
    }),
    /** Orders that are late were placed on this day or before. */
    lateUntil: z.string(),
    sales: z.object({ today: comparison, week: comparison, month: comparison }),
    /** The last 30 days, oldest first, also those without orders. */
    days: z.array(z.object({ day: z.string(), orders: z.number(), total: z.number() })),
    /** Of this month. */
    bestDealers: z.array(bestSeller),
    /** Of the last seven days. */
    bestProducts: z.array(bestSeller),
    bestProductsFrom: z.string(),
  }),
  errors: [],
})
