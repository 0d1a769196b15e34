import type { Db } from '#server/platform/db/pool.ts'

export type Attempt = { userId: number; key: string; hash: Buffer }
export type KnownAttempt = { request_hash: Buffer; order_id: number | null; order_no: string | null }

/**
 * Claims an idempotency key. While another transaction holds the key this waits for its end.
 * Null: the key is ours; else what it led to.
 */
export async function claimKey(db: Db, { userId, key, hash }: Attempt): Promise<KnownAttempt | null> {
  const claimed = await db.execute(
    'INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [userId, key, hash],
    'checkout_claim',
  )
  if (claimed === 1) return null
  const known = await db.one<KnownAttempt>(
    `SELECT k.request_hash, k.order_id, o.order_no FROM idempotency_keys k LEFT JOIN orders o ON o.id = k.order_id
      WHERE k.user_id = $1 AND k.key = $2`,
    [userId, key],
    'checkout_known',
  )
  // Only housekeeping removes keys; it may have done so just now.
  return known ?? claimKey(db, { userId, key, hash })
}

export async function completeKey(db: Db, { userId, key }: Attempt, orderId: number): Promise<void> {
  await db.execute(
    'UPDATE idempotency_keys SET order_id = $3 WHERE user_id = $1 AND key = $2',
    [userId, key, orderId],
    'checkout_complete',
  )
}

/** Keys are kept for a month: no client sends an order again after that. */
export async function purgeIdempotencyKeys(db: Db): Promise<void> {
  await db.execute("DELETE FROM idempotency_keys WHERE created_at < now() - interval '30 days'")
}
