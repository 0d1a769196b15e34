import * as z from 'zod/mini'
import { promotionKinds } from '#domain/promotions/promotion-kinds.ts'

/** A product that a promotion is about; `unit` in words. */
const named = z.object({ code: z.string(), name: z.string(), unit: z.string() })

/** What a little more would bring. Amounts are before tax, and absent where prices are hidden. */
export const promotionHint = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('more_units'),
    promotion: z.string(),
    /** The product that is missing; null: any of those that the promotion covers. */
    product: z.nullable(named),
    missing: z.number(),
    free: z.number(),
    /** What is given; null: the same product. */
    freeProduct: z.nullable(named),
  }),
  z.object({
    kind: z.literal('more_amount'),
    promotion: z.string(),
    missing: z.number(),
    currency: z.string(),
    percent: z.nullable(z.number()),
    freeDelivery: z.boolean(),
  }),
  z.object({
    kind: z.literal('missing_parts'),
    promotion: z.string(),
    parts: z.array(z.extend(named, { quantity: z.number() })),
  }),
])
export type PromotionHint = z.output<typeof promotionHint>

/** What promotions do to a cart (docs/decisions/076); absent where none is in force. */
export const cartPromotions = z.object({
  /** Sent with the order (`promotions`), which is refused if it has changed. */
  mark: z.string(),
  /** The subtotal without promotions; absent where prices are hidden. */
  before: z.optional(z.number()),
  applied: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      kind: z.enum(promotionKinds),
      /** Sets, or times free goods are given. */
      uses: z.number(),
      /** What it takes off before tax, in the currency of the totals; absent where prices are hidden. */
      amount: z.optional(z.number()),
    }),
  ),
  /** Goods for nothing. `missing`: what stock does not cover and is not given. */
  free: z.array(
    z.extend(named, {
      productId: z.number(),
      promotion: z.string(),
      quantity: z.number(),
      missing: z.number(),
    }),
  ),
  hints: z.array(promotionHint),
  coupons: z.array(
    z.object({
      code: z.string(),
      promotion: z.string(),
      /** `no_effect`: its conditions are met, but it changes no price, so it is not used. */
      state: z.enum(['applied', 'waiting', 'no_effect']),
    }),
  ),
  /** Whether a promotion of this visitor needs a coupon. */
  takesCoupons: z.boolean(),
  /** The sender pays the carrier. */
  freeDelivery: z.boolean(),
})
export type CartPromotions = z.output<typeof cartPromotions>

/** What the product page says of a promotion that names the product. */
export const productPromotion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('free_goods'),
    name: z.string(),
    endsOn: z.nullable(z.string()),
    buy: z.number(),
    free: z.number(),
    /** The name of what is given; null: the same product. */
    freeProduct: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('bundle'),
    name: z.string(),
    endsOn: z.nullable(z.string()),
    parts: z.array(z.extend(named, { quantity: z.number() })),
    /** Absent where prices are hidden. */
    price: z.optional(z.object({ value: z.number(), currency: z.string() })),
  }),
])
export type ProductPromotion = z.output<typeof productPromotion>
