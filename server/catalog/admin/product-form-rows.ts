import type { ProductDetail, ProductOptions } from '#contract/admin/products.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadFormAttributes } from '#server/catalog/attributes/form-attributes.ts'
import { loadCategoryRows } from './queries.ts'

export type FormPriceRow = Record<
  | `${'sale' | 'list' | 'plan1' | 'plan2' | 'plan3' | 'plan4' | 'plan5'}_value`
  | `${'sale' | 'list' | 'plan1' | 'plan2' | 'plan3' | 'plan4' | 'plan5'}_currency`,
  string | null
> & { price_list_id: number }

export type FormUnitRow = {
  id: number
  name: string
  multiplier: string
  barcode: string | null
  prices: FormPriceRow[]
}

export type ProductFormRow = {
  id: number
  parent_id: number | null
  code: string
  name: string
  seo: string
  is_active: boolean
  brand: string | null
  model: string | null
  category_id: number | null
  default_unit_id: number | null
  tax_rate: string | null
  description: string | null
  attributes: [name: string, value: string][]
  meta_title: string | null
  meta_description: string | null
  meta_keywords: string | null
  equivalent_code: string | null
  variant_names: string[] | null
  variant_values: string[] | null
  ozelkod: string | null
  ozelkod2: string | null
  ozelkod3: string | null
  ozelkod4: string | null
  ozelkod5: string | null
  images: string[]
  external_key: string | null
  created_at: Date
  updated_at: Date
  units: FormUnitRow[]
  children: number
}

/** The label of a brand in the form: its name, or its code when another brand has the same name. */
const brandLabel = `CASE WHEN EXISTS (SELECT FROM brands o WHERE o.name = b.name AND o.id <> b.id) THEN b.code ELSE b.name END`

/** Loads a product for its form. `isLocked` serializes changes to the product without blocking orders for it. */
export async function loadFormRow(db: Db, id: number, isLocked = false): Promise<ProductFormRow | undefined> {
  if (isLocked) await db.one('SELECT FROM products WHERE id = $1 FOR NO KEY UPDATE', [id])
  return db.one<ProductFormRow>(
    `SELECT p.id, p.parent_id, p.code, p.name, p.seo, p.is_active, p.category_id, p.default_unit_id, p.tax_rate,
            p.description, p.attributes, p.meta_title, p.meta_description, p.meta_keywords, p.equivalent_code,
            p.variant_names, p.variant_values, p.ozelkod, p.ozelkod2, p.ozelkod3, p.ozelkod4, p.ozelkod5, p.images,
            p.external_key, p.created_at, p.updated_at, m.name AS model,
            (SELECT ${brandLabel} FROM brands b WHERE b.id = p.brand_id) AS brand,
            (SELECT count(*) FROM products c WHERE c.parent_id = p.id) AS children,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'multiplier', u.multiplier::text,
                      'barcode', u.barcode, 'prices',
                      (SELECT coalesce(jsonb_agg(${priceJson} ORDER BY up.price_list_id), '[]')
                         FROM unit_prices up WHERE up.unit_id = u.id)) ORDER BY u.position, u.id), '[]')
               FROM product_units u WHERE u.product_id = p.id) AS units
       FROM products p LEFT JOIN models m ON m.id = p.model_id
      WHERE p.id = $1`,
    [id],
    'product_form',
  )
}

/** Amounts are texts because JSON numbers would lose digits. */
const priceJson = `jsonb_build_object('price_list_id', up.price_list_id, ${[
  'sale',
  'list',
  'plan1',
  'plan2',
  'plan3',
  'plan4',
  'plan5',
]
  .map((name) => `'${name}_value', up.${name}_value::text, '${name}_currency', up.${name}_currency`)
  .join(', ')})`

export async function loadOptions(db: Db, defaultTaxRate: number): Promise<ProductOptions> {
  const [brands, categories, priceLists, currencies, plans, attributes] = await Promise.all([
    db.query<{ value: string; code: string }>(`SELECT ${brandLabel} AS value, code FROM brands b ORDER BY name, id`),
    loadCategoryRows(db),
    db.query<{ id: number; name: string; isDefault: boolean }>(
      'SELECT id, name, is_default AS "isDefault" FROM price_lists ORDER BY is_default DESC, name, id',
    ),
    db.query<{ code: string }>('SELECT code FROM currencies ORDER BY is_default DESC, position, code'),
    db.query<{ key: string; name: string }>(
      'SELECT key, name FROM payment_plans WHERE is_enabled AND NOT is_virtual ORDER BY key',
    ),
    loadFormAttributes(db),
  ])
  return {
    brands,
    categories: categories.map(({ id, name, depth }) => ({ id, name, depth })),
    priceLists,
    currencies: currencies.map(({ code }) => code),
    plans: plans.map(({ key, name }) => ({ place: Number(key.slice(-1)) - 1, name })),
    defaultTaxRate,
    attributes,
  }
}

export async function loadParent(db: Db, id: number): Promise<ProductDetail['parent']> {
  const row = await db.one<NonNullable<ProductDetail['parent']>>(
    `SELECT id, code, name, coalesce(variant_names, '{}') AS "variantNames" FROM products WHERE id = $1`,
    [id],
  )
  return row ?? null
}

export async function loadVariants(db: Db, parentId: number): Promise<ProductDetail['variants']> {
  return db.query(
    `SELECT p.id, p.code, p.name, p.variant_values AS values, p.is_active AS "isActive",
            (SELECT coalesce(sum(quantity), 0) FROM inventory i WHERE i.product_id = p.id)::text AS stock
       FROM products p WHERE p.parent_id = $1 ORDER BY p.variant_values, p.id`,
    [parentId],
  )
}

/** Equivalent products, at most 20. */
export async function loadEquivalents(db: Db, row: ProductFormRow): Promise<ProductDetail['equivalents']> {
  if (row.equivalent_code === null) return []
  return db.query(
    `SELECT id, code, name FROM products WHERE equivalent_code = $1 AND id <> $2 AND parent_id IS NULL ORDER BY name, id LIMIT 20`,
    [row.equivalent_code, row.id],
  )
}

export async function loadModels(db: Db, brandId: number | null): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    'SELECT name FROM models WHERE brand_id IS NOT DISTINCT FROM $1::integer ORDER BY name LIMIT 1000',
    [brandId],
  )
  return rows.map(({ name }) => name)
}

/**
 * Ids of the brands that a text names: those with exactly this name, otherwise with this code, otherwise with a name
 * that folds to the same text.
 */
export async function findBrands(db: Db, text: string): Promise<number[]> {
  const rows = await db.query<{ id: number; rank: number }>(
    `SELECT id, CASE WHEN name = $1 THEN 0 WHEN code = $1 THEN 1 ELSE 2 END AS rank FROM brands
      WHERE name = $1 OR code = $1 OR fold(name) = fold($1) ORDER BY rank`,
    [text],
  )
  const best = rows.filter(({ rank }) => rank === rows[0]?.rank)
  // When several brands have this name, the form identifies them by code.
  return best.length > 1 && rows.some(({ rank }) => rank === 1)
    ? rows.filter(({ rank }) => rank === 1).map(({ id }) => id)
    : best.map(({ id }) => id)
}
