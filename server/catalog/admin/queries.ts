import type { Db } from '#server/platform/db/pool.ts'
import type { BrandRow } from '#server/catalog/index/labels.ts'

export type AdminCategoryRow = {
  id: number
  parent_id: number | null
  code: string
  name: string
  slug: string
  position: number
  depth: number
  above: string[]
}

/** All categories in tree order, from the database because the index may be slightly behind. */
export async function loadCategoryRows(db: Db): Promise<AdminCategoryRow[]> {
  return db.query<AdminCategoryRow>(
    `WITH RECURSIVE tree AS (
       SELECT id, parent_id, code, name, slug, position, 0 AS depth, '{}'::text[] AS above, ARRAY[place] AS path FROM ranked
        WHERE parent_id IS NULL
       UNION ALL
       SELECT c.id, c.parent_id, c.code, c.name, c.slug, c.position, tree.depth + 1,
              tree.above || (tree.name COLLATE "default"), tree.path || c.place
         FROM ranked c JOIN tree ON tree.id = c.parent_id
     ), ranked AS (
       SELECT id, parent_id, coalesce(code, '') AS code, name, slug, position,
              row_number() OVER (ORDER BY position, name, id) AS place FROM categories
     )
     SELECT id, parent_id, code, name, slug, position, depth, above FROM tree ORDER BY path`,
    [],
    'admin_categories',
  )
}

export async function loadBrandRows(db: Db): Promise<BrandRow[]> {
  return db.query<BrandRow>('SELECT id, code, name, slug FROM brands ORDER BY name, id', [], 'admin_brands')
}

export type AdminProductRow = {
  id: number
  code: string
  name: string
  seo: string
  is_active: boolean
  image: string | null
  brand: string | null
  model: string | null
  category: string | null
  tax_rate: string | null
  unit: string | null
  barcode: string | null
  price_value: string | null
  price_currency: string | null
  stock: string
  is_parent: boolean
  variant_count: number
  ozelkod: string | null
  ozelkod2: string | null
  ozelkod3: string | null
  ozelkod4: string | null
  ozelkod5: string | null
}

/**
 * These products, in this order, with the price of their default unit in the default list; a parent has the price of
 * its cheapest variant.
 */
export async function loadAdminProducts(db: Db, ids: readonly number[]): Promise<AdminProductRow[]> {
  return db.query<AdminProductRow>(
    `SELECT p.id, p.code, p.name, p.seo, p.is_active, p.images[1] AS image, b.name AS brand, m.name AS model,
            c.name AS category, p.tax_rate, u.name AS unit, u.barcode, up.sale_value AS price_value,
            up.sale_currency AS price_currency, p.ozelkod, p.ozelkod2, p.ozelkod3, p.ozelkod4, p.ozelkod5,
            p.variant_names IS NOT NULL AS is_parent,
            (SELECT count(*) FROM products v WHERE v.parent_id = p.id) AS variant_count,
            (SELECT coalesce(sum(i.quantity), 0) FROM inventory i WHERE i.product_id = p.id AND p.variant_names IS NULL)
              + (SELECT coalesce(sum(i.quantity), 0) FROM products v JOIN inventory i ON i.product_id = v.id
                  WHERE v.parent_id = p.id AND v.is_active) AS stock
       FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (id, place)
       JOIN products p ON p.id = wanted.id
       LEFT JOIN brands b ON b.id = p.brand_id
       LEFT JOIN models m ON m.id = p.model_id
       LEFT JOIN categories c ON c.id = p.category_id
       LEFT JOIN product_units u ON u.id = p.default_unit_id
       LEFT JOIN price_lists list ON list.is_default
       LEFT JOIN LATERAL (
         SELECT v.default_unit_id FROM products v
           JOIN product_sort_prices s ON s.product_id = v.id AND s.price_list_id = list.id AND s.price_try > 0
          WHERE v.parent_id = p.id AND v.is_active AND p.variant_names IS NOT NULL
          ORDER BY s.price_try, v.id LIMIT 1
       ) cheapest ON true
       LEFT JOIN unit_prices up ON up.price_list_id = list.id
             AND up.unit_id = CASE WHEN p.variant_names IS NULL THEN u.id ELSE cheapest.default_unit_id END
      ORDER BY wanted.place`,
    [ids],
    'admin_products',
  )
}

export type InactiveFilter = { q: string; brand: number | null; categories: readonly number[] | null }

// Matches the index `products_inactive`, so that no row of the wide table is read.
const inactiveProducts = `products
      WHERE NOT is_active AND parent_id IS NULL
        AND ($1::text = '' OR strpos(fold(name || ' ' || code), fold($1)) > 0)
        AND ($2::integer IS NULL OR brand_id = $2) AND ($3::integer[] IS NULL OR category_id = ANY ($3))`

/** Inactive products by part of their code or name; the in-memory index does not have them. */
export async function findInactiveIds(
  db: Db,
  { q, brand, categories }: InactiveFilter,
  { isDescending, limit, offset }: { isDescending: boolean; limit: number; offset: number },
): Promise<number[]> {
  const order = isDescending ? 'name DESC, id DESC' : 'name, id'
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM ${inactiveProducts} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    [q, brand, categories],
  )
  return rows.map(({ id }) => id)
}

export async function countInactive(db: Db, { q, brand, categories }: InactiveFilter): Promise<number> {
  const row = await db.one<{ count: number }>(`SELECT count(*) AS count FROM ${inactiveProducts}`, [
    q,
    brand,
    categories,
  ])
  return row?.count ?? 0
}
