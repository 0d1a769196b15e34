import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { scopes } from '#contract/core/scopes.ts'

const typed = (max: number) => z.string().check(z.maxLength(max))

/** Requests per minute of a new key. */
export const keyLimitDefault = 600
export const keyLimitMax = 100_000

/** As typed in the form. */
export const keyValues = z.strictObject({
  name: typed(500),
  scopes: z.array(z.enum(scopes)).check(z.maxLength(scopes.length)),
  /** The last day in Turkey on which the key is valid; empty: no end. */
  expiresOn: typed(20),
  /** IP addresses and networks, one per line; empty: all. */
  addresses: typed(4000),
  requestsPerMinute: typed(20),
})
export type KeyValues = z.output<typeof keyValues>

export const keyStates = ['active', 'expired', 'revoked'] as const

export const listedKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The visible part of the key. */
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  addresses: z.array(z.string()),
  requestsPerMinute: z.number(),
  state: z.enum(keyStates),
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
})
export type ListedKey = z.output<typeof listedKey>

const reply = z.object({ items: z.array(listedKey) })

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/yonetim/api-keys',
  access: 'admin',
  area: 'settings',
  summary: 'Keys with which programs call the integration API',
  reply,
  errors: [],
})

/** The key is returned once and cannot be shown again. */
export const addApiKey = endpoint({
  method: 'POST',
  path: '/yonetim/api-keys',
  access: 'admin',
  area: 'settings',
  summary: 'Makes a key',
  body: keyValues,
  reply: z.object({ ...reply.shape, key: z.string() }),
  errors: ['validation_failed'],
})

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/yonetim/api-keys/:id/revoke',
  access: 'admin',
  area: 'settings',
  summary: 'Revokes a key: its next request is refused',
  params: rowParams,
  reply,
  errors: ['not_found'],
})
