import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber } from '#contract/core/row-id.ts'
import { orderStates } from '#domain/orders/order-life.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const lineNo = z.number().check(z.int(), z.minimum(1))

/** Most lines that one request fills; the oldest first where it names none. */
export const filledLinesMax = 500

export const adminBackOrderSorts = ['date', '-date', 'product'] as const

export const adminBackOrder = z.object({
  orderId: z.number(),
  lineNo: z.number(),
  orderNo: z.string(),
  date: z.string(),
  state: z.enum(orderStates),
  dealer: z.string(),
  dealerCode: z.string(),
  productId: z.nullable(z.number()),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** In the unit that was ordered. */
  waiting: z.number(),
  /** Base units of the product in all warehouses. */
  stock: z.number(),
  /** How much of it the stock covers after the older back-orders of the product; 0 for orders that are being picked. */
  ready: z.number(),
})
export type AdminBackOrder = z.output<typeof adminBackOrder>

export const listBackOrders = endpoint({
  method: 'GET',
  path: '/yonetim/back-orders',
  access: 'admin',
  area: 'orders',
  summary: 'Order lines that wait for stock',
  query: z.object({ q: text, dealer: text, ready: text, sort: text, page: text, limit: text }),
  reply: z.object({
    items: z.array(adminBackOrder),
    ...paged,
    q: z.string(),
    dealer: z.string(),
    /** '1': only lines that stock covers, at least in part. */
    ready: z.nullable(z.literal('1')),
    sort: z.enum(adminBackOrderSorts),
    /** Of all lines, whatever the filter is. */
    readyCount: z.number(),
  }),
  errors: [],
})

/**
 * Assigns stock to the named lines, the oldest first; without lines, to all that stock covers, at most
 * `filledLinesMax` at once.
 */
export const fillBackOrders = endpoint({
  method: 'POST',
  path: '/yonetim/back-orders/fill',
  access: 'admin',
  area: 'orders',
  summary: 'Assign stock to back-orders',
  body: z.object({
    lines: z.nullable(
      z.array(z.object({ orderId: longRowNumber, lineNo })).check(z.minLength(1), z.maxLength(filledLinesMax)),
    ),
  }),
  reply: z.object({ filled: z.number(), orders: z.number(), isMore: z.boolean() }),
  errors: ['back_orders_nothing'],
})
