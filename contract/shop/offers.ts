import * as z from 'zod/mini'
import { quantityMax } from '#domain/cart/quantity.ts'
import { isBasePrice, isDiscount, parseDiscount } from '#domain/orders/offer.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { isPhone } from '#domain/text/phone.ts'
import { cartForm, noteMax, undoKey } from './cart.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { money, rates } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams } from '#contract/core/row-id.ts'

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
    status: z.nullable(z.enum(offerStatuses)),
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

/** Maximum numbers of offers in a request, and of lines in all of them: more than anybody types. */
const offersAtOnce = 50
const itemsAtOnce = 5000

const discount = z.pipe(
  z
    .union([z.number(), z.string().check(z.maxLength(20))])
    .check(z.refine((value) => (typeof value === 'number' ? isDiscount(value) : parseDiscount(value) !== null))),
  z.transform((value) => (typeof value === 'number' ? value : (parseDiscount(value) ?? 0))),
)
const key = z.string().check(z.regex(/^\d{1,15}$/))

/** Replaces the whole line, not only its discount; `basePrice` null restores the dealer's own price. */
const editedLine = z.strictObject({
  discount,
  quantity: z.number().check(z.int(), z.minimum(1), z.maximum(quantityMax)),
  basePrice: z.nullable(z.number().check(z.refine(isBasePrice))),
})
export type EditedLine = z.output<typeof editedLine>

const profitMap = z.record(key, z.record(key, z.union([discount, editedLine]))).check(
  z.refine((map) => {
    const offers = Object.values(map)
    const items = offers.reduce((sum, each) => sum + Object.keys(each).length, 0)
    return offers.length >= 1 && offers.length <= offersAtOnce && items <= itemsAtOnce
  }),
)

export const updateOfferProfit = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/update/profit',
  access: 'dealer',
  needs: ['offers', 'markup'],
  summary:
    'Saves discounts as typed, by offer id and item id: {"12": {"85": 10, "86": -5}}; {"discount", "quantity", "basePrice"} saves the whole line. All or none',
  body: profitMap,
  reply: success,
  errors: ['offer_not_found', 'offer_cancelled', 'offer_accepted', 'validation_failed'],
})

const trimmed = (most: number, isRight: (text: string) => boolean = () => true) =>
  z.optional(
    z.pipe(
      z.string().check(
        z.maxLength(most),
        z.refine((value) => value.trim() === '' || isRight(value.trim())),
      ),
      z.transform((value) => value.trim()),
    ),
  )

/** The customer of an offer. Omitted fields are emptied, so unknown fields are refused. */
export const offerCustomer = z.strictObject({
  name: trimmed(120),
  companyName: trimmed(160),
  email: trimmed(200, isEmail),
  phone: trimmed(40, isPhone),
  taxOffice: trimmed(80),
  taxNumber: trimmed(20, isTaxNumber),
})
export type OfferCustomer = z.output<typeof offerCustomer>

/** VKN (10 digits) or TCKN (11). */
function isTaxNumber(text: string): boolean {
  return /^\d{10,11}$/.test(text)
}

/** Whether an email can be sent to the address. Only mail servers can find further errors. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 200 &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}.]+(\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+$/u.test(text)
  )
}

export const updateOfferCustomer = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/update/customer',
  access: 'dealer',
  needs: ['offers'],
  summary:
    'Customers by offer number: {"T2026000012": {"name", "companyName", "email", "phone", "taxOffice", "taxNumber"}}. All or none',
  body: z
    .record(z.string().check(z.regex(/^T\d{10,20}$/)), offerCustomer)
    .check(z.refine((map) => Object.keys(map).length >= 1 && Object.keys(map).length <= offersAtOnce)),
  reply: success,
  errors: ['offer_not_found', 'offer_cancelled', 'offer_accepted', 'validation_failed'],
})

/** A customer of earlier offers, with the data of the newest. */
export const knownCustomer = z.object({
  name: z.string(),
  companyName: z.string(),
  email: z.string(),
  phone: z.string(),
  taxOffice: z.string(),
  taxNumber: z.string(),
})
export type KnownCustomer = z.output<typeof knownCustomer>

export const listOfferCustomers = endpoint({
  method: 'GET',
  path: '/api/catalog/offer/customers',
  access: 'dealer',
  needs: ['offers'],
  summary: 'The customers of the dealer’s offers, last used first, at most 200',
  reply: z.object({ items: z.array(knownCustomer) }),
  errors: [],
})

export const termsMax = 2000

/** Omitted fields are emptied, so unknown fields are refused. */
export const offerTerms = z.strictObject({
  /** In a Turkish or ISO format; null or empty for no limit. */
  validUntil: z.optional(
    z.nullable(
      z.pipe(
        z.string().check(
          z.maxLength(20),
          z.refine((text) => text.trim() === '' || parseDay(text) !== null),
        ),
        z.transform(parseDay),
      ),
    ),
  ),
  terms: trimmed(termsMax),
  note: trimmed(noteMax),
})
export type OfferTerms = z.output<typeof offerTerms>

export const updateOfferTerms = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/update/terms',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Validity, terms and note by offer number: {"T2026000012": {"validUntil", "terms", "note"}}. All or none',
  body: z
    .record(z.string().check(z.regex(/^T\d{10,20}$/)), offerTerms)
    .check(z.refine((map) => Object.keys(map).length >= 1 && Object.keys(map).length <= offersAtOnce)),
  reply: success,
  errors: ['offer_not_found', 'offer_cancelled', 'offer_accepted', 'validation_failed'],
})

/** A line as the customer sees it: the price includes the dealer's discount or mark-up without revealing it. */
export const quoteLine = z.object({
  code: z.string(),
  name: z.string(),
  quantity: z.number(),
  unit: z.string(),
  /** The base units in a unit. */
  multiplier: z.number(),
  taxRate: z.number(),
  price: z.number(),
  amount: z.number(),
})

/** The quote form: everything that the dealer's customer sees. Amounts are in `currency`. */
export const quote = z.object({
  orderNo: z.string(),
  date: z.string(),
  isCancel: z.boolean(),
  description: z.string(),
  validUntil: z.nullable(z.string()),
  terms: z.string(),
  currency: z.string(),
  customer: knownCustomer,
  user_logo: z.nullable(z.string()),
  user_address: sellerAddress,
  lines: z.array(quoteLine),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  /** The tax by rate; adds up to `tax`. */
  taxes: z.array(z.object({ rate: z.number(), base: z.number(), tax: z.number() })),
})
export type Quote = z.output<typeof quote>

export const getQuote = endpoint({
  method: 'GET',
  path: '/api/catalog/offer/print/:offerNo',
  access: 'dealer',
  needs: ['offers'],
  summary: 'The quote form of an offer, as the dealer’s customer sees it',
  params: z.object({ offerNo: z.string().check(z.regex(/^T\d{10,20}$/)) }),
  reply: quote,
  errors: ['forbidden', 'offer_not_found'],
})
