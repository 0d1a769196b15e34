import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowId, rowParams } from '#contract/core/row-id.ts'
import { promotionKinds, promotionRowsMax } from '#domain/promotions/promotion-kinds.ts'
import { priceRuleStates } from './price-rules.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(500))

/**
 * The values of a promotion's form, as typed; '' = none. Dealer, group and products are codes, `brand` is a name and
 * `category` the names from the root, joined by ` > `. Days are YYYY-MM-DD.
 */
export const promotionValues = z.strictObject({
  code: typed,
  name: typed,
  nameEn: typed,
  kind: z.enum(promotionKinds),
  dealer: typed,
  group: typed,
  region: typed,
  product: typed,
  brand: typed,
  category: typed,
  buy: typed,
  free: typed,
  freeProduct: typed,
  price: typed,
  currency: typed,
  steps: z
    .array(z.strictObject({ amount: typed, percent: typed, freeDelivery: z.boolean() }))
    .check(z.maxLength(promotionRowsMax)),
  parts: z.array(z.strictObject({ product: typed, unit: typed, quantity: typed })).check(z.maxLength(promotionRowsMax)),
  startsOn: typed,
  endsOn: typed,
  priority: typed,
  combines: z.boolean(),
  needsCoupon: z.boolean(),
  totalQuota: typed,
  dealerQuota: typed,
  orderLimit: typed,
  isActive: z.boolean(),
})
export type PromotionValues = z.output<typeof promotionValues>

export const promotionStates = priceRuleStates
const named = z.object({ code: z.string(), name: z.string() })

export const listedPromotion = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(promotionKinds),
  state: z.enum(promotionStates),
  /** At most one of the three is set; none: everyone. */
  dealer: z.nullable(named),
  group: z.nullable(named),
  region: z.nullable(z.string()),
  /** At most one of the four is set; none: all products. `category` is a path, `parts` are the codes of a bundle. */
  product: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  category: z.nullable(z.string()),
  parts: z.array(z.string()),
  /** Of free goods: for how many bought, how many are free, and of which product, if another. */
  free: z.nullable(z.object({ buy: z.string(), free: z.number(), product: z.nullable(z.string()) })),
  bundlePrice: z.nullable(money),
  /** Of a basket promotion, the lowest first; `percent` is empty without a discount. */
  steps: z.array(z.object({ amount: money, percent: z.string(), freeDelivery: z.boolean() })),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  priority: z.number(),
  needsCoupon: z.boolean(),
  totalQuota: z.nullable(z.number()),
  /** Uses so far, those that card payments hold included. */
  used: z.number(),
})
export type ListedPromotion = z.output<typeof listedPromotion>

export const listPromotions = endpoint({
  method: 'GET',
  path: '/yonetim/promotions',
  access: 'admin',
  area: 'prices',
  summary: 'Promotions: free goods, basket steps and bundles. q (parts of name and code), kind, state',
  query: z.object({ page: text, limit: text, q: text, kind: text, state: text, sort: text }),
  reply: z.object({
    items: z.array(listedPromotion),
    ...paged,
    q: z.string(),
    kind: z.nullable(z.enum(promotionKinds)),
    state: z.nullable(z.enum(promotionStates)),
    sort: z.enum(['name', '-name', 'start', '-start', 'priority', '-priority']),
  }),
  errors: [],
})
export type PromotionList = z.output<typeof listPromotions.reply>
export const promotionSorts = ['name', '-name', 'start', '-start', 'priority', '-priority'] as const

/**
 * What an administrator should know of a promotion: `overlap`: another one of the same kind for the same dealers and goods at the
 * same time. `dearer`: a set costs as much as its parts in the default list, or more. `no_coupons`: it needs a coupon and has none.
 */
export const promotionWarning = z.object({
  kind: z.enum(['overlap', 'dearer', 'no_coupons']),
  other: z.optional(z.object({ id: z.number(), name: z.string() })),
})

export const promotionDetail = z.object({
  id: z.number(),
  state: z.enum(promotionStates),
  values: promotionValues,
  warnings: z.array(promotionWarning),
  uses: z.object({ total: z.number(), orders: z.number(), dealers: z.number() }),
})
export type PromotionDetail = z.output<typeof promotionDetail>

export const getPromotion = endpoint({
  method: 'GET',
  path: '/yonetim/promotions/:id',
  access: 'admin',
  area: 'prices',
  summary: 'A promotion with its uses so far',
  params: rowParams,
  reply: promotionDetail,
  errors: ['promotion_not_found'],
})

/** A refusal has a message in `fields` for each invalid field. */
export const createPromotion = endpoint({
  method: 'POST',
  path: '/yonetim/promotions',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a promotion',
  body: z.strictObject({ values: promotionValues }),
  reply: promotionDetail,
  errors: ['validation_failed'],
})

/** `before`: the values the form was opened with. If one of them has changed since, `fields` contains the current value. */
export const changePromotion = endpoint({
  method: 'PATCH',
  path: '/yonetim/promotions/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Changes a promotion',
  params: rowParams,
  body: z.strictObject({ before: promotionValues, values: promotionValues }),
  reply: promotionDetail,
  errors: ['validation_failed', 'promotion_not_found', 'promotion_changed'],
})

export const switchPromotion = endpoint({
  method: 'POST',
  path: '/yonetim/promotions/:id/state',
  access: 'admin',
  area: 'prices',
  summary: 'Switches a promotion on or off',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply: promotionDetail,
  errors: ['promotion_not_found'],
})

export const deletePromotion = endpoint({
  method: 'DELETE',
  path: '/yonetim/promotions/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Deletes a promotion that no order has used',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['promotion_not_found', 'promotion_in_use'],
})

export const listedCoupon = z.object({
  id: z.number(),
  code: z.string(),
  dealer: z.nullable(named),
  /** Orders that it may be used in; null: any number. */
  maxOrders: z.nullable(z.number()),
  used: z.number(),
  endsOn: z.nullable(z.string()),
})
export type ListedCoupon = z.output<typeof listedCoupon>

export const listCoupons = endpoint({
  method: 'GET',
  path: '/yonetim/promotions/:id/coupons',
  access: 'admin',
  area: 'prices',
  summary: 'The coupons of a promotion, the newest first',
  params: rowParams,
  query: z.object({ page: text, limit: text }),
  reply: z.object({ items: z.array(listedCoupon), ...paged }),
  errors: ['promotion_not_found'],
})
export type CouponList = z.output<typeof listCoupons.reply>

/** Coupons that are made at once. */
export const couponsMax = 5000

export const createCoupons = endpoint({
  method: 'POST',
  path: '/yonetim/promotions/:id/coupons',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a coupon with a code (`code`), or `count` coupons with random codes after `prefix`',
  params: rowParams,
  body: z.strictObject({
    code: typed,
    prefix: typed,
    count: typed,
    dealer: typed,
    maxOrders: typed,
    endsOn: typed,
  }),
  reply: z.object({ count: z.number() }),
  errors: ['promotion_not_found', 'validation_failed'],
})

export const deleteCoupon = endpoint({
  method: 'DELETE',
  path: '/yonetim/promotions/:id/coupons/:coupon',
  access: 'admin',
  area: 'prices',
  summary: 'Deletes a coupon; carts lose it',
  params: z.object({ id: rowId, coupon: rowId }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['coupon_not_found'],
})
