import { seenMax, stripMax } from '#contract/shop/product-strips.ts'
import type { Product } from '#contract/shop/product.ts'
import { isOnSale, loadProducts } from '#server/catalog/catalog.ts'
import { unlessReadOnly } from '#server/platform/db/failure.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'

type SeenRow = { id: number; family: number }

/** Records that a user opened the page of a product on sale, in place of other variants of it. Older ones are forgotten. */
export async function recordSeen(db: Pool, userId: number, productId: number): Promise<void> {
  await unlessReadOnly(save(db, userId, productId), undefined)
}

async function save(db: Db, userId: number, productId: number): Promise<void> {
  await db.execute(
    `WITH opened AS (
       SELECT p.id, coalesce(p.parent_id, p.id) AS family FROM products p WHERE p.id = $2 AND ${isOnSale('p')}
     ), replaced AS (
       DELETE FROM seen_products s USING opened, products p
        WHERE s.user_id = $1 AND p.id = s.product_id AND p.id <> opened.id AND coalesce(p.parent_id, p.id) = opened.family
     )
     INSERT INTO seen_products (user_id, product_id) SELECT $1, id FROM opened
     ON CONFLICT (user_id, product_id) DO UPDATE SET seen_at = now()`,
    [userId, productId],
    'seen_save',
  )
  await db.execute(
    `DELETE FROM seen_products WHERE user_id = $1 AND product_id IN (
       SELECT product_id FROM seen_products WHERE user_id = $1 ORDER BY seen_at DESC, product_id OFFSET $2)`,
    [userId, seenMax],
    'seen_limit',
  )
}

/** The products that a user saw last, without the family of one. */
export async function loadSeen(db: Db, userId: number, view: View, exceptId: number | null): Promise<Product[]> {
  const rows = await db.query<SeenRow>(
    `SELECT p.id, coalesce(p.parent_id, p.id) AS family FROM seen_products s JOIN products p ON p.id = s.product_id
      WHERE s.user_id = $1 AND ${isOnSale('p')} ORDER BY s.seen_at DESC, p.id`,
    [userId],
    'seen_of_user',
  )
  return presentSeen(db, rows, view, await familyOf(db, exceptId))
}

/** The same for a visitor whose browser remembers them. */
export async function loadNamed(db: Db, ids: readonly number[], view: View, exceptId: number): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db.query<SeenRow>(
    `SELECT p.id, coalesce(p.parent_id, p.id) AS family
       FROM unnest($1::integer[]) WITH ORDINALITY AS w (id, place) JOIN products p ON p.id = w.id
      WHERE ${isOnSale('p')} ORDER BY w.place`,
    [ids],
    'seen_named',
  )
  return presentSeen(db, rows, view, await familyOf(db, exceptId))
}

export async function forgetSeen(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM seen_products WHERE user_id = $1', [userId], 'seen_forget')
}

async function familyOf(db: Db, productId: number | null): Promise<number> {
  if (productId === null) return 0
  const sql = 'SELECT coalesce(parent_id, id) AS family FROM products WHERE id = $1'
  return (await db.one<{ family: number }>(sql, [productId], 'seen_family'))?.family ?? 0
}

async function presentSeen(db: Db, rows: readonly SeenRow[], view: View, except: number): Promise<Product[]> {
  const ids = oneOfEachFamily(rows)
    .filter(({ family }) => family !== except)
    .slice(0, stripMax)
    .map(({ id }) => id)
  const products = await loadProducts(db, ids, view)
  return ids.flatMap((id) => products.get(id) ?? [])
}

/** The first row of each family. */
export function oneOfEachFamily<Row extends { family: number }>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ family }) => family).values()].flatMap((own) => own.slice(0, 1))
}
