import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { unlessReadOnly } from '#server/platform/db/failure.ts'
import { permissionsOf } from '#domain/people/permissions.ts'
import { dealerRatesSql, mayUseKeys, roleColumns } from '#server/account/account.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { FeedShape } from './feed-item.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'

/** SHA-256 of the secret part of an address, which has 256 random bits. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** How encrypted tokens are bound to their rows. */
export const tokenBinding = (hash: Buffer) => ({ purpose: 'dealer_feed', owner: hash.toString('hex') })

export type FeedRow = {
  id: number
  name: string
  shape: FeedShape
  token_hash: Buffer
  token_sealed: Buffer
  user_name: string
  created_at: Date
  changed_at: Date
  last_used_at: Date | null
  last_used_from: string | null
}

export function listFeedRows(db: Db, dealerId: number): Promise<FeedRow[]> {
  return db.query<FeedRow>(
    `SELECT f.id, f.name, f.shape, f.token_hash, f.token_sealed, u.name AS user_name, f.created_at, f.changed_at,
            f.last_used_at, host(f.last_used_from) AS last_used_from
       FROM dealer_feeds f JOIN users u ON u.id = f.user_id WHERE f.dealer_id = $1 ORDER BY f.id`,
    [dealerId],
    'feed_list',
  )
}

export type UsedFeed = {
  id: number
  name: string
  shape: FeedShape
  revision: number
  terms_hash: Buffer | null
  terms_version: number
  user_id: number
  user_name: string
  email: string
  can_order: boolean
  user_role: string | null
  own_permissions: string[] | null
  dealer_id: number
  dealer_code: string
  dealer_name: string
  price_list_id: number | null
  discount: string
  rates: DealerRates | null
  window_requests: number
  seconds_left: number
}

/** The user, of the feed's dealer, whose view the feed has. Both must be enabled, and the user may still have keys. */
const isOpen = `f.token_hash = $1 AND u.id = f.user_id AND d.id = f.dealer_id AND u.dealer_id = f.dealer_id
  AND u.disabled_at IS NULL AND d.disabled_at IS NULL AND ${mayUseKeys}`
const usedColumns = `f.id, f.name, f.shape, f.revision, f.terms_hash, f.terms_version, u.id AS user_id,
  u.name AS user_name, u.email, u.can_order, ${roleColumns}, d.id AS dealer_id, d.code AS dealer_code, d.name AS dealer_name,
  d.price_list_id, d.discount, ${dealerRatesSql} AS rates`

/**
 * Counts a request of a feed and returns it with its dealer's conditions; undefined if there is no such feed (any more).
 * While the database accepts no changes, requests are not counted.
 */
export async function useFeed(pool: Pool, token: string, address: string): Promise<UsedFeed | undefined> {
  const hash = tokenHash(token)
  const counted = pool.one<UsedFeed>(
    `UPDATE dealer_feeds f SET last_used_at = now(), last_used_from = $2,
            window_requests = CASE WHEN window_started_at > now() - interval '1 minute' THEN window_requests + 1 ELSE 1 END,
            window_started_at = CASE WHEN window_started_at > now() - interval '1 minute' THEN window_started_at ELSE now() END
       FROM users u, dealers d WHERE ${isOpen}
      RETURNING ${usedColumns}, f.window_requests,
                ceil(extract(epoch FROM f.window_started_at + interval '1 minute' - now()))::integer AS seconds_left`,
    [hash, isIP(address) === 0 ? null : address],
    'feed_use',
  )
  const row = await unlessReadOnly(counted, null)
  if (row !== null) return row
  return pool.one<UsedFeed>(
    `SELECT ${usedColumns}, 0 AS window_requests, 0 AS seconds_left FROM dealer_feeds f, users u, dealers d WHERE ${isOpen}`,
    [hash],
    'feed_find',
  )
}

/** The user of a feed, as one who is signed in. */
export function actorOf(feed: UsedFeed): Actor {
  return {
    sessionId: Buffer.alloc(0),
    userId: feed.user_id,
    name: feed.user_name,
    email: feed.email,
    role: 'dealer',
    needsFactor: false,
    permissions: permissionsOf({
      kind: 'dealer',
      role: feed.user_role,
      own: feed.own_permissions,
      canOrder: feed.can_order,
    }),
    // Feeds have products only.
    addresses: null,
    impersonator: null,
    representative: null,
    dealer: {
      id: feed.dealer_id,
      code: feed.dealer_code,
      name: feed.dealer_name,
      priceListId: feed.price_list_id,
      discount: feed.discount,
      rates: feed.rates,
      // A feed orders nothing.
      carrierPayer: 'store',
    },
  }
}

/**
 * Stores the conditions of an answer. Returns the microsecond since 1970 at which they were first seen: changes since an
 * earlier moment are all products.
 */
export async function saveTerms(pool: Pool, feed: UsedFeed, terms: Buffer): Promise<number> {
  if (feed.terms_hash?.equals(terms)) return feed.terms_version
  const saved = pool.one<{ terms_version: number }>(
    `UPDATE dealer_feeds SET terms_hash = $2, terms_version = (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
      WHERE id = $1 RETURNING terms_version`,
    [feed.id, terms],
    'feed_terms',
  )
  const row = await unlessReadOnly(saved, null)
  return row?.terms_version ?? Number.MAX_SAFE_INTEGER
}
