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

export const textToAccept = z.object({
  kind: textKind,
  /** The current version, which is accepted. */
  version: z.number(),
  publishedAt: z.string(),
  /** From then on the dealer cannot order without it. */
  acceptUntil: z.string(),
  isLate: z.boolean(),
  /** The contract is accepted by an owner of the dealer. */
  mayAccept: z.boolean(),
  /** What the store writes about the changes; '' = nothing. */
  summary: z.string(),
  /** Safe HTML. */
  html: z.string(),
  /** The paragraphs that differ from the version that the user knows. */
  changes: z.array(z.object({ kind: z.enum(['added', 'removed']), text: z.string() })),
})
export type TextToAccept = z.output<typeof textToAccept>

const toAccept = z.object({ items: z.array(textToAccept) })

export const listTextsToAccept = endpoint({
  method: 'GET',
  path: '/api/account/texts',
  access: 'dealer',
  needs: [],
  summary: 'Texts of the store that the user has to accept. Empty while an administrator impersonates the user',
  reply: toAccept,
  errors: [],
})

export const acceptText = endpoint({
  method: 'POST',
  path: '/api/account/texts/:kind',
  access: 'dealer',
  needs: [],
  summary: 'Accepts the current version of a text; the contract for the whole dealer. Returns what is left',
  params: z.object({ kind: textKind }),
  body: z.strictObject({ version: z.number().check(z.int(), z.minimum(1), z.maximum(textVersionMax)) }),
  reply: toAccept,
  errors: ['text_not_found', 'text_changed', 'text_owner_only'],
})
