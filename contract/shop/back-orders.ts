import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

/** Most products that a user watches at once. */
export const watchesMax = 200

/** Most lines in the list of a dealer. */
export const backOrdersMax = 500

export const backOrder = z.object({
  orderNo: z.string(),
  date: z.string(),
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  /** The product's page; null if the shop does not sell it any more. */
  url: z.nullable(z.string()),
  image: z.nullable(z.string()),
  unit: z.string(),
  /** Quantities in the unit that was ordered; `quantity` without what was cancelled. */
  quantity: z.number(),
  waiting: z.number(),
})
export type BackOrder = z.output<typeof backOrder>

export const stockWatch = z.object({
  productId: z.number(),
  code: z.string(),
  name: z.string(),
  url: z.string(),
  image: z.nullable(z.string()),
  since: z.string(),
  /** When the email about it was sent; null: the user still waits for it. */
  arrivedAt: z.nullable(z.string()),
})
export type StockWatch = z.output<typeof stockWatch>

export const getBackOrders = endpoint({
  method: 'GET',
  path: '/api/catalog/back-orders',
  access: 'dealer',
  needs: [],
  summary: 'Lines of the dealer’s orders that wait for stock, oldest first; the products that the user watches',
  reply: z.object({ lines: z.array(backOrder), isMore: z.boolean(), watches: z.array(stockWatch) }),
  errors: [],
})

export const getStockWatch = endpoint({
  method: 'GET',
  path: '/api/catalog/stock-watches/:id',
  access: 'dealer',
  needs: [],
  summary: 'Whether the user gets an email when the product is back in stock',
  params: rowParams,
  reply: z.object({ isWatched: z.boolean() }),
  errors: [],
})

export const setStockWatch = endpoint({
  method: 'POST',
  path: '/api/catalog/stock-watches',
  access: 'dealer',
  needs: [],
  summary: 'Start or stop waiting for an email about a product that is out of stock',
  body: z.object({ productId: rowNumber, isWatched: z.boolean() }),
  reply: z.object({ isWatched: z.boolean() }),
  errors: ['product_not_found', 'stock_watch_in_stock', 'stock_watches_full'],
})
