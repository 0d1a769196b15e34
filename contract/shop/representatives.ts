import * as z from 'zod/mini'
import { floorErrors } from '#contract/errors/pricing.ts'
import { endpoint } from '#contract/core/endpoint.ts'

/** The representative of the visitor's dealer. */
export const getMyRepresentative = endpoint({
  method: 'GET',
  path: '/api/account/representative',
  access: 'dealer',
  needs: [],
  summary: 'The sales representative of the visitor’s dealer; null without one',
  reply: z.object({
    representative: z.nullable(z.object({ name: z.string(), phone: z.string(), email: z.string() })),
  }),
  errors: [],
})

/** A cart with the discounts that its representative gives. Amounts are in `currency`. */
export const discountedCart = z.object({
  /** In percent, as typed. */
  totalPercent: z.string(),
  lines: z.array(
    z.object({
      unitId: z.number(),
      code: z.string(),
      name: z.string(),
      quantity: z.number(),
      unit: z.string(),
      /** Of this line, as typed. */
      percent: z.string(),
      /** Prices of one unit before tax, in the currency of the price. */
      price: z.object({ value: z.number(), currency: z.string() }),
      discounted: z.number(),
    }),
  ),
  currency: z.string(),
  before: z.number(),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  totalTry: z.number(),
  /** What the representative may give alone, in percent. */
  authority: z.object({ linePercent: z.number(), totalPercent: z.number() }),
  /** Why the order will wait for approval by the head of sales; none if it does not. */
  exceeded: z.array(z.enum(['line', 'total', 'floor'])),
})
export type DiscountedCart = z.output<typeof discountedCart>

export const getCartDiscount = endpoint({
  method: 'GET',
  path: '/api/catalog/cart/discount',
  access: 'dealer',
  needs: ['order', 'prices'],
  summary: 'The discounts of a representative on the cart; null if it is empty or cannot be ordered',
  reply: z.object({ cart: z.nullable(discountedCart) }),
  errors: ['representative_only'],
})

const percent = z.string().check(z.maxLength(20))

export const setCartDiscount = endpoint({
  method: 'PATCH',
  path: '/api/catalog/cart/discount',
  access: 'dealer',
  needs: ['order', 'prices'],
  summary: 'Sets the discounts of a representative on the cart, in percent as typed',
  body: z.strictObject({
    totalPercent: percent,
    lines: z.array(z.strictObject({ unitId: z.number(), percent })).check(z.maxLength(5000)),
  }),
  reply: z.object({ cart: z.nullable(discountedCart) }),
  errors: ['representative_only', 'validation_failed', ...floorErrors],
})
