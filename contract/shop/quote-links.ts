import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams } from '#contract/core/row-id.ts'

export const quoteAnswers = ['accepted', 'declined'] as const
/** `expired` and `withdrawn` links lead nowhere. */
export const quoteLinkStates = ['open', ...quoteAnswers, 'expired', 'withdrawn'] as const
export type QuoteLinkState = (typeof quoteLinkStates)[number]

/** The newest public link of an offer. */
export const quoteLink = z.object({
  state: z.enum(quoteLinkStates),
  date: z.string(),
  expiresAt: z.string(),
  hasReminder: z.boolean(),
  remindedAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** As the customer typed them; empty without an answer. */
  name: z.string(),
  note: z.string(),
})
export type QuoteLink = z.output<typeof quoteLink>

const success = z.object({ success: z.literal(true) })

export const linkQuote = endpoint({
  method: 'POST',
  path: '/api/catalog/offer/link/:id',
  access: 'dealer',
  needs: ['offers'],
  summary:
    'Makes a public link of the quote, which ends an earlier one, and sends it to the customer by email if requested',
  params: longRowParams,
  body: z.strictObject({ sendEmail: z.boolean(), hasReminder: z.boolean() }),
  reply: z.object({ success: z.literal(true), url: z.string() }),
  errors: [
    'forbidden',
    'offer_not_found',
    'offer_cancelled',
    'offer_accepted',
    'offer_expired',
    'offer_email_missing',
    'mail_server_missing',
    'too_many_requests',
    'unavailable',
  ],
})

export const getQuoteLink = endpoint({
  method: 'GET',
  path: '/api/catalog/offer/link/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'The address of the open public link of a quote',
  params: longRowParams,
  reply: z.object({ url: z.string() }),
  errors: ['forbidden', 'offer_not_found', 'quote_link_unknown'],
})

export const changeQuoteLink = endpoint({
  method: 'PATCH',
  path: '/api/catalog/offer/link/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Whether the customer is reminded of the quote by email, once',
  params: longRowParams,
  body: z.strictObject({ hasReminder: z.boolean() }),
  reply: success,
  errors: ['offer_not_found', 'quote_link_unknown'],
})

export const withdrawQuoteLink = endpoint({
  method: 'DELETE',
  path: '/api/catalog/offer/link/:id',
  access: 'dealer',
  needs: ['offers'],
  summary: 'Withdraws the public link of a quote',
  params: longRowParams,
  reply: success,
  errors: ['offer_not_found', 'quote_link_unknown'],
})
