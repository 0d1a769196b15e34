import * as z from 'zod/mini'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

/** Keys of a dealer that are not revoked. */
export const dealerKeysMax = 20
/** Requests of a key per minute. */
export const dealerKeyRequests = 300

const typed = (max: number) => z.string().check(z.maxLength(max))

/** As typed in the form. */
export const dealerKeyValues = z.strictObject({
  name: typed(500),
  scopes: z.array(z.enum(dealerScopes)).check(z.maxLength(dealerScopes.length)),
  /** The last day in Turkey on which the key is valid; empty: no end. */
  expiresOn: typed(20),
})
export type DealerKeyValues = z.output<typeof dealerKeyValues>

export const listedDealerKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The visible part of the key. */
  prefix: z.string(),
  scopes: z.array(z.enum(dealerScopes)),
  state: z.enum(['active', 'expired', 'revoked']),
  /** As whom its program acts. */
  user: z.string(),
  /** The visitor may revoke it: it is its own, or the visitor has the right to order. */
  canRevoke: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
})
export type ListedDealerKey = z.output<typeof listedDealerKey>

const reply = z.object({ items: z.array(listedDealerKey) })

export const listDealerKeys = endpoint({
  method: 'GET',
  path: '/api/account/keys',
  access: 'dealer',
  needs: ['keys'],
  summary: 'Keys with which the dealer’s programs call the shop',
  reply,
  errors: [],
})

/**
 * The key acts as the user who makes it. It is returned once and cannot be shown again. Only users with the right to order
 * can make one that orders.
 */
export const addDealerKey = endpoint({
  method: 'POST',
  path: '/api/account/keys',
  access: 'dealer',
  needs: ['keys'],
  summary: 'Makes a key',
  body: dealerKeyValues,
  reply: z.object({ ...reply.shape, key: z.string() }),
  errors: ['validation_failed', 'no_order_right', 'dealer_keys_full'],
})

export const revokeDealerKey = endpoint({
  method: 'POST',
  path: '/api/account/keys/:id/revoke',
  access: 'dealer',
  needs: ['keys'],
  summary: 'Revokes a key: its next request is refused',
  params: rowParams,
  reply,
  errors: ['not_found', 'no_order_right'],
})
