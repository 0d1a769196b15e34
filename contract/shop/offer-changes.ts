import * as z from 'zod/mini'
import { quantityMax } from '#domain/cart/quantity.ts'
import { isBasePrice, isDiscount, parseDiscount } from '#domain/orders/offer.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { isPhone } from '#domain/text/phone.ts'
import { noteMax } from './cart.ts'
import { endpoint } from '#contract/core/endpoint.ts'

const success = z.object({ success: z.literal(true) })

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
  errors: ['offer_not_found', 'offer_cancelled', 'offer_accepted', 'offer_agreed', 'validation_failed'],
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
