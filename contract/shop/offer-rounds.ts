import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { isBasePrice } from '#domain/orders/offer.ts'
import { negotiationStates, roundKinds } from '#domain/orders/negotiation.ts'

/** Rounds of an offer at most, of both sides together. */
export const roundsMax = 60
export const roundNoteMax = 1000
export const roundLineNoteMax = 200

const linesMax = 5000

/** A line of a request or a version. `before`: what the dealer paid before this round. Prices are of one unit, before tax. */
export const offerRoundLine = z.object({
  /** Position in the offer, from 1. */
  line: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.number(),
  quantityBefore: z.number(),
  currency: z.string(),
  before: z.number(),
  /** The dealer's target (null: none), or the store's price. */
  price: z.nullable(z.number()),
  note: z.string(),
})
export type OfferRoundLine = z.output<typeof offerRoundLine>

export const offerRound = z.object({
  /** From 1, of both sides together. */
  number: z.number(),
  kind: z.enum(roundKinds),
  /** Of a version, and of the acceptance of one. */
  version: z.nullable(z.number()),
  date: z.string(),
  /** Who it was; null for the dealer about the store's staff. */
  by: z.nullable(z.string()),
  note: z.string(),
  /** Of a version: until when it can be accepted and ordered. */
  expiresAt: z.nullable(z.string()),
  isExpired: z.boolean(),
  /** Of a version: whether accepting it locks the rates of the offer until then. */
  locksRates: z.boolean(),
  /** Of requests and versions: the dealer's total with tax in the offer's currency, before and with the prices of this round. */
  totals: z.nullable(z.object({ before: z.number(), now: z.number() })),
  /** Of requests and versions. */
  lines: z.array(offerRoundLine),
})
export type OfferRound = z.output<typeof offerRound>

export const negotiation = z.object({
  /** Null: the dealer has asked for nothing. */
  state: z.nullable(z.enum(negotiationStates)),
  /** The number of the last round, which the next one has to name; 0 without one. */
  last: z.number(),
  currency: z.string(),
  /** Until when an order has the agreed prices. */
  agreedUntil: z.nullable(z.string()),
  /** Newest first. */
  rounds: z.array(offerRound),
})
export type Negotiation = z.output<typeof negotiation>

/** The last round that was on screen. */
export const lastRound = z.number().check(z.int(), z.minimum(0))
export const roundNote = z.string().check(z.maxLength(roundNoteMax))
export const roundPrice = z.number().check(z.refine(isBasePrice))
export const roundLineNote = z.string().check(z.maxLength(roundLineNoteMax))
/** Lines by their position; those that are left out have no target, or keep their price. */
export const roundLinesOf = <Price extends z.ZodMiniType>(price: Price) =>
  z
    .array(z.strictObject({ line: z.number().check(z.int(), z.minimum(1)), price, note: roundLineNote }))
    .check(z.maxLength(linesMax))

export const success = z.object({ success: z.literal(true) })
/** Refusals of any turn. */
export const turnErrors = [
  'offer_not_found',
  'offer_cancelled',
  'offer_ordered',
  'offer_round_changed',
  'offer_turn_refused',
  'offer_rounds_full',
] as const

export const getOfferRounds = endpoint({
  method: 'GET',
  path: '/api/catalog/offer/rounds/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'What dealer and store have asked and answered about the prices of an offer, newest first',
  params: longRowParams,
  reply: negotiation,
  errors: ['forbidden', 'offer_not_found'],
})

export const askOfferPrices = endpoint({
  method: 'POST',
  path: '/api/catalog/offer/rounds/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Asks the store for prices: a target and a note by line, and a note for the whole offer',
  params: longRowParams,
  body: z.strictObject({ round: lastRound, note: roundNote, lines: roundLinesOf(z.nullable(roundPrice)) }),
  reply: success,
  errors: ['forbidden', ...turnErrors, 'offer_request_empty', 'offer_agreed'],
})

export const acceptOfferVersion = endpoint({
  method: 'POST',
  path: '/api/catalog/offer/rounds/:id/accept',
  access: 'dealer',
  needs: ['offers', 'order'],
  summary: 'Accepts the store’s version: an order from the offer has its prices until it expires',
  params: longRowParams,
  body: z.strictObject({ round: lastRound }),
  reply: success,
  errors: [
    'forbidden',
    ...turnErrors,
    'offer_agreed',
    'offer_version_replaced',
    'offer_version_expired',
    'offer_quantities_changed',
  ],
})

export const declineOfferVersion = endpoint({
  method: 'POST',
  path: '/api/catalog/offer/rounds/:id/decline',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Declines the store’s version, or takes a request back',
  params: longRowParams,
  body: z.strictObject({ round: lastRound, note: roundNote }),
  reply: success,
  errors: ['forbidden', ...turnErrors],
})
