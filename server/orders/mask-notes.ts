import type { Db } from '#server/platform/db/pool.ts'
import { maskStored } from '#server/visitor/visitor.ts'

/** The job of migration 0045. */
export const maskOrdersJob = 'orders.mask-cards'

/** Masks card numbers in the notes and the reasons of all orders. */
export function maskOrderNotes(db: Db): Promise<void> {
  return maskStored({
    read: (after) =>
      db.query<{ id: string; texts: string[] }>(
        `SELECT id::text AS id, ARRAY[description, cancel_reason] AS texts
           FROM orders WHERE id > $1::bigint ORDER BY id LIMIT 1000`,
        [after],
      ),
    write: (id, texts, masked) =>
      db.execute(
        `UPDATE orders SET description = $3, cancel_reason = $4
          WHERE id = $1 AND ARRAY[description, cancel_reason] = $2::text[]`,
        [id, texts, ...masked],
      ),
  })
}
