import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rateNote } from '#contract/core/rate-note.ts'
import { placeOrder } from './place-order.ts'
import { longRowParams } from '#contract/core/row-id.ts'

const atRates = z.object({ total: z.number(), rates: z.array(rateNote) })

export const previewOfferOrder = endpoint({
  method: 'GET',
  path: '/api/catalog/offer/order/:id',
  access: 'dealer',
  needs: ['offers', 'order'],
  summary: 'What an order from an accepted offer costs at the rates of the offer and at today’s',
  params: longRowParams,
  reply: z.object({
    currency: z.string(),
    lockedUntil: z.nullable(z.string()),
    /** The rates of the offer still count. */
    isLocked: z.boolean(),
    locked: atRates,
    today: atRates,
    /** Agreed prices that still count: until when; null: the order has the dealer's prices of today. */
    agreedUntil: z.nullable(z.string()),
    /** What has changed since the offer was made, or since its prices were agreed. Prices of one unit, before tax. */
    changes: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        currencyBefore: z.string(),
        before: z.number(),
        currency: z.string(),
        now: z.number(),
        /** The stock does not cover the line. */
        isShort: z.boolean(),
      }),
    ),
  }),
  errors: [
    'forbidden',
    'offer_not_found',
    'offer_cancelled',
    'offer_not_accepted',
    'offer_ordered',
    'cart_changed',
    'variant_not_chosen',
    'price_unknown',
  ],
})
export type OfferOrderPreview = z.output<typeof previewOfferOrder.reply>

/** `rates`: those of the offer while they are locked, or today’s. `total` is the one on screen; another one is refused. */
export const orderOffer = endpoint({
  method: 'POST',
  path: '/api/catalog/offer/order/:id',
  access: 'dealer',
  needs: ['offers', 'order'],
  summary: 'Orders an accepted offer on account, once, at the dealer’s prices. Needs an Idempotency-Key',
  params: longRowParams,
  body: z.strictObject({ rates: z.enum(['locked', 'today']), total: z.number() }),
  reply: z.object({ success: z.literal(true), orderNo: z.string() }),
  errors: [
    ...placeOrder.errors,
    'offer_not_found',
    'offer_cancelled',
    'offer_not_accepted',
    'offer_ordered',
    'offer_rates_expired',
    'idempotency_key_missing',
  ],
})
