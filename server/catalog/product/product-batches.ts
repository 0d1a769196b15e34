import type { Product } from '#contract/shop/product.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { imagePath, presentProduct, totalQuantity } from './present-product.ts'
import { loadProductRows } from './product-rows.ts'

/** Which products of the catalog; null = all. */
export type Selection = {
  brandIds: readonly number[] | null
  /** With their descendants. */
  categoryIds: readonly number[] | null
  /** Products that have variants, before or after these. */
  withParents: boolean
  /** Only products that changed after this version of the catalog, with those that are no longer on sale. */
  since: number | null
}

/** What can be ordered, as a visitor sees it, with the texts of its page. A variant has those of its parent. */
export type BatchProduct = {
  product: Product
  description: string | null
  /** URL paths, the main picture first. */
  images: string[]
  categoryId: number | null
  /** For variants. */
  parentCode: string | null
  variantNames: string[]
  variantValues: string[]
  /** For products with variants: the values of each. */
  childValues: string[][]
}

export type ProductBatch = {
  items: BatchProduct[]
  /** Codes of changed products that the visitor does not see (any more). */
  removed: string[]
  /** Where to read on; null at the end. */
  next: number | null
}

type BatchRow = {
  id: number
  code: string
  is_on_sale: boolean
  description: string | null
  images: string[]
  category_id: number | null
  parent_code: string | null
  variant_names: string[] | null
  variant_values: string[] | null
  child_values: string[][] | null
}

const selected = `products p LEFT JOIN products parent ON parent.id = p.parent_id
   WHERE p.id > $1 AND (p.variant_names IS NULL OR $2)
     AND ($3::integer[] IS NULL OR coalesce(p.brand_id, parent.brand_id) = ANY ($3))
     AND ($4::integer[] IS NULL OR coalesce(p.category_id, parent.category_id) = ANY ($4))
     AND CASE WHEN $5::bigint IS NULL THEN p.is_active AND parent.is_active IS NOT FALSE
              ELSE EXISTS (SELECT FROM product_changes c WHERE c.product_id IN (p.id, p.parent_id) AND c.version > $5) END`

const batchRows = `
  SELECT p.id, p.code, p.is_active AND parent.is_active IS NOT FALSE AS is_on_sale,
         coalesce(p.description, parent.description) AS description,
         CASE WHEN p.images = '{}' THEN coalesce(parent.images, '{}') ELSE p.images END AS images,
         coalesce(p.category_id, parent.category_id) AS category_id, parent.code AS parent_code,
         coalesce(parent.variant_names, p.variant_names) AS variant_names, p.variant_values,
         CASE WHEN p.variant_names IS NOT NULL THEN
           (SELECT json_agg(v.variant_values ORDER BY v.id) FROM products v WHERE v.parent_id = p.id AND v.is_active)
         END AS child_values
    FROM ${selected} ORDER BY p.id LIMIT $6`

/**
 * The next products after the one with the id `after`, in two statements. Products without stock are left out where lists
 * leave them out.
 */
export async function loadProductBatch(
  db: Db,
  view: View,
  { brandIds, categoryIds, withParents, since }: Selection,
  { after, limit }: { after: number; limit: number },
): Promise<ProductBatch> {
  const rows = await db.query<BatchRow>(
    batchRows,
    [after, withParents, brandIds, categoryIds, since, limit],
    'product_batch',
  )
  const onSale = rows.filter(({ is_on_sale }) => is_on_sale).map(({ id }) => id)
  const found = await loadProductRows(db, onSale, view)
  const byId = new Map(found.map((row) => [row.id, row]))
  const items: BatchProduct[] = []
  const removed: string[] = []
  for (const row of rows) {
    const stored = byId.get(row.id)
    if (stored === undefined || (view.showNotInStocks === '0' && totalQuantity(stored) <= 0)) {
      if (since !== null) removed.push(row.code)
      continue
    }
    items.push({
      product: presentProduct(stored, view),
      description: row.description,
      images: row.images.map(imagePath),
      categoryId: row.category_id,
      parentCode: row.parent_code,
      variantNames: row.variant_names ?? [],
      variantValues: row.variant_values ?? [],
      childValues: row.child_values ?? [],
    })
  }
  return { items, removed, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/** The number of products in all batches, at most: some may be left out because they have no stock. */
export async function countProductBatch(
  db: Db,
  { brandIds, categoryIds, withParents, since }: Selection,
): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int FROM ${selected}`,
    [0, withParents, brandIds, categoryIds, since],
    'product_batch_count',
  )
  return row?.count ?? 0
}

/** Ids of these categories and of all below them. */
export async function withDescendants(db: Db, categoryIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `WITH RECURSIVE below AS (
       SELECT id FROM categories WHERE id = ANY ($1::integer[])
       UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id)
     SELECT id FROM below`,
    [categoryIds],
    'categories_below',
  )
  return rows.map(({ id }) => id)
}
