import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { sellerAddress } from './offers.ts'
import { knownCustomer } from './offer-changes.ts'

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
