import type { Db } from '#server/platform/db/pool.ts'

const isReferencedBy = (table: string) => `EXISTS (SELECT FROM ${table} x WHERE x.product_id = u.product_id)`
const referencingTables = [
  'order_lines',
  'offer_items',
  'cart_lines',
  'campaign_products',
  'serial_movements',
  'fault_reports',
]

/**
 * Whether a price is no longer as the import left it. Prices that were added to other lists than the default one do not
 * count, since copying a list adds them to every product, nor does a new code of a list.
 */
const isPriceChanged = `EXISTS (
  SELECT FROM jsonb_each(u.after -> 'prices') a FULL JOIN jsonb_each(u.current -> 'prices') c USING (key)
   WHERE a.value - 'list' IS DISTINCT FROM c.value - 'list' AND (a.value IS NOT NULL OR EXISTS (
     SELECT FROM price_lists l WHERE l.id = split_part(key, ':', 2)::integer AND l.is_default)))`

/**
 * Removes products that the import created, with their prices in all lists. Products that something refers to are
 * deactivated instead, and products that were changed since stay as they are.
 */
export async function undoNewProducts(db: Db, lastMovement: number): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE undo_new ON COMMIT DROP AS
     SELECT u.product_id, u.current - '{stock,names,prices}'::text[] = u.after - '{stock,names,prices}'::text[]
              AND NOT ${isPriceChanged} AS is_same,
            ${referencingTables.map(isReferencedBy).join(' OR ')}
            OR EXISTS (SELECT FROM stock_movements m WHERE m.product_id = u.product_id AND m.id > ${lastMovement}) AS is_referred
       FROM undo_all u WHERE u.is_new`,
  )
  await db.execute(
    `INSERT INTO undo_skipped SELECT product_id, 'undo_changed', 'product' FROM undo_new WHERE NOT is_same`,
  )
  await db.execute(
    `INSERT INTO undo_removed SELECT n.product_id FROM undo_new n WHERE n.is_same AND NOT n.is_referred
        AND NOT EXISTS (SELECT FROM products c LEFT JOIN undo_new o ON o.product_id = c.id
                         WHERE c.parent_id = n.product_id AND (o.is_same AND NOT o.is_referred) IS NOT TRUE)`,
  )
  await db.execute(
    `WITH out AS (
       UPDATE products p SET is_active = false, updated_at = now() FROM undo_new n
        WHERE p.id = n.product_id AND n.is_same AND p.is_active AND p.id NOT IN (SELECT product_id FROM undo_removed)
       RETURNING p.id)
     INSERT INTO undo_skipped SELECT id, 'undo_referred', '' FROM out`,
  )
  await db.execute('DELETE FROM products WHERE id IN (SELECT product_id FROM undo_removed)')
}
