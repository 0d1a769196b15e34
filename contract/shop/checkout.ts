import * as z from 'zod/mini'
import { placeOrder } from './place-order.ts'
import { deliveryFields } from './delivery.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { planKey } from '#contract/core/money.ts'

/**
 * The form post of checkout (route `checkout.cart`; decisions, "Sign-in and calls"), which works without scripts.
 * `_token` is the page's CSRF token, `_key` the order's idempotency key. The rules are those of POST /api/catalog/cart;
 * a refusal redirects to the cart or to checkout, which shows the message.
 */
export const checkoutCart = endpoint({
  method: 'POST',
  path: '/checkout/cart',
  access: 'dealer',
  needs: ['order'],
  signed: 'form',
  encoding: 'form',
  summary: 'Orders the cart on account from a form; redirects (303) to the order, or back with the refusal',
  body: z.object({
    description: z.optional(z.string()),
    advencePrice: z.optional(z.string()),
    /** The branch, if the form contains it; otherwise the visitor's choice applies. Empty for none. */
    branch: z.optional(z.union([z.string(), z.number()])),
    /** As in POST /api/catalog/cart. */
    total: z.optional(z.union([z.number(), z.string()])),
    ...deliveryFields,
    _token: z.optional(z.string()),
    _key: z.optional(z.string()),
    /** Fingerprint of the cart on the page. */
    _cart: z.optional(z.string()),
    /** `mark` of the promotions on screen. */
    _promotions: z.optional(z.string()),
  }),
  reply: z.object({ location: z.string() }),
  errors: [...placeOrder.errors, 'note_too_long', 'csrf_failed'],
})

/** The refusal of the form and its values. `refused` is the sealed text of the address that the form redirected to. */
export const getRefusal = endpoint({
  method: 'GET',
  path: '/api/catalog/checkout/refusal',
  access: 'dealer',
  needs: [],
  summary: 'Why the order form was refused',
  query: z.object({ refused: z.string() }),
  reply: z.object({
    code: z.string(),
    message: z.string(),
    /** Messages for fields, by name. */
    fields: z.record(z.string(), z.string()),
    description: z.string(),
    advencePrice: z.nullable(planKey),
    delivery: z.object(deliveryFields),
  }),
  errors: ['not_found'],
})
