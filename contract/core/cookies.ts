import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Accepts the cookie notice (checkout document, section 7). Stored for a year in the browser, and with a signed-in
 * user.
 */
export const acceptCookies = endpoint({
  method: 'POST',
  path: '/api/catalog/cookies',
  access: 'guest',
  summary: 'Records that the visitor has accepted the cookie notice',
  body: z.object({ allowCookies: z.literal(true) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['validation_failed'],
})
