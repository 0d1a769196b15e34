import type { Db } from '#server/platform/db/pool.ts'
import { settlePictures } from './settle-pictures.ts'

type Affected = { product_id: number; file: string | null }

/**
 * Takes back what an import did with pictures from addresses: those that it brought leave their products, unless a later
 * import named them too, and those that it dropped come back. Products are locked in id order.
 */
export async function withdrawPictures(db: Db, importId: number): Promise<void> {
  await db.query(
    `SELECT id FROM products WHERE id IN (
       SELECT product_id FROM product_picture_addresses WHERE import_id = $1 OR dropped_by = $1) ORDER BY id FOR NO KEY UPDATE`,
    [importId],
    'pictures_undo_products',
  )
  await db.query(
    `SELECT product_id FROM product_picture_addresses WHERE import_id = $1 OR dropped_by = $1
      ORDER BY product_id, address_id FOR UPDATE`,
    [importId],
    'pictures_undo_lock',
  )
  const brought = await db.query<Affected>(
    `DELETE FROM product_picture_addresses WHERE import_id = $1 AND (named_by = $1 OR is_dropped)
     RETURNING product_id, added_file AS file`,
    [importId],
    'pictures_undo_brought',
  )
  const returned = await db.query<Affected>(
    `UPDATE product_picture_addresses SET is_dropped = false, dropped_by = NULL WHERE dropped_by = $1
     RETURNING product_id, NULL::text AS file`,
    [importId],
    'pictures_undo_dropped',
  )
  const withdrawn = Map.groupBy(brought, ({ product_id }) => product_id)
  await settlePictures(
    db,
    [...new Set([...brought, ...returned].map(({ product_id }) => product_id))],
    new Map(
      [...withdrawn].map(([id, rows]) => [id, rows.flatMap(({ file }) => (file === null ? [] : [file]))] as const),
    ),
  )
}
