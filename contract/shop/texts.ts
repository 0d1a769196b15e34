import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { textKinds } from '#domain/texts/published-text.ts'

export const textKind = z.enum(textKinds)
export const textVersionMax = 1_000_000

const head = { kind: textKind, version: z.number(), publishedAt: z.string() }
export const listedText = z.object(head)
export type ListedText = z.output<typeof listedText>

export const listTexts = endpoint({
  method: 'GET',
  path: '/api/texts',
  access: 'guest',
  summary: 'The current versions of the published texts of the store',
  reply: z.object({ items: z.array(listedText) }),
  errors: [],
})

export const publishedText = z.object({
  ...head,
  /** Safe HTML. */
  html: z.string(),
  isCurrent: z.boolean(),
})
export type PublishedText = z.output<typeof publishedText>

export const getText = endpoint({
  method: 'GET',
  path: '/api/texts/:kind',
  access: 'guest',
  summary: 'A text of the store, in the visitor’s language where it is translated. version: an earlier one',
  params: z.object({ kind: textKind }),
  query: z.object({ version: z.optional(z.string().check(z.maxLength(20))) }),
  reply: publishedText,
  errors: ['text_not_found'],
})
