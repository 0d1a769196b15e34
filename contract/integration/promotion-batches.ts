import * as z from 'zod/mini'
import { promotionRowsMax } from '#domain/promotions/promotion-kinds.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { promotionKinds } from '#domain/promotions/promotion-kinds.ts'
import { batchErrors, batchHead, batchOf, batchReply, day, decimal, percent, text } from './batch.ts'
import { promotionsExample, storedPromotionsExample } from './promotion-examples.ts'
import { pageOf, pageQuery } from './stored-records.ts'

const clearable = (max: number) => z.optional(z.nullable(text(max)))
const count = z.optional(z.nullable(z.int()))

const step = z.strictObject({
  /** Before VAT, with up to two decimals. */
  amount: percent,
  percent: z.optional(z.nullable(percent)),
  freeDelivery: z.optional(z.boolean()),
})
/** Without a unit, the default unit; without a quantity, 1. */
const part = z.strictObject({
  product: text(500),
  unit: z.optional(text(40)),
  quantity: z.optional(z.int()),
})

/**
 * Only what is named changes; `null` clears. A new promotion needs `name` and `kind`. What its kind does not have is refused.
 * With `delete: true`, only `code` counts.
 */
export const promotionRow = z.strictObject({
  code: text(60),
  name: z.optional(text(100).check(z.regex(/\S/))),
  nameEn: clearable(100),
  kind: z.optional(z.enum(promotionKinds)),
  /** Codes of a dealer and of a group, or a region: at most one of the three; none: everyone. */
  dealer: clearable(50),
  group: clearable(40),
  region: clearable(80),
  /** The code of a product, a brand, or a category as path or unique name: at most one of the three; none: all products. */
  product: clearable(500),
  brand: clearable(200),
  category: z.optional(z.nullable(z.union([text(500), z.array(text(100)).check(z.maxLength(20))]))),
  /** Of free goods, in default units. Without `freeProduct` the free ones are of the product that is bought. */
  buy: z.optional(z.nullable(decimal)),
  free: count,
  freeProduct: clearable(500),
  /** Of a bundle, before VAT. */
  price: z.optional(z.nullable(decimal)),
  /** Of a bundle's price and of the amounts of steps; `TRY` by default. */
  currency: clearable(10),
  parts: z.optional(z.nullable(z.array(part).check(z.maxLength(promotionRowsMax)))),
  steps: z.optional(z.nullable(z.array(step).check(z.maxLength(promotionRowsMax)))),
  /** First and last day. */
  startsOn: z.optional(z.nullable(day)),
  endsOn: z.optional(z.nullable(day)),
  priority: z.optional(z.int()),
  combines: z.optional(z.boolean()),
  /** Its coupons are made on the page of the promotion. */
  needsCoupon: z.optional(z.boolean()),
  totalQuota: count,
  dealerQuota: count,
  orderLimit: count,
  isActive: z.optional(z.boolean()),
  delete: z.optional(z.boolean()),
})

const nullable = z.nullable(z.string())
export const promotionRecord = z.object({
  code: z.string(),
  name: z.string(),
  nameEn: nullable,
  kind: z.enum(promotionKinds),
  dealer: nullable,
  group: nullable,
  region: nullable,
  product: nullable,
  brand: nullable,
  /** Names from the root. */
  category: z.nullable(z.array(z.string())),
  buy: nullable,
  free: z.nullable(z.number()),
  freeProduct: nullable,
  price: nullable,
  currency: nullable,
  parts: z.array(z.object({ product: z.string(), unit: z.string(), quantity: z.number() })),
  steps: z.array(z.object({ amount: z.string(), percent: nullable, freeDelivery: z.boolean() })),
  startsOn: nullable,
  endsOn: nullable,
  priority: z.number(),
  combines: z.boolean(),
  needsCoupon: z.boolean(),
  totalQuota: z.nullable(z.number()),
  dealerQuota: z.nullable(z.number()),
  orderLimit: z.nullable(z.number()),
  isActive: z.boolean(),
})
export type PromotionRecord = z.output<typeof promotionRecord>

const v1 = '/api/integration/v1'

export const writePromotions = endpoint({
  method: 'POST',
  path: `${v1}/promotions`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Adds, changes and deletes promotions by their codes: bundles, free goods, basket steps',
  body: z.strictObject({ ...batchHead, rows: batchOf(promotionRow) }),
  reply: batchReply,
  example: promotionsExample,
  errors: [...batchErrors, 'accounts_busy'],
})

export const getStoredPromotions = endpoint({
  method: 'GET',
  path: `${v1}/promotions`,
  access: 'service',
  scope: 'prices:read',
  summary: 'All promotions, also past and inactive ones',
  query: pageQuery,
  reply: pageOf(promotionRecord),
  example: storedPromotionsExample,
  errors: ['validation_failed'],
})
