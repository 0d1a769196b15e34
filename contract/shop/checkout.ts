import * as z from 'zod/mini'
import { placeOrder } from './cart.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { planKey } from '#contract/core/money.ts'

/**
 * The form post of checkout (route `checkout.cart`; decisions, "Sign-in and calls"): works without scripts. `_token` is the
 * page's, `_key` the order's own: the same key, the same order. The order's rules are those of POST /api/catalog/cart; what
 * they refuse leads back to the cart or to checkout, which says it.
 */
export const checkoutCart = endpoint({
  method: 'POST',
  path: '/checkout/cart',
  access: 'dealer',
  order: true,
  signed: 'form',
  encoding: 'form',
  summary: 'Orders the cart on account from a form; leads to the order (303), or back with what was refused',
  body: z.object({
    description: z.optional(z.string()),
    advencePrice: z.optional(z.string()),
    /** The branch where it is chosen in the form itself; else the visitor's choice counts. "" = none. */
    branch: z.optional(z.union([z.string(), z.number()])),
    /** As in POST /api/catalog/cart. */
    total: z.optional(z.union([z.number(), z.string()])),
    _token: z.optional(z.string()),
    _key: z.optional(z.string()),
    /** Mark of the cart that the page showed. */
    _cart: z.optional(z.string()),
  }),
  reply: z.object({ location: z.string() }),
  errors: [...placeOrder.errors, 'note_too_long', 'csrf_failed'],
})

/** What the form was refused for, and what stood in it. `refused` is the text of the address that the form led back to. */
export const getRefusal = endpoint({
  method: 'GET',
  path: '/api/catalog/checkout/refusal',
  access: 'dealer',
  summary: 'Why the order form was refused a moment ago',
  query: z.object({ refused: z.string() }),
  reply: z.object({
    code: z.string(),
    message: z.string(),
    description: z.string(),
    advencePrice: z.nullable(planKey),
  }),
  errors: ['not_found'],
})
