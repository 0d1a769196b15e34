import * as z from 'zod/mini'
import { negotiationStates } from '#domain/orders/negotiation.ts'
import { cartForm, undoKey } from './cart.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { rateNote } from '#contract/core/rate-note.ts'
import { money, rates } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { quoteLink } from '#contract/shop/quote-links.ts'
import { quantityRefusals } from '#contract/shop/quantity-refusals.ts'

const success = z.object({ success: z.literal(true) })

/** A line of an offer as it was made. `price` is the dealer's, and absent where prices are hidden. */
export const offerItem = z.object({
  id: z.number(),
  /** Position in the offer, from 1. */
  order: z.number(),
  productId: z.nullable(z.number()),
  url: z.nullable(z.string()),
  code: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  unit: z.string(),
  multiplier: z.number(),
  quantity: z.number(),
  price: z.optional(money),
  /** What the dealer pays instead by the version that it has accepted, in the price's currency; null: nothing is agreed. */
  agreedPrice: z.optional(z.nullable(z.number())),
  /** The price that the dealer typed instead of its own, in the offer's currency; null if it typed none. */
  basePrice: z.optional(z.nullable(z.number())),
  /** Signed percentage: a discount is negative. */
  profit: z.number(),
  taxRate: z.number(),
})
export type OfferItem = z.output<typeof offerItem>

/**
 * An offer. Amounts are in `currency`, at the rates of the day it was made. Totals are absent where prices are hidden.
 */
export const offer = z.object({
  id: z.number(),
  orderNo: z.string(),
  date: z.string(),
  creator: z.string(),
  isCancel: z.boolean(),
  /** When the dealer recorded that its customer accepted the offer. */
  acceptedAt: z.nullable(z.string()),
  description: z.string(),
  /** The last day on which the offer is valid (a day in Turkey); null for no limit. */
  validUntil: z.nullable(z.string()),
  isExpired: z.boolean(),
  terms: z.string(),
  customerName: z.string(),
  customerCompanyName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  customerTaxOffice: z.string(),
  customerTaxNumber: z.string(),
  /** The emails with this offer, newest first: when they were enqueued, their recipient and who sent them. */
  emails: z.array(z.object({ date: z.string(), to: z.string(), by: z.string() })),
  currency: z.string(),
  rates,
  /** These rates with their sources, where more than one currency is involved. */
  rateNotes: z.array(rateNote),
  /** An order from the offer has these rates until then; null: never. */
  ratesLockedUntil: z.nullable(z.string()),
  /** Where the negotiation with the store is; null: the dealer has asked for nothing. */
  negotiation: z.nullable(z.enum(negotiationStates)),
  /** Until when an order has the agreed prices, and whether that is over. */
  agreedUntil: z.nullable(z.string()),
  isAgreementExpired: z.boolean(),
  /** The newest public link of the quote. */
  link: z.nullable(quoteLink),
  /** The number of the order that it became. */
  becameOrder: z.nullable(z.string()),
  subtotal: z.optional(z.number()),
  tax: z.optional(z.number()),
  total: z.optional(z.number()),
  offerItems: z.array(offerItem),
})
export type Offer = z.output<typeof offer>

/** The dealer's own letterhead (specification, section 3). */
export const sellerAddress = z.object({
  name: z.string(),
  address: z.string(),
  town: z.string(),
  city: z.string(),
  /** Phone number. */
  number: z.string(),
  taxOffice: z.string(),
  taxNumber: z.string(),
})
export type SellerAddress = z.output<typeof sellerAddress>

export const offerSorts = ['-date', 'date', 'customer', '-customer'] as const
export type OfferSort = (typeof offerSorts)[number]
/** Offers on a page of the list, also the maximum. */
export const offersPerPage = 20
const offersMax = 50

export const offerStatuses = ['open', 'accepted', 'cancelled'] as const
export type OfferStatus = (typeof offerStatuses)[number]

/** What a list of offers is filtered by: a status, or `asked` for those whose dealer waits for the store's prices. */
export const offerFilters = [...offerStatuses, 'asked'] as const
export type OfferFilterName = (typeof offerFilters)[number]

/** A cancelled offer counts as cancelled although it was accepted before. */
export const offerStatusOf = (offer: { isCancel: boolean; acceptedAt: string | null }): OfferStatus =>
  offer.isCancel ? 'cancelled' : offer.acceptedAt === null ? 'open' : 'accepted'

const text = z.optional(z.string().check(z.maxLength(200)))

/** Filters of the list and its files. `from` and `to` are days in Turkey, both included, in a Turkish or ISO format. */
export const offersQuery = z.object({
  page: text,
  limit: text,
  sort: text,
  q: text,
  status: text,
  from: text,
  to: text,
})

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/catalog/offers',
  access: 'dealer',
  needs: ['offers'],
  summary:
    'The offers of the visitor’s dealer. page, limit, sort, q, status (open, accepted, cancelled), from, to (days); invalid values are ignored',
  query: offersQuery,
  reply: z.object({
    items: z.array(offer),
    ...paged,
    sort: z.enum(offerSorts),
    /** The search text. */
    q: z.string(),
    status: z.nullable(z.enum(offerFilters)),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** The dealer itself. */
    customer: z.object({ code: z.string(), name: z.string() }),
    user_logo: z.nullable(z.string()),
    user_address: sellerAddress,
  }),
  errors: [],
})
export type OfferList = z.output<(typeof listOffers)['reply']>

/** Parses the page size of an address. */
export function parseOfferLimit(value: string | undefined): number {
  const limit = Number(value)
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, offersMax) : offersPerPage
}

export const makeOffer = endpoint({
  method: 'POST',
  path: '/api/catalog/cart/offer',
  access: 'dealer',
  needs: ['offers'],
  encoding: 'form',
  summary: 'Turns the cart into an offer. Idempotency-Key: the same key and body return the same response',
  /** With `undo`, `restoreCartLines` puts the lines back into the cart; the offer stays. */
  body: z.extend(cartForm, { undo: z.optional(undoKey) }),
  reply: z.object({ success: z.literal(true), id: z.number(), orderNo: z.string() }),
  errors: [
    'forbidden',
    'cart_empty',
    'cart_not_as_shown',
    'cart_changed',
    'price_unknown',
    ...quantityRefusals,
    'plan_unknown',
    'idempotency_mismatch',
    'in_progress',
  ],
})

export const cancelOffer = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Cancels an offer',
  params: longRowParams,
  body: z.object({ cancel: z.literal(true) }),
  reply: success,
  errors: ['offer_not_found', 'offer_cancelled'],
})

/** Its lines, customer and terms can no longer be changed. Accepting it again changes nothing. */
export const acceptOffer = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/accept/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Records that the customer accepted the offer',
  params: longRowParams,
  reply: success,
  errors: ['offer_not_found', 'offer_cancelled'],
})

export const mailOffer = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/mail/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Sends the offer to its customer by email, as a PDF',
  params: longRowParams,
  reply: success,
  errors: [
    'forbidden',
    'offer_not_found',
    'offer_cancelled',
    'offer_email_missing',
    'mail_server_missing',
    'too_many_requests',
    'unavailable',
  ],
})

/** If lines cannot be added, the response lists them, with `product.id` of the first (specification, section 7). */
export const editOffer = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/edit/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Adds the offer’s lines to the cart at today’s prices; the offer remains',
  params: longRowParams,
  reply: z.object({ success: z.literal(true), moved: z.number() }),
  errors: ['offer_not_found', 'offer_cancelled', 'offer_partly_moved', 'offer_not_moved'],
})
