import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { ClaimedAddress } from './claim-addresses.ts'
import { afterFailure, type Failed, isHostFailure } from './retries.ts'

export type StoredPicture = { file: string; etag: string | null; lastModified: string | null }

/** So many failures in a row mean that the host does not answer at all. */
const silentAfter = 4

/**
 * Saves a fetched picture, and that its products have to get it. The number of attempts tells whether another process took the
 * address since.
 */
export function savePicture(pool: Pool, { id, attempts, host }: ClaimedAddress, picture: StoredPicture): Promise<void> {
  return transaction(pool, async (db) => {
    const saved = await db.one<{ is_changed: boolean }>(
      `UPDATE picture_addresses a SET state = 'stored', file = $3, etag = $4, last_modified = $5, checked_at = now(),
              next_at = NULL, taken_until = NULL, attempts = 0, reason = NULL, status = NULL
         FROM (SELECT id, file FROM picture_addresses WHERE id = $1 FOR UPDATE) o
        WHERE a.id = o.id AND a.attempts = $2 AND a.next_at IS NOT NULL RETURNING o.file IS DISTINCT FROM a.file AS is_changed`,
      [id, attempts, picture.file, picture.etag, picture.lastModified],
      'pictures_stored',
    )
    if (saved === undefined) return
    // Products for which an import named a stored picture since are marked by that import. The order is that of other locks.
    if (saved.is_changed)
      await db.execute(
        `WITH wanting AS MATERIALIZED (
           SELECT product_id, address_id FROM product_picture_addresses WHERE address_id = $1 ORDER BY product_id FOR UPDATE)
         UPDATE product_picture_addresses o SET is_due = true FROM wanting w
          WHERE o.product_id = w.product_id AND o.address_id = w.address_id`,
        [id],
        'pictures_wanting',
      )
    await db.execute(
      'UPDATE picture_hosts SET failures = 0 WHERE host = $1 AND failures > 0',
      [host],
      'pictures_host_up',
    )
  })
}

/**
 * Saves why a picture was not fetched, and when it is tried again. A picture that the shop has stays, whatever its address
 * answers now. While a host does not answer, one attempt counts for all of its pictures.
 */
export function saveFailure(pool: Pool, { id, attempts, host }: ClaimedAddress, failed: Failed): Promise<void> {
  const { wait, hostWait } = afterFailure(failed, attempts, Date.now())
  return transaction(pool, async (db) => {
    const saved = await db.execute(
      `UPDATE picture_addresses SET reason = $3, status = $4, taken_until = NULL, checked_at = now(),
              state = CASE WHEN $5::integer IS NULL AND file IS NULL THEN 'failed' ELSE state END,
              next_at = CASE WHEN $5::integer IS NOT NULL THEN now() + make_interval(secs => $5) END
        WHERE id = $1 AND attempts = $2 AND next_at IS NOT NULL`,
      [id, attempts, failed.reason, failed.status ?? null, wait],
      'pictures_failed',
    )
    if (saved === 0) return
    const isSilent = isHostFailure(failed.reason)
    const row = await db.one<{ failures: number }>(
      `UPDATE picture_hosts SET failures = CASE WHEN $2 THEN failures + 1 ELSE 0 END,
              next_at = greatest(next_at, now() + make_interval(secs => $3)) WHERE host = $1 RETURNING failures`,
      [host, isSilent, hostWait],
      'pictures_host_failed',
    )
    if (isSilent && (row?.failures ?? 0) >= silentAfter) {
      await db.execute(
        `UPDATE picture_addresses SET reason = $2, status = NULL, checked_at = now(), attempts = $3,
                state = CASE WHEN $4::integer IS NULL AND file IS NULL THEN 'failed' ELSE state END,
                next_at = CASE WHEN $4::integer IS NOT NULL THEN now() + make_interval(secs => $4) END
          WHERE id IN (SELECT id FROM picture_addresses
                        WHERE host = $1 AND next_at <= now() AND (taken_until IS NULL OR taken_until <= now())
                          AND attempts < $3 FOR UPDATE SKIP LOCKED)`,
        [host, failed.reason, attempts, wait],
        'pictures_host_silent',
      )
    }
  })
}
