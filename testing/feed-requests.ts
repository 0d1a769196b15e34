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
const ofWebhook = `/api/account/webhooks/${feedId}`
const webhook = { name: 'Site', url: 'http://127.0.0.1:9/', types: ['order.created'] }

/** A feed, a key and a webhook of the dealer, made again after a request has removed them. */
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
  await db.execute(
    `INSERT INTO webhook_targets (id, dealer_id, user_id, name, url, types, expanded_seq) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT (id) DO NOTHING`,
    [feedId, dealer.dealer?.id, dealer.userId, name, webhook.url, webhook.types],
  )
  await db.execute(
    `INSERT INTO webhook_deliveries (id, target_id, type, subject, subject_id, state) OVERRIDING SYSTEM VALUE
     VALUES ($1::integer, $1, 'order.created', 'order', 1, 'dead') ON CONFLICT (id) DO NOTHING`,
    [feedId],
  )
}

/** Requests to the calls of feeds, and of dealers' keys and webhooks. */
export const feedRequests: Record<string, () => TestRequest> = {
  'GET /api/account/keys': () => ({ url: '/api/account/keys' }),
  'POST /api/account/keys': () => ({
    url: '/api/account/keys',
    body: { name: 'Site', scopes: ['catalog:read'], expiresOn: '' },
  }),
  'POST /api/account/keys/:id/revoke': () => ({ url: `/api/account/keys/${feedId}/revoke` }),
  'GET /api/account/webhooks': () => ({ url: '/api/account/webhooks' }),
  'POST /api/account/webhooks': () => ({ url: '/api/account/webhooks', body: webhook }),
  'PATCH /api/account/webhooks/:id': () => ({ url: ofWebhook, body: webhook }),
  'POST /api/account/webhooks/:id/state': () => ({ url: `${ofWebhook}/state`, body: { isActive: true } }),
  'POST /api/account/webhooks/:id/secret': () => ({ url: `${ofWebhook}/secret`, body: {} }),
  'DELETE /api/account/webhooks/:id': () => ({ url: ofWebhook }),
  'GET /api/account/webhooks/:id/deliveries': () => ({ url: `${ofWebhook}/deliveries` }),
  'POST /api/account/webhooks/:id/test': () => ({ url: `${ofWebhook}/test`, body: {} }),
  'POST /api/account/webhooks/:id/replay': () => ({ url: `${ofWebhook}/replay`, body: {} }),
  'POST /api/account/webhook-deliveries/:id/replay': () => ({
    url: `/api/account/webhook-deliveries/${feedId}/replay`,
    body: {},
  }),
  'GET /api/account/feeds': () => ({ url: '/api/account/feeds' }),
  'GET /api/account/feeds/choices': () => ({ url: '/api/account/feeds/choices' }),
  'POST /api/account/feeds': () => ({ url: '/api/account/feeds', body: values }),
  'PATCH /api/account/feeds/:id': () => ({ url: ofFeed, body: values }),
  'POST /api/account/feeds/:id/renew': () => ({ url: `${ofFeed}/renew` }),
  'DELETE /api/account/feeds/:id': () => ({ url: ofFeed }),
}
