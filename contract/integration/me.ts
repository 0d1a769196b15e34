import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { scopes } from '#contract/core/scopes.ts'
import { keyInfoExample } from './examples.ts'

export const getKeyInfo = endpoint({
  method: 'GET',
  path: '/api/integration/v1/me',
  access: 'service',
  summary: 'The key of the request, and the time and version of the shop',
  reply: z.object({
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: z.nullable(z.string()),
    /** The shop's clock. */
    now: z.string(),
    /** The version of the shop. */
    version: z.string(),
  }),
  example: keyInfoExample,
  errors: [],
})
