import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { money, rates } from './money.ts'

export const orderItem = z.object({
  productId: z.nullable(z.number()),
  url: z.nullable(z.string()),
  code: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  model: z.nullable(z.string()),
  image: z.nullable(z.string()),
  unit: z.string(),
  multiplier: z.number(),
  quantity: z.number(),
  backOrder: z.number(),
  price: money,
  taxRate: z.number(),
  /** Line amount in the order's currency, before tax. */
  amount: z.number(),
})

/** An order as it was placed. Amounts are in `currency`; `totalTry` is the same total in lira at the order's rates. */
export const order = z.object({
  id: z.number(),
  orderNo: z.string(),
  date: z.string(),
  creator: z.string(),
  dealer: z.string(),
  isCancel: z.boolean(),
  description: z.string(),
  branch: z.nullable(z.string()),
  plan: z.nullable(z.string()),
  currency: z.string(),
  /** Every rate the order used. */
  rates,
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  totalTry: z.number(),
  orderItems: z.array(orderItem),
})
export type Order = z.output<typeof order>

/** The order just placed, or the one that `order` names; only within the visitor's own dealer. */
export const getOrderSummary = endpoint({
  method: 'GET',
  path: '/api/catalog/orders/summary',
  access: 'dealer',
  summary: 'One order of the visitor’s dealer, by number; without a number the newest of the user',
  query: z.object({ order: z.optional(z.string()) }),
  reply: order,
  errors: ['order_not_found'],
})
