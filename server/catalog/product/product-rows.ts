import type { Db } from '#server/platform/db/pool.ts'
import { type UnitCost, unitCostSql } from '#server/pricing/pricing.ts'
import { hasRuledVariant } from '#server/catalog/ruled-variants.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'

/**
 * Prices of one unit in the visitor's price list, otherwise in the default list: value and currency of sale, list and
 * plan prices.
 */
export type UnitPriceRow = [
  sale: number,
  saleCurrency: string,
  list: number | null,
  listCurrency: string | null,
  plan1: number | null,
  plan1Currency: string | null,
  plan2: number | null,
  plan2Currency: string | null,
  plan3: number | null,
  plan3Currency: string | null,
  plan4: number | null,
  plan4Currency: string | null,
  plan5: number | null,
  plan5Currency: string | null,
]

export type ProductUnitRow = [
  id: number,
  name: string,
  multiplier: number,
  barcode: string | null,
  price: UnitPriceRow | null,
  position: number,
]

export type WarehouseStockRow = [warehouse: string, quantity: number, position: number, warehouseId: number]

/** Everything that a list, the cart or a product page shows of a product, as stored in the database. */
export type ProductRow = {
  id: number
  seo: string
  name: string
  code: string
  image: string | null
  brand: [code: string, name: string, slug: string] | null
  model: [id: number, name: string] | null
  /** What price rules go by; a variant has its parent's brand and category. */
  parent_id: number | null
  brand_id: number | null
  category_id: number | null
  /** Of the default unit. */
  cost: UnitCost | null
  default_unit_id: number | null
  tax_rate: string | null
  equivalent_code: string | null
  is_parent: boolean
  ozelkod: string | null
  ozelkod2: string | null
  ozelkod3: string | null
  ozelkod4: string | null
  ozelkod5: string | null
  /** Whether this product's second special code leads to another product; its address then contains the id. */
  is_code_taken: boolean
  /** Unordered. */
  units: ProductUnitRow[] | null
  /** For parents: the price of the cheapest child's default unit; null if no child has a price. */
  from_price: UnitPriceRow | null
  /** For parents whose variants price rules tell apart: the active variants with the prices and costs of their default units. */
  variants: [id: number, price: UnitPriceRow | null, cost: UnitCost | null][] | null
  /** Discount of a running campaign in percent. */
  campaign: string | null
  /** Unordered; a parent has one entry per child and warehouse. */
  stock: WarehouseStockRow[] | null
}

/** SQL of a `UnitPriceRow` from a row of `unit_prices` with this alias. */
export const pricesOf = (table: string) => `json_build_array(
  ${table}.sale_value, ${table}.sale_currency, ${table}.list_value, ${table}.list_currency,
  ${[1, 2, 3, 4, 5].map((n) => `${table}.plan${n}_value, ${table}.plan${n}_currency`).join(', ')})`

/**
 * A unit's price as an array: from list $2, otherwise from list $3. Uses joins instead of sorting because a page has
 * dozens of units.
 */
const priceArray = `CASE
  WHEN own.unit_id IS NOT NULL THEN ${pricesOf('own')}
  WHEN base.unit_id IS NOT NULL THEN ${pricesOf('base')} END`
const priceJoins = (unit: string) => `
  LEFT JOIN unit_prices own ON own.unit_id = ${unit} AND own.price_list_id = $2
  LEFT JOIN unit_prices base ON base.unit_id = ${unit} AND base.price_list_id = $3 AND own.unit_id IS NULL`

/** SQL of `is_code_taken`: an id takes precedence over a code, and the lowest id among equal codes. */
export const codeIsTaken = (product: string) => `(${product}.ozelkod2 IS NOT NULL AND (
  EXISTS (SELECT FROM products x WHERE x.ozelkod2 = ${product}.ozelkod2 AND x.id < ${product}.id AND x.is_active)
  OR (${product}.ozelkod2 ~ '^[0-9]{1,9}$' AND EXISTS (
    SELECT FROM products x WHERE x.id = ${product}.ozelkod2::integer AND x.id <> ${product}.id AND x.is_active))))`

