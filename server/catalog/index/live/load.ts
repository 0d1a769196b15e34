import type { Db } from '#server/platform/db/pool.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'
import { hasRuledVariant } from '#server/catalog/ruled-variants.ts'
import { type UnitCost, unitCostSql } from '#server/pricing/pricing.ts'
import type { PriceFacts } from '#server/catalog/index/columns.ts'
import type { ListPriceFacts } from '#server/catalog/index/family.ts'
import type { ProductText } from '#server/catalog/index/text/document.ts'
import type { LabelRows } from '#server/catalog/index/labels.ts'

/** One listed product as the index reads it, with its active children folded in. */
export type IndexedProductRow = {
  id: number
  brand_id: number | null
  model_id: number | null
  category_id: number | null
  /** Ids of its values and its children's. */
  values: number[] | null
  tax_rate: string | null
  quantity: number
  /** `list:price` or `list:price:currency`, separated by spaces. */
  prices: string | null
  /** Discount of a running campaign in percent. */
  campaign: string | null
  /** What one default unit costs, while price rules go by costs. */
  cost: UnitCost | null
  /** Where price rules tell variants apart: the active variants with their prices as above. */
  variants: VariantCell[] | null
  name: string
  child_names: string | null
  codes: string
  barcodes: string | null
}

export type VariantCell = [id: number, prices: string | null, cost: UnitCost | null]

/** SQL of `variants` for product `p`. */
export const variantsSql = (
  product: string,
) => `CASE WHEN ${product}.variant_names IS NOT NULL AND ${hasRuledVariant(product)} THEN (
    SELECT json_agg(json_build_array(v.id, (
             SELECT string_agg(concat_ws(':', s.price_list_id, s.price_try, s.currency), ' ') FROM product_sort_prices s WHERE s.product_id = v.id), ${unitCostSql('v')}) ORDER BY v.id)
      FROM products v WHERE v.parent_id = ${product}.id AND v.is_active) END`

export const batchSize = 2_000

/** `listed` is a query for listed products with the columns id and is_parent. */
function productsSql(listed: string): string {
  return `
  WITH listed AS MATERIALIZED (${listed}),
  child AS MATERIALIZED (
    -- LATERAL with OFFSET 0 looks children up per parent; with a plain join the planner reads all children per batch.
    SELECT c.* FROM listed l CROSS JOIN LATERAL (
      SELECT * FROM products WHERE parent_id = l.id AND is_active OFFSET 0
    ) c WHERE l.is_parent
  ), member AS MATERIALIZED (
    SELECT id, id AS owner, NOT is_parent AS has_stock FROM listed
    UNION ALL
    SELECT id, parent_id, true FROM child
  ), stock AS (
    SELECT m.owner, sum(i.quantity)::float8 AS quantity
      FROM member m JOIN inventory i ON i.product_id = m.id WHERE m.has_stock GROUP BY m.owner
  ), price AS (
    SELECT s.product_id, string_agg(concat_ws(':', s.price_list_id, s.price_try, s.currency), ' ') AS prices
      FROM listed l JOIN product_sort_prices s ON s.product_id = l.id GROUP BY s.product_id
  ), barcode AS (
    SELECT m.owner, string_agg(DISTINCT u.barcode, E'\\n') AS barcodes
      FROM member m JOIN product_units u ON u.product_id = m.id WHERE u.barcode IS NOT NULL GROUP BY m.owner
  ), value AS (
    SELECT m.owner, array_agg(DISTINCT o.value_id) AS ids
      FROM member m JOIN product_attributes o ON o.product_id = m.id JOIN attributes a ON a.id = o.attribute_id
     WHERE a.is_filter GROUP BY m.owner
  ), family AS (
    SELECT c.parent_id AS owner,
           string_agg(c.name || ' ' || array_to_string(c.variant_values, ' '), ' ' ORDER BY c.id) AS names,
           string_agg(concat_ws(E'\\n', c.code, c.equivalent_code, c.ozelkod, c.ozelkod2, c.ozelkod3, c.ozelkod4,
             c.ozelkod5), E'\\n' ORDER BY c.id) AS codes
      FROM child c GROUP BY c.parent_id
  )
  SELECT p.id, p.brand_id, p.model_id, p.category_id, value.ids AS values, p.tax_rate, coalesce(stock.quantity, 0) AS quantity, price.prices,
         off.percent AS campaign, ${unitCostSql('p')} AS cost, ${variantsSql('p')} AS variants, p.name, family.names AS child_names, barcode.barcodes,
         concat_ws(E'\\n', p.code, p.equivalent_code, p.ozelkod, p.ozelkod2, p.ozelkod3, p.ozelkod4, p.ozelkod5,
           family.codes) AS codes
    FROM listed l
    JOIN products p ON p.id = l.id
    LEFT JOIN stock ON stock.owner = p.id
    LEFT JOIN price ON price.product_id = p.id
    LEFT JOIN campaign_discounts off ON off.product_id = p.id
    LEFT JOIN barcode ON barcode.owner = p.id
    LEFT JOIN value ON value.owner = p.id
    LEFT JOIN family ON family.owner = p.id
   ORDER BY p.id`
}

