import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { feedPresets } from '#domain/feeds/feed-presets.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { encryptValue } from '#server/platform/http/encrypted.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { tokenBinding, tokenHash } from '#server/feeds/feeds.ts'

/** Secret parts of addresses. Whoever runs the demo store can read them here, as the passwords of its users. */
const feeds = [
  {
    name: 'İnternet sitem',
    token: 'demo-bayi-ticimax-000000000000000000000000x',
    preset: 'ticimax',
    format: 'xml',
    percent: '15',
  },
  {
    name: 'Fiyat ve stok listesi',
    token: 'demo-bayi-stok-0000000000000000000000000000',
    preset: 'standard',
    format: 'json',
    percent: '0',
  },
] as const

/** The key of the demo dealer's site: `tpt_DemoBayi_…`. */
const key = { prefix: 'DemoBayi', secret: 'demo-anahtar-000000000000000000000000000000' } as const

/** Inserts feeds and a key of the demo dealer. */
export async function insertFeeds(db: Db, secret: Secret): Promise<void> {
  for (const { name, token, preset, format, percent } of feeds) {
    const { root, item, taxIncluded, columns } = feedPresets[preset]
    const hash = tokenHash(token)
    const shape = {
      ...{ preset, format, root, item, delimiter: ',', columns, price: 'own', percent },
      ...{ rounding: '0.01', currency: 'TRY', taxIncluded, brands: [], categories: [] },
    }
    await db.execute(
      `INSERT INTO dealer_feeds (dealer_id, user_id, name, token_hash, token_sealed, shape)
       SELECT dealer_id, id, $1, $2, $3, $4 FROM users WHERE email = 'bayi@example.com'`,
      [name, hash, encryptValue(secret, tokenBinding(hash), token), JSON.stringify(shape)],
    )
  }
  await db.execute(
    `INSERT INTO api_keys (name, prefix, secret_hash, scopes, requests_per_minute, created_by, dealer_id, user_id)
     SELECT 'İnternet sitem', $1, sha256(convert_to($2, 'UTF8')), $3, 300,
            id, dealer_id, id
       FROM users WHERE email = 'bayi@example.com'
     ON CONFLICT (prefix) DO UPDATE SET scopes = excluded.scopes, dealer_id = excluded.dealer_id, user_id = excluded.user_id,
       created_by = excluded.created_by, revoked_at = NULL`,
    [key.prefix, key.secret, dealerScopes],
  )
}
