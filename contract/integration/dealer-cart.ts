import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money, planKey } from '#contract/core/money.ts'
import { cartSums, noteMax } from '#contract/shop/cart.ts'
import { listOffers, offersQuery } from '#contract/shop/offers.ts'
import {
  addDealerLinesExample,
  dealerCartExample,
  dealerOffersExample,
  emptyDealerCartExample,
  makeDealerOfferExample,
} from './dealer-document-examples.ts'
import { requestLines } from './dealer-lines.ts'
import { quantityRefusals } from '#contract/shop/quantity-refusals.ts'

const v1 = '/api/dealer/v1'

/** The cart of the key's user, as on the user's screen, at today's prices. */
const cart = z.object({
  lines: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      quantity: z.number(),
      /** For one unit, without VAT. Absent where the shop hides prices. */
      price: z.optional(money),
      /** The product is no longer on sale: the line must be removed before ordering. */
      isOffSale: z.optional(z.literal(true)),
    }),
  ),
  cart: cartSums,
})

export const getDealerCart = endpoint({
  method: 'GET',
  path: `${v1}/cart`,
  access: 'dealerKey',
  needs: [],
  scope: 'cart:write',
  summary: 'The cart of the key’s user',
  reply: cart,
  example: dealerCartExample,
  errors: [],
})

/** The lines appear in the cart on screen, where the user orders them. The same `Idempotency-Key` and body add them once. */
export const addDealerLines = endpoint({
  method: 'POST',
  path: `${v1}/cart/lines`,
  access: 'dealerKey',
  needs: [],
  scope: 'cart:write',
  summary: 'Adds lines to the cart, all or none. Needs the header Idempotency-Key (8 to 100 characters)',
  body: z.strictObject({ lines: requestLines }),
  reply: cart,
  example: addDealerLinesExample,
  errors: ['validation_failed', 'idempotency_key_missing', 'idempotency_mismatch', 'in_progress', 'order_line_refused'],
})

export const emptyDealerCart = endpoint({
  method: 'DELETE',
  path: `${v1}/cart`,
  access: 'dealerKey',
  needs: [],
  scope: 'cart:write',
  summary: 'Empties the cart of the key’s user',
  reply: cart,
  example: emptyDealerCartExample,
  errors: [],
})

/** As `POST /orders`, without stock and limits. The user's cart on screen stays as it is. */
export const makeDealerOffer = endpoint({
  method: 'POST',
  path: `${v1}/offers`,
  access: 'dealerKey',
  needs: ['offers'],
  scope: 'offers:write',
  summary: 'Makes an offer. Needs the header Idempotency-Key (8 to 100 characters)',
  body: z.strictObject({
    lines: requestLines,
    note: z.optional(z.string().check(z.maxLength(noteMax))),
    /** The payment plan; without it the shop's default. */
    plan: z.optional(planKey),
  }),
  reply: z.object({ offerNo: z.string() }),
  example: makeDealerOfferExample,
  errors: [
    'forbidden',
    'validation_failed',
    'idempotency_key_missing',
    'idempotency_mismatch',
    'in_progress',
    'order_line_refused',
    'price_unknown',
    ...quantityRefusals,
    'plan_unknown',
  ],
})

export const listDealerOffers = endpoint({
  method: 'GET',
  path: `${v1}/offers`,
  access: 'dealerKey',
  needs: ['offers'],
  scope: 'offers:read',
  summary: 'The dealer’s offers, newest first; the query of GET /api/catalog/offers',
  query: offersQuery,
  reply: z.omit(listOffers.reply, { user_logo: true, user_address: true }),
  example: dealerOffersExample,
  errors: [],
})
