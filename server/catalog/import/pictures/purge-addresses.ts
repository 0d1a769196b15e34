import { mayAddPictures } from '#server/catalog/import/import-lock.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/**
 * Forgets dropped pictures that no undo can bring back, then addresses that no product has and hosts without addresses.
 * Leaves it to the next hour while an import changes products.
 */
export async function purgePictureAddresses(pool: Pool): Promise<void> {
  await transaction(pool, async (db) => {
    if (!(await mayAddPictures(db))) return
    await db.execute(
      'DELETE FROM product_picture_addresses WHERE is_dropped AND dropped_by IS NULL AND NOT is_due AND added_file IS NULL',
    )
    await db.execute(
      `DELETE FROM picture_addresses a WHERE created_at < now() - interval '1 day'
          AND (a.taken_until IS NULL OR a.taken_until <= now())
          AND NOT EXISTS (SELECT FROM product_picture_addresses o WHERE o.address_id = a.id)`,
    )
    await db.execute(
      `DELETE FROM picture_hosts h WHERE h.next_at <= now() - interval '1 day'
          AND NOT EXISTS (SELECT FROM picture_addresses a WHERE a.host = h.host)`,
    )
  })
}
