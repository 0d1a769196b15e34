import { type FeedValues } from '#contract/shop/feeds.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { TestRequest } from './shop.ts'

const values: FeedValues = {
  name: 'Sitem',
  preset: 'standard',
  format: 'json',
  root: 'products',
  item: 'product',
  delimiter: ',',
  columns: [{ field: 'code', name: 'code' }],
  price: 'own',
  percent: '0',
  rounding: '0.01',
  currency: 'TRY',
  taxIncluded: false,
  brands: [],
  categories: [],
}

const feedId = 900_001
const ofFeed = `/api/account/feeds/${feedId}`

/** A feed and a key of the dealer, made again after a request has removed it. */
export async function restoreFeed(db: Db, dealer: Actor): Promise<void> {
  const { name, ...shape } = values
  await db.execute(
    `INSERT INTO dealer_feeds (id, dealer_id, user_id, name, token_hash, token_sealed, shape) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, sha256('feed'), '', $5) ON CONFLICT (id) DO NOTHING`,
    [feedId, dealer.dealer?.id, dealer.userId, name, JSON.stringify(shape)],
  )
  await db.execute(
    `INSERT INTO api_keys (id, dealer_id, user_id, name, prefix, secret_hash, scopes, requests_per_minute)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, 'Deneme01', sha256('key'), '{catalog:read}', 60)
     ON CONFLICT (id) DO NOTHING`,
    [feedId, dealer.dealer?.id, dealer.userId, name],
  )
}

/** Requests to the calls of feeds and dealers' keys. */
export const feedRequests: Record<string, () => TestRequest> = {
  'GET /api/account/keys': () => ({ url: '/api/account/keys' }),
  'POST /api/account/keys': () => ({
    url: '/api/account/keys',
    body: { name: 'Site', scopes: ['catalog:read'], expiresOn: '' },
  }),
  'POST /api/account/keys/:id/revoke': () => ({ url: `/api/account/keys/${feedId}/revoke` }),
  'GET /api/account/feeds': () => ({ url: '/api/account/feeds' }),
  'GET /api/account/feeds/choices': () => ({ url: '/api/account/feeds/choices' }),
  'POST /api/account/feeds': () => ({ url: '/api/account/feeds', body: values }),
  'PATCH /api/account/feeds/:id': () => ({ url: ofFeed, body: values }),
  'POST /api/account/feeds/:id/renew': () => ({ url: `${ofFeed}/renew` }),
  'DELETE /api/account/feeds/:id': () => ({ url: ofFeed }),
}