/** At most $2 listed products with an id above $1. */
export const listedAfter =
  'SELECT id, variant_names IS NOT NULL AS is_parent FROM products WHERE id > $1 AND parent_id IS NULL AND is_active ORDER BY id LIMIT $2'
/** The listed products for an array of ids: themselves, or the parents of children. */
export const listedAmong = (
  ids: string,
) => `SELECT id, variant_names IS NOT NULL AS is_parent FROM products WHERE parent_id IS NULL AND is_active
      AND id IN (SELECT coalesce(parent_id, id) FROM products WHERE id = ANY (${ids}))`
/** At most `preparedProducts` ids. */
export const fewIds = unseenArray('$1', 'integer')

export const productsAfter = productsSql(listedAfter)
export const changedProducts = productsSql(listedAmong('$1'))
export const fewChangedProducts = productsSql(listedAmong(fewIds))

/**
 * A plan that was made for an empty catalog would read whole tables for each batch of an initial load. Only few products
 * have a prepared statement.
 */
export const preparedProducts = 100

/** The next listed products by id; fewer than `batchSize` means the last batch. */
export function loadProductsAfter(db: Db, id: number): Promise<IndexedProductRow[]> {
  return db.query<IndexedProductRow>(productsAfter, [id, batchSize])
}

/** The listed products for these ids: themselves, or the parents of children. */
export function loadProducts(db: Db, ids: readonly number[]): Promise<IndexedProductRow[]> {
  return ids.length <= preparedProducts
    ? db.query<IndexedProductRow>(fewChangedProducts, [ids], 'index_products')
    : db.query<IndexedProductRow>(changedProducts, [ids])
}

export async function loadLabels(db: Db): Promise<LabelRows> {
  const row = await db.one<LabelRows>(
    `SELECT (SELECT version FROM cache_versions WHERE name = 'catalog') AS version,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name, 'slug', slug)), '[]')
          FROM brands) AS brands,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'brand_id', brand_id)), '[]') FROM models) AS models,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'parent_id', parent_id, 'name', name, 'slug', slug,
          'shown', shown)), '[]')
          FROM (SELECT *, row_number() OVER (ORDER BY position, name, id) AS shown FROM categories) c) AS categories,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'name_tr', name_tr, 'name_en', name_en, 'type', type,
          'unit', unit, 'shown', shown, 'category_id', category_id)), '[]')
          FROM (SELECT *, row_number() OVER (ORDER BY position, name_tr, id) AS shown FROM attributes) a WHERE is_filter) AS attributes,
       (SELECT coalesce(json_agg(json_build_object('id', v.id, 'attribute_id', v.attribute_id, 'number', v.number, 'name', v.name,
          'name_en', v.name_en, 'position', v.position)), '[]')
          FROM attribute_values v JOIN attributes a ON a.id = v.attribute_id WHERE a.is_filter) AS values`,
  )
  if (row === undefined) throw new Error('Could not read brands, models, categories and attributes.')
  return row
}

const defaultList = 'SELECT id FROM price_lists ORDER BY is_default DESC, id LIMIT 1'

export async function loadCounts(db: Db): Promise<{ products: number; defaultListId: number; floor: string }> {
  const row = await db.one<{ products: number; default_list_id: number; floor: string }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS floor,
       (SELECT count(*) FROM products WHERE parent_id IS NULL AND is_active) AS products,
       (${defaultList}) AS default_list_id`,
  )
  if (row === undefined) throw new Error('Could not count the products.')
  return { products: row.products, defaultListId: row.default_list_id, floor: row.floor }
}

export async function loadDefaultList(db: Db): Promise<number> {
  const row = await db.one<{ id: number }>(defaultList)
  if (row === undefined) throw new Error('The store has no price list.')
  return row.id
}

/** Of all products whose prices are in lira: a map each takes megabytes where variants are kept. */
const inLira: ListPriceFacts['currencies'] = new Map()

/** `list:price` pairs, separated by spaces. */
export function parsePrices(text: string | null): ListPriceFacts {
  const prices = new Map<number, number>()
  let currencies: Map<number, string> | undefined
  for (const entry of text?.split(' ') ?? []) {
    const [list, price, currency] = entry.split(':')
    prices.set(Number(list), Number(price))
    if (currency !== undefined) (currencies ??= new Map()).set(Number(list), currency)
  }
  return { prices, currencies: currencies ?? inLira }
}

export function parseCost(cost: UnitCost | null): Pick<PriceFacts, 'cost'> {
  return cost === null ? {} : { cost: { value: Number(cost[0]), currency: cost[1] } }
}

export function parseVariants(variants: VariantCell[] | null): Pick<PriceFacts, 'variants'> {
  return variants === null
    ? {}
    : { variants: variants.map(([id, prices, cost]) => ({ id, ...parsePrices(prices), ...parseCost(cost) })) }
}

export function textOf(row: IndexedProductRow): ProductText {
  return { name: row.name, childNames: row.child_names, codes: row.codes, barcodes: row.barcodes }
}
