import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'

export const boughtSorts = ['-date', '-count', 'name'] as const
export type BoughtSort = (typeof boughtSorts)[number]

/** Products on a page. */
export const boughtPerPage = 50

/** Suggestions at most. */
export const reordersMax = 100

/** A product as it can be ordered again, in the unit of its last order. Prices are absent where they are hidden. */
const goods = {
  productId: z.nullable(z.number()),
  code: z.string(),
  name: z.string(),
  /** The product's page; null if the shop does not sell it any more. */
  url: z.nullable(z.string()),
  image: z.nullable(z.string()),
  unit: z.string(),
  /** Null if the product has no such unit any more. */
  unitId: z.nullable(z.number()),
  /** What one unit costs today in the quantity of the last order (bought) or of the suggestion. */
  price: z.optional(money),
  isOutOfStock: z.boolean(),
  stock: z.optional(z.number()),
  moreThan: z.optional(z.number()),
}

export const boughtProduct = z.object({
  ...goods,
  /** Of the last order: its number and date, the quantity, and the price of one unit, which promotions may have lowered. */
  orderNo: z.string(),
  date: z.string(),
  quantity: z.number(),
  priceThen: z.optional(money),
  orderCount: z.number(),
})
export type BoughtProduct = z.output<typeof boughtProduct>

const text = z.optional(z.string().check(z.maxLength(200)))

export const listBought = endpoint({
  method: 'GET',
  path: '/api/account/bought',
  access: 'dealer',
  needs: [],
  summary:
    'The products that the dealer has ordered. page, sort (-date, -count, name), q (part of the code or name); invalid values are ignored. What was cancelled or returned does not count',
  query: z.object({ page: text, sort: text, q: text }),
  reply: z.object({ items: z.array(boughtProduct), ...paged, sort: z.enum(boughtSorts), q: z.string() }),
  errors: [],
})

export const reorder = z.object({
  ...goods,
  unitId: z.number(),
  productId: z.number(),
  /** The median distance of orders in days, which may end in a half. */
  days: z.number(),
  lastOn: z.string(),
  dueOn: z.string(),
  /** The suggested quantity in the unit. */
  quantity: z.number(),
})
export type Reorder = z.output<typeof reorder>

export const listReorders = endpoint({
  method: 'GET',
  path: '/api/account/reorders',
  access: 'dealer',
  needs: [],
  summary: 'Products that the dealer orders regularly and that are due, the latest due first',
  reply: z.object({ items: z.array(reorder) }),
  errors: [],
})
