import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { offer, offerFilters, offersQuery, offerSorts } from '#contract/shop/offers.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import {
  lastRound,
  negotiation,
  roundLinesOf,
  roundNote,
  roundPrice,
  success,
  turnErrors,
} from '#contract/shop/offer-rounds.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const ofDealer = { dealer: z.string(), dealerCode: z.string() }

export const adminListedOffer = z.object({
  id: z.number(),
  offerNo: z.string(),
  date: z.string(),
  ...ofDealer,
  creator: z.string(),
  /** The company, otherwise the person; empty without a customer. */
  customer: z.string(),
  customerEmail: z.string(),
  lineCount: z.number(),
  currency: z.string(),
  /** The customer's total. */
  total: z.number(),
  isCancel: z.boolean(),
  acceptedAt: z.nullable(z.string()),
  /** Since when the dealer waits for an answer about prices; null: it does not. */
  askedAt: z.nullable(z.string()),
})
export type AdminListedOffer = z.output<typeof adminListedOffer>

/** The filters of a dealer's list, plus `dealer` (its code, or part of its name). */
export const listAllOffers = endpoint({
  method: 'GET',
  path: '/yonetim/offers',
  access: 'admin',
  area: 'orders',
  summary: 'Offers of all dealers to their customers',
  query: z.object({ ...offersQuery.shape, dealer: text }),
  reply: z.object({
    items: z.array(adminListedOffer),
    /** All offers whose dealers wait for an answer about prices, the longest first; on the first page of the unfiltered list. */
    asked: z.array(adminListedOffer),
    ...paged,
    sort: z.enum(offerSorts),
    q: z.string(),
    dealer: z.string(),
    status: z.nullable(z.enum(offerFilters)),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
  }),
  errors: [],
})

export const adminOffer = z.object({ ...offer.shape, ...ofDealer, talks: negotiation })
export type AdminOffer = z.output<typeof adminOffer>

export const getAnyOffer = endpoint({
  method: 'GET',
  path: '/yonetim/offers/:id',
  access: 'admin',
  area: 'orders',
  summary: 'One offer of any dealer',
  params: longRowParams,
  reply: adminOffer,
  errors: ['offer_not_found'],
})

/** The last day on which an order from the offer has its rates (a day in Turkey); empty: they do not count any more. */
export const lockOfferRates = endpoint({
  method: 'PATCH',
  path: '/yonetim/offers/:id/rates',
  access: 'admin',
  area: 'orders',
  summary: 'Sets until when an order from an offer has the rates of the offer',
  params: longRowParams,
  body: z.strictObject({ until: z.string().check(z.maxLength(20)) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['offer_not_found', 'offer_ordered', 'validation_failed'],
})

export const answerOffer = endpoint({
  method: 'POST',
  path: '/yonetim/offers/:id/versions',
  access: 'admin',
  area: 'orders',
  summary: 'Answers a dealer with a version: prices and notes by line, and until when they can be accepted',
  params: longRowParams,
  body: z.strictObject({
    round: lastRound,
    note: roundNote,
    lines: roundLinesOf(roundPrice),
    /** The last day, in Turkey. */
    until: z.string().check(z.maxLength(20)),
    locksRates: z.boolean(),
  }),
  reply: success,
  errors: [...turnErrors, 'price_below_floor', 'price_below_floor_hidden', 'validation_failed'],
})

export const refuseOfferRequest = endpoint({
  method: 'POST',
  path: '/yonetim/offers/:id/refusal',
  access: 'admin',
  area: 'orders',
  summary: 'Refuses a dealer’s request for prices, with a reason',
  params: longRowParams,
  body: z.strictObject({ round: lastRound, note: roundNote }),
  reply: success,
  errors: turnErrors,
})
