import { mayAddPictures } from '#server/catalog/import/import-lock.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type ArrangedPicture, arrangePictures } from './arrange-pictures.ts'

/** Products in one transaction. */
const atOnce = 200

/**
 * Gives products the pictures that were fetched for them. Waits while an import changes products. Returns whether there may be more.
 */
export async function settleDue(pool: Pool): Promise<boolean> {
  // Most rounds find nothing due.
  const isDue = await pool.query('SELECT FROM product_picture_addresses WHERE is_due LIMIT 1', [], 'pictures_is_due')
  if (isDue.length === 0) return false
  return transaction(pool, async (db) => {
    const due = await db.query<{ product_id: number }>(
      'SELECT DISTINCT product_id FROM product_picture_addresses WHERE is_due ORDER BY product_id LIMIT $1',
      [atOnce],
      'pictures_due',
    )
    if (due.length === 0 || !(await mayAddPictures(db))) return false
    await settlePictures(
      db,
      due.map(({ product_id }) => product_id),
    )
    return due.length === atOnce
  })
}

type Row = ArrangedPicture & { productId: number; addressId: number }

/**
 * Brings the pictures of products up to date, which are locked in id order. `withdrawn`: fetched files that a product no
 * longer wants.
 */
export async function settlePictures(
  db: Db,
  productIds: readonly number[],
  withdrawn: ReadonlyMap<number, readonly string[]> = new Map(),
): Promise<void> {
  const products = await db.query<{ id: number; images: string[] }>(
    'SELECT id, images FROM products WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
    [productIds],
    'pictures_products',
  )
  const rows = Map.groupBy(await lockRows(db, productIds), ({ productId }) => productId)
  const settled = products.map(({ id, images }) => {
    const before = rows.get(id) ?? []
    return { id, before: images, ...arrangePictures(images, before, withdrawn.get(id)) }
  })
  await db.execute(
    `UPDATE products p SET images = array(SELECT jsonb_array_elements_text(c.images)), updated_at = now()
       FROM jsonb_to_recordset($1) AS c (id integer, images jsonb) WHERE p.id = c.id`,
    [
      JSON.stringify(
        settled
          .filter(({ before, images }) => before.join('|') !== images.join('|'))
          .map(({ id, images }) => ({ id, images })),
      ),
    ],
    'pictures_images',
  )
  const all = settled.flatMap(({ pictures }) => pictures)
  await db.execute(
    `UPDATE product_picture_addresses o SET added_file = r.file, added_place = r.place, is_due = false
       FROM unnest($1::integer[], $2::integer[], $3::text[], $4::integer[]) AS r (product_id, address_id, file, place)
      WHERE o.product_id = r.product_id AND o.address_id = r.address_id
        AND (o.is_due OR o.added_file IS DISTINCT FROM r.file OR o.added_place IS DISTINCT FROM r.place)`,
    [
      all.map(({ productId }) => productId),
      all.map(({ addressId }) => addressId),
      all.map(({ added }) => added?.file ?? null),
      all.map(({ added }) => added?.place ?? null),
    ],
    'pictures_settled',
  )
}

/** Locks the addresses of products, in the order in which everybody does, and reads them as they are then. */
async function lockRows(db: Db, productIds: readonly number[]): Promise<Row[]> {
  await db.query(
    `SELECT product_id FROM product_picture_addresses WHERE product_id = ANY ($1)
      ORDER BY product_id, address_id FOR UPDATE`,
    [productIds],
    'pictures_lock',
  )
  const rows = await db.query<{
    product_id: number
    address_id: number
    place: number
    file: string | null
    is_dropped: boolean
    added_file: string | null
    added_place: number | null
  }>(
    `SELECT o.product_id, o.address_id, o.place, a.file, o.is_dropped, o.added_file, o.added_place
       FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id
      WHERE o.product_id = ANY ($1) ORDER BY o.product_id, o.place, o.address_id`,
    [productIds],
    'pictures_rows',
  )
  return rows.map((row) => ({
    productId: row.product_id,
    addressId: row.address_id,
    place: row.place,
    file: row.file,
    isDropped: row.is_dropped,
    added:
      row.added_file === null || row.added_place === null ? null : { file: row.added_file, place: row.added_place },
  }))
}
