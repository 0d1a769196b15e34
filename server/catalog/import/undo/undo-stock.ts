import { correctStock } from '#server/stock/stock.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * Reverts the stock differences of the import by movements, so that sales since then stay booked. Skips stock that was
 * set again since, or that is too low.
 */
export async function undoStock(db: Db, lastMovement: number): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE undo_stock ON COMMIT DROP AS
     SELECT product_id, key::integer AS warehouse_id, before - after AS difference, before, 0::numeric AS quantity, true AS can
       FROM (SELECT u.product_id, k.key, coalesce((u.before -> 'stock' -> k.key ->> 'quantity')::numeric, 0) AS before,
                    (u.after -> 'stock' -> k.key ->> 'quantity')::numeric AS after
               FROM undo_all u, LATERAL jsonb_object_keys(u.after -> 'stock') k (key) WHERE NOT u.is_new) each_stock
      WHERE before <> after`,
  )
  await db.execute(
    `SELECT FROM inventory v JOIN undo_stock u USING (product_id, warehouse_id)
      ORDER BY v.product_id, v.warehouse_id FOR UPDATE OF v`,
  )
  await db.execute(
    `UPDATE undo_stock u SET quantity = v.quantity FROM inventory v
      WHERE v.product_id = u.product_id AND v.warehouse_id = u.warehouse_id`,
  )
  await db.execute(
    `UPDATE undo_stock u SET can = false
      WHERE (quantity + difference < 0 AND before >= 0 AND difference < 0) OR EXISTS (
        SELECT FROM stock_movements m WHERE m.product_id = u.product_id AND m.warehouse_id = u.warehouse_id
           AND m.id > $1 AND m.reason IN ('import', 'correction'))`,
    [lastMovement],
  )
  await db.execute(`INSERT INTO undo_skipped SELECT product_id, 'undo_stock', 'stock' FROM undo_stock WHERE NOT can`)
  await correctStock(
    db,
    'SELECT product_id, warehouse_id, difference AS quantity FROM undo_stock WHERE can',
    'undo_done',
  )
}
