import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'
import { cartItem, cartSums, quantity, rowsMax } from './cart.ts'
import { unit } from './product.ts'

/** A variant as a cell of the grid. Prices and stock are as on its own page; a hidden one is absent. */
export const variantCell = z.object({
  id: z.number(),
  code: z.string(),
  url: z.string(),
  /** In the order of the parent's dimensions. */
  values: z.array(z.string()),
  isOutOfStock: z.boolean(),
  quantity: z.optional(z.number()),
  moreThan: z.optional(z.number()),
  defaultUnit: z.nullable(z.number()),
  units: z.array(unit),
  taxRate: z.number(),
})
export type VariantCell = z.output<typeof variantCell>

/** More variants of a product are left out: an addition takes as many lines. */
export const variantsMax = rowsMax

export const listVariants = endpoint({
  method: 'GET',
  path: '/api/catalog/variants/:id',
  access: 'guest',
  summary: 'The variants of a product with stock and prices of all their units; id: of the parent',
  params: rowParams,
  reply: z.object({ items: z.array(variantCell) }),
  errors: ['product_not_found'],
})

/** Why a line cannot be added, as a sentence, and the nearest quantities that can be. */
const unitRefusal = z.object({ code: z.string(), text: z.string(), fits: z.array(z.number()) })
export type UnitRefusal = z.output<typeof unitRefusal>

/** The header `Idempotency-Key` makes a repeated request of a user add once. */
export const addCartUnits = endpoint({
  method: 'POST',
  path: '/api/catalog/cart/units',
  access: 'buyer',
  needs: [],
  summary:
    'Adds many products by their units: all of them, or none if stock, price or a rule of quantity refuses one. Rules count what the cart has',
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ productId: rowNumber, unitId: rowNumber, quantity }))
      .check(z.minLength(1), z.maxLength(rowsMax)),
  }),
  reply: z.object({
    /** One for each line, in the same order; null: nothing against it. If one is refused, nothing was added. */
    refusals: z.array(z.nullable(unitRefusal)),
    addedCount: z.number(),
    /** The current lines of these products; empty for more than a hundred lines, where the cart is requested instead. */
    items: z.array(cartItem),
    cart: cartSums,
  }),
  errors: ['bad_request', 'idempotency_mismatch', 'in_progress', 'too_many_requests'],
})
