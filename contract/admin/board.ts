import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** A confirmed order is late if it was placed more than this many days ago and nothing of it was picked or shipped. */
export const lateAfterDays = 3

/** Orders that are not cancelled: their number and total with tax in lira, by the rates of each order. */
const sales = z.object({ from: z.string(), to: z.string(), orders: z.number(), total: z.number() })
export type Sales = z.output<typeof sales>

const comparison = z.object({ now: sales, before: sales })

/** What needs doing; each figure is the number of rows of the list that it leads to. */
export const boardTasks = [
  'toApprove',
  'received',
  'toPick',
  'late',
  'paymentsInDoubt',
  'backOrdersReady',
  'deadWebhooks',
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
      toPick: z.number(),
      late: z.number(),
      paymentsInDoubt: z.number(),
      /** Lines that stock covers, at least in part. */
      backOrdersReady: z.number(),
      deadWebhooks: z.number(),
      /** ERP connections that have not been read for longer than their limit. */
      erpLag: z.number(),
    }),
    /** Orders that are late were placed on this day or before. */
    lateUntil: z.string(),
    sales: z.object({ today: comparison, week: comparison, month: comparison }),
    /** The last 30 days, oldest first, also those without orders. */
    days: z.array(z.object({ day: z.string(), orders: z.number(), total: z.number() })),
    /** Of this month. */
    bestDealers: z.array(
      z.object({ id: z.number(), code: z.string(), name: z.string(), orders: z.number(), total: z.number() }),
    ),
  }),
  errors: [],
})
