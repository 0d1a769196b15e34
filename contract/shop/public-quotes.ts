import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { quote } from './quote.ts'
import { quoteAnswers } from './quote-links.ts'

export const answerNameMax = 120
export const answerNoteMax = 1000

const tokenParams = z.object({ token: z.string().check(z.maxLength(100)) })

/** What the dealer's customer sees: its own quote, and nothing of the store. */
export const publicQuote = z.object({
  ...quote.shape,
  state: z.enum(['open', ...quoteAnswers]),
  expiresAt: z.string(),
  answeredAt: z.nullable(z.string()),
  /** Names the content on screen; an answer to another content is refused. */
  mark: z.string(),
})
export type PublicQuote = z.output<typeof publicQuote>

/** A link that is unknown, withdrawn or expired gets the same reply. */
export const getPublicQuote = endpoint({
  method: 'GET',
  path: '/api/quotes/:token',
  access: 'guest',
  summary: 'A quote by its public link',
  params: tokenParams,
  reply: publicQuote,
  errors: ['quote_link_unknown', 'too_many_requests'],
})

export const answerPublicQuote = endpoint({
  method: 'POST',
  path: '/api/quotes/:token',
  access: 'guest',
  summary: 'The customer accepts the quote with its name, or declines it with a reason',
  params: tokenParams,
  body: z.strictObject({
    answer: z.enum(quoteAnswers),
    mark: z.string().check(z.maxLength(60)),
    name: z.string().check(z.maxLength(answerNameMax)),
    note: z.string().check(z.maxLength(answerNoteMax)),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['quote_link_unknown', 'quote_answered', 'quote_changed', 'quote_name_missing', 'too_many_requests'],
})
