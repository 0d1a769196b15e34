import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

export const getSingleSignOn = endpoint({
  method: 'GET',
  path: '/api/account/single-sign-on',
  access: 'guest',
  summary: 'Whether users can sign in with the account of their company',
  reply: z.object({
    isOffered: z.boolean(),
    /** The name of the provider of staff; null without one. */
    staff: z.nullable(z.string()),
  }),
  errors: [],
})

/** The domain of `email` names the provider; `null` names that of staff. */
export const startSingleSignOn = endpoint({
  method: 'POST',
  path: '/api/account/single-sign-on',
  needsLimits: true,
  access: 'guest',
  summary:
    'Starts a sign-in at the provider of a company. Returns the address there; `next` is the path to open afterwards',
  body: z.strictObject({
    email: z.nullable(z.string().check(z.maxLength(254))),
    next: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({ location: z.string() }),
  errors: ['sso_domain_unknown', 'sso_unavailable', 'too_many_requests'],
})
