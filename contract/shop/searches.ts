import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** Records that a suggestion was chosen, which is a search without a result list (docs/decisions/009). */
export const recordSearch = endpoint({
  method: 'POST',
  path: '/api/catalog/searches',
  access: 'guest',
  summary: 'Records in the search log that a suggestion was chosen',
  body: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['validation_failed'],
})
