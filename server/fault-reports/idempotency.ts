import type { Db } from '#server/platform/db/pool.ts'

export type Attempt = { userId: number; key: string; hash: Buffer }
type KnownAttempt = { request_hash: Buffer; report_no: string | null }

/** Claims an idempotency key. While another transaction holds it this waits. Null: ours; else what it led to. */
export async function claimKey(db: Db, { userId, key, hash }: Attempt): Promise<KnownAttempt | null> {
  const claimed = await db.execute(
    'INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [userId, key, hash],
    'fault_claim',
  )
  if (claimed === 1) return null
  const known = await db.one<KnownAttempt>(
    `SELECT k.request_hash, r.report_no FROM idempotency_keys k LEFT JOIN fault_reports r ON r.id = k.fault_report_id
      WHERE k.user_id = $1 AND k.key = $2`,
    [userId, key],
    'fault_known',
  )
  // Only housekeeping removes keys; it may have done so just now.
  return known ?? claimKey(db, { userId, key, hash })
}

export async function completeKey(db: Db, { userId, key }: Attempt, reportId: number): Promise<void> {
  await db.execute(
    'UPDATE idempotency_keys SET fault_report_id = $3 WHERE user_id = $1 AND key = $2',
    [userId, key, reportId],
    'fault_complete',
  )
}
