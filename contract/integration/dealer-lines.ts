import * as z from 'zod/mini'
import { quantity } from '#contract/shop/cart.ts'

/** Lines of a cart, an order or an offer in a request. */
export const requestLinesMax = 2000

const line = z.strictObject({
  /** A product's code or a barcode. */
  code: z.string().check(z.minLength(1), z.maxLength(100)),
  quantity,
  /** The name of a unit; without it the barcode's unit or the default one. */
  unit: z.optional(z.string().check(z.maxLength(100))),
})

/** Lines in the body of a dealer's program. */
export const requestLines = z.array(line).check(z.minLength(1), z.maxLength(requestLinesMax))
