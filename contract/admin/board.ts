import * as z from 'zod/mini'
import type { StaffArea } from '#domain/people/permissions.ts'
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

/** What needs doing, by the area that it belongs to; each figure is the number of rows of the list that it leads to. */
export const boardTaskAreas = {
  toApprove: 'orders',
  received: 'orders',
  /** Orders whose dealer asks for a change. */
  requested: 'orders',
  /** Returns that wait for a decision. */
  returns: 'orders',
  /** Orders over the limit that dealers ask to let pass. */
  limitApprovals: 'orders',
  /** Offers whose dealers wait for prices. */
  askedOffers: 'orders',
  /** Applications of new dealers that are new or answered. */
  applications: 'people',
  toPick: 'orders',
  late: 'orders',
  paymentsInDoubt: 'payments',
  /** Transfers that dealers have reported and nobody has found in a bank statement. */
  transferNotices: 'payments',
  /** Lines of bank statements whose payer is not known yet. */
  bankLines: 'payments',
  /** Price lists with changes that wait for a second person. */
  priceProposals: 'prices',
  /** Drafts of price changes that wait for a second person. */
  priceChanges: 'prices',
  /** Dealers whose agreed exchange rates have ended. */
  endedRates: 'people',
  /** Changes of price rules that wait for a second person. */
  ruleProposals: 'prices',
  /** Dealers with overdue debts. */
  overdueDealers: 'people',
  /** Products that were sold out today while back-orders, watching users or carts wait for them. */
  ranOut: 'catalog',
  /** Lines that stock covers, at least in part. */
  backOrdersReady: 'orders',
  failedEmails: 'settings',
  /** Webhooks of the store with messages that were given up, or stopped by their receiver. */
  failedWebhooks: 'settings',
  /** ERP connections that fail, or have not been read for longer than their limit. */
  erpLag: 'settings',
} as const satisfies Record<string, StaffArea>
export type BoardTask = keyof typeof boardTaskAreas
export const boardTasks = Object.keys(boardTaskAreas) as BoardTask[]

export const getBoard = endpoint({
  method: 'GET',
  path: '/yonetim/board',
  access: 'admin',
  area: 'any',
  summary: "Today's board: what needs doing, and sales",
  reply: z.object({
    /** Of the areas that the visitor may see. */
    tasks: z.partialRecord(z.enum(boardTasks), z.number()),
    /** Orders that are late were placed on this day or before. */
    lateUntil: z.string(),
    /** Null without the right to see reports; the lists below are then empty. */
    sales: z.nullable(z.object({ today: comparison, week: comparison, month: comparison })),
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
