import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { DealerScope } from '#contract/core/dealer-scopes.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Scope } from '#contract/core/scopes.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { loadUser } from '#server/account/account.ts'
import { unlessReadOnly } from '#server/platform/db/failure.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { clientAddress, networkOf } from '#server/platform/http/network.ts'
import { headerText } from '#server/platform/http/request-context.ts'
import { createQuota } from '#server/platform/limits/quota.ts'
import type { Actor, Service } from '#server/visitor/visitor.ts'
import { parseKey } from './key-text.ts'

/** Attempts with wrong keys from one network. Secrets cannot be guessed: this only saves the database the work. */
const wrongKeys = { max: 60, seconds: 60 }

type KeyRow = {
  id: number
  name: string
  dealer_id: number | null
  user_id: number | null
  scopes: (Scope | DealerScope)[]
  expires_at: Date | null
  requests_per_minute: number
  window_requests: number
  seconds_left: number
}

export type KeyCheck = {
  /** Checks the key of a request. Every reason for which a key is not accepted is answered alike. */
  admit(request: FastifyRequest, access: Endpoint['access']): Promise<Refusal | null>
  /** The program that `admit` let in. */
  serviceOf(request: FastifyRequest): Service | null
  /** The user of the dealer's key that `admit` let in. */
  userOf(request: FastifyRequest): Actor | null
}

/** Checks the keys of programs, and counts their requests over all processes. */
export function openKeyCheck(pool: Pool): KeyCheck {
  const admitted = new WeakMap<FastifyRequest, Service>()
  const users = new WeakMap<FastifyRequest, Actor>()
  const failures = createQuota(pool, 'wrong keys', { each: [wrongKeys] })
  return {
    async admit(request, access) {
      const [, text] = /^Bearer ([\w-]{1,200})$/i.exec(headerText(request.headers.authorization) ?? '') ?? []
      const key = text === undefined ? null : parseKey(text)
      const row = key === null ? undefined : await useKey(pool, key, { address: clientAddress(request.ip), access })
      const user = row?.user_id == null ? null : await loadUser(pool, row.user_id)
      if (row === undefined || (access === 'dealerKey' && user?.dealer?.id !== row.dealer_id)) {
        const seconds = failures.take(networkOf(request.ip))
        return seconds > 0 ? refuse('too_many_attempts', { seconds }) : refuse('key_invalid')
      }
      const { id, name, scopes, expires_at, window_requests, requests_per_minute, seconds_left } = row
      if (window_requests > requests_per_minute) {
        return refuse('key_limit', { limit: requests_per_minute, seconds: seconds_left })
      }
      if (user !== null && !user.permissions.has('keys')) return refuse('no_right', { right: 'keys' })
      admitted.set(request, { keyId: id, name, scopes, expiresAt: expires_at })
      if (user !== null) users.set(request, user)
      return null
    },
    serviceOf: (request) => admitted.get(request) ?? null,
    userOf: (request) => users.get(request) ?? null,
  }
}

/** Keys of dealers and others open different calls. */
const isValid = `prefix = $1 AND (dealer_id IS NOT NULL) = $4 AND secret_hash = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
  AND (addresses = '{}' OR $3::inet <<= ANY (addresses))`

/**
 * Counts a request of a valid key; undefined if the key is not valid here and now. While the database accepts no changes,
 * requests are not counted, so that programs can still read.
 */
async function useKey(
  pool: Pool,
  { prefix, hash }: { prefix: string; hash: Buffer },
  { address, access }: { address: string; access: Endpoint['access'] },
): Promise<KeyRow | undefined> {
  const params = [prefix, hash, isIP(address) === 0 ? null : address, access === 'dealerKey']
  const counted = pool.one<KeyRow>(
    `UPDATE api_keys SET last_used_at = now(), last_used_from = $3,
            window_requests = CASE WHEN window_started_at > now() - interval '1 minute' THEN window_requests + 1 ELSE 1 END,
            window_started_at = CASE WHEN window_started_at > now() - interval '1 minute' THEN window_started_at ELSE now() END
      WHERE ${isValid}
      RETURNING id, name, dealer_id, user_id, scopes, expires_at, requests_per_minute, window_requests,
                ceil(extract(epoch FROM window_started_at + interval '1 minute' - now()))::integer AS seconds_left`,
    params,
    'key_use',
  )
  const row = await unlessReadOnly(counted, null)
  if (row !== null) return row
  return pool.one<KeyRow>(
    `SELECT id, name, dealer_id, user_id, scopes, expires_at, requests_per_minute, 0 AS window_requests, 0 AS seconds_left
       FROM api_keys WHERE ${isValid}`,
    params,
    'key_find',
  )
}
