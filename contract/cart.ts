import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { money, planKey } from './money.ts'
import { product, unit } from './product.ts'

export const quantityMax = 1_000_000

/** A whole number from 1 to 1,000,000; a form sends it as text. "1,5", "0", "-1", "1e9" are refused. */
export const quantity = z.union([
  z.number().check(z.int(), z.minimum(1), z.maximum(quantityMax)),
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)),
    z.number().check(z.minimum(1), z.maximum(quantityMax)),
  ),
])

const id = z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)), z.number())
const unitId = z.union([z.number().check(z.int(), z.positive()), id])

/** One cart line (specification, section 3). `previousPrice` is there once, when the price changed since it was shown. */
export const cartItem = z.object({
  id: z.number(),
  product,
  productUnit: unit,
  quantity: z.number(),
  previousPrice: z.optional(money),
  /** The product is no longer on sale: the line has to go before the cart can be ordered. */
  isOffSale: z.optional(z.literal(true)),
})
export type CartItem = z.output<typeof cartItem>

const line = { params: z.object({ productId: id }), query: z.object({ unit: z.optional(id) }) }

export const getCart = endpoint({
  method: 'GET',
  path: '/api/catalog/cart',
  access: 'dealer',
  summary: 'The cart items',
  reply: z.array(cartItem),
  errors: [],
})

export const addToCart = endpoint({
  method: 'POST',
  path: '/api/catalog/cart/:productId',
  access: 'dealer',
  encoding: 'form',
  summary: 'Adds a product; a line of the same unit grows',
  params: line.params,
  body: z.object({ quantity, productValue: unitId }),
  reply: cartItem,
  errors: [
    'product_not_found',
    'unit_not_found',
    'no_default_unit',
    'variant_not_chosen',
    'quantity_invalid',
    'insufficient_stock',
    'price_unknown',
  ],
})

/** Exactly one of the three: set the quantity, add to it, or change the unit. */
export const changeCartLine = endpoint({
  method: 'PATCH',
  path: '/api/catalog/cart/:productId',
  access: 'dealer',
  summary: 'Changes a line: {quantity}, {addQuantity} or {unit}',
  ...line,
  body: z
    .strictObject({ quantity: z.optional(quantity), addQuantity: z.optional(quantity), unit: z.optional(unitId) })
    .check(z.refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1)),
  reply: cartItem,
  errors: [
    'line_not_found',
    'line_ambiguous',
    'unit_not_found',
    'quantity_invalid',
    'insufficient_stock',
    'price_unknown',
  ],
})

export const removeFromCart = endpoint({
  method: 'DELETE',
  path: '/api/catalog/cart/:productId',
  access: 'dealer',
  summary: 'Removes the product, or the one line that ?unit= names',
  ...line,
  reply: z.array(cartItem),
  errors: ['line_not_found'],
})

export const clearCart = endpoint({
  method: 'DELETE',
  path: '/api/catalog/cart',
  access: 'dealer',
  summary: 'Empties the cart',
  reply: z.array(cartItem),
  errors: [],
})

/** Longest order note, in characters. */
export const noteMax = 500

export const orderForm = z.object({
  description: z.optional(z.string().check(z.maxLength(noteMax))),
  advencePrice: z.optional(z.union([planKey, z.literal('')])),
})

export const placeOrder = endpoint({
  method: 'POST',
  path: '/api/catalog/cart',
  access: 'dealer',
  order: true,
  encoding: 'form',
  summary: 'Orders the cart on account. Idempotency-Key: same key and body, same answer',
  body: orderForm,
  reply: z.object({ success: z.literal(true), id: z.number(), orderNo: z.string() }),
  errors: [
    'cart_empty',
    'insufficient_stock',
    'price_unknown',
    'plan_unknown',
    'branch_unknown',
    'idempotency_mismatch',
    'in_progress',
  ],
})