// What is read of a product is a subquery each: only parents need those of their variants, and joins would be planned together.
const units = `
  SELECT json_agg(json_build_array(u.id, u.name, u.multiplier, u.barcode, ${priceArray}, u.position))
    FROM product_units u ${priceJoins('u.id')}
   WHERE u.product_id = p.id`
const fromPrice = `
  SELECT ${priceArray} FROM (
    SELECT (array_agg(c.unit_id ORDER BY c.price_try, c.id))[1] AS unit_id
      FROM (
        SELECT v.id, v.default_unit_id AS unit_id, nullif(coalesce(
                 (SELECT price_try FROM product_sort_prices WHERE product_id = v.id AND price_list_id = $2),
                 (SELECT price_try FROM product_sort_prices WHERE product_id = v.id AND price_list_id = $3)), 0) AS price_try
          FROM products v WHERE v.parent_id = p.id AND v.is_active
      ) c WHERE c.price_try IS NOT NULL
  ) child ${priceJoins('child.unit_id')}`
const variants = `
  SELECT json_agg(json_build_array(v.id, ${priceArray}, ${unitCostSql('v')}) ORDER BY v.id)
    FROM products v ${priceJoins('v.default_unit_id')}
   WHERE v.parent_id = p.id AND v.is_active`
const stock = `
  SELECT json_agg(json_build_array(w.name, i.quantity, w.position, w.id))
    FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id
   WHERE i.product_id = ANY (CASE WHEN p.variant_names IS NULL THEN ARRAY[p.id] ELSE
           array(SELECT v.id FROM products v WHERE v.parent_id = p.id AND v.is_active) END)
     AND (w.is_active OR i.quantity <> 0)`

const productRows = `
  SELECT p.id, p.seo, p.name, p.code, coalesce(p.images[1], parent.images[1]) AS image,
         CASE WHEN b.id IS NOT NULL THEN json_build_array(b.code, b.name, b.slug) END AS brand,
         CASE WHEN m.id IS NOT NULL THEN json_build_array(m.id, m.name) END AS model,
         p.parent_id, coalesce(p.brand_id, parent.brand_id) AS brand_id,
         coalesce(p.category_id, parent.category_id) AS category_id, ${unitCostSql('p')} AS cost,
         p.default_unit_id, coalesce(p.tax_rate, parent.tax_rate) AS tax_rate, p.equivalent_code,
         p.variant_names IS NOT NULL AS is_parent,
         p.ozelkod, p.ozelkod2, p.ozelkod3, p.ozelkod4, p.ozelkod5,
         ${codeIsTaken('p')} AS is_code_taken,
         (${units}) AS units,
         CASE WHEN p.variant_names IS NOT NULL THEN (${fromPrice}) END AS from_price,
         CASE WHEN p.variant_names IS NOT NULL AND ${hasRuledVariant('p')} THEN (${variants}) END AS variants,
         (${stock}) AS stock,
         (SELECT percent FROM campaign_discounts WHERE product_id = p.id) AS campaign
    FROM unnest(${unseenArray('$1', 'integer')}) WITH ORDINALITY wanted (id, place)
    JOIN products p ON p.id = wanted.id
    LEFT JOIN products parent ON parent.id = p.parent_id
    LEFT JOIN brands b ON b.id = coalesce(p.brand_id, parent.brand_id)
    LEFT JOIN models m ON m.id = coalesce(p.model_id, parent.model_id)
   WHERE (p.is_active AND parent.is_active IS NOT FALSE) OR $4
   ORDER BY wanted.place`

export type PriceLists = { priceListId: number; defaultPriceListId: number }

/**
 * Loads active products in the order of `ids`, in one statement; unknown ids are left out. Carts pass `alsoInactive` to
 * show products that are no longer on sale.
 */
export function loadProductRows(
  db: Db,
  ids: readonly number[],
  lists: PriceLists,
  { alsoInactive = false } = {},
): Promise<ProductRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  const params = [ids, lists.priceListId, lists.defaultPriceListId, alsoInactive]
  return db.query<ProductRow>(productRows, params, 'product_rows')
}
