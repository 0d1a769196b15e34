import type { ShownPriceTerms } from '#server/catalog/index/shown-prices.ts'
import type { Filter, PriceRange } from '#server/catalog/index/filter.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import type { LabelTable } from '#server/catalog/index/label-table.ts'

/** Parameters of a composed statement, each with its SQL type. */
export type Params = { values: unknown[]; add(value: unknown, type: string): string }

export function createParams(): Params {
  const values: unknown[] = []
  return { values, add: (value, type) => `$${values.push(value)}::${type}` }
}

/** The products that lists show: active single products and parents. */
export const isListed = 'p.parent_id IS NULL AND p.is_active'

/** SQL condition: the product with this alias can be bought, because it and its parent, if any, are active. */
export const isOnSale = (product: string) => `(${product}.is_active
  AND NOT EXISTS (SELECT FROM products above WHERE above.id = ${product}.parent_id AND NOT above.is_active))`

/** Base units in stock of a listed product `p`; a parent has the sum of its children. */
export const quantityOf = `coalesce(CASE WHEN p.variant_names IS NULL
  THEN (SELECT sum(i.quantity) FROM inventory i WHERE i.product_id = p.id)
  ELSE (SELECT sum(i.quantity) FROM products c JOIN inventory i ON i.product_id = c.id
         WHERE c.parent_id = p.id AND c.is_active) END, 0)`

/** The prices of a visitor: the list of `terms` takes precedence over the default list `base`. */
export type SqlPrices = { terms: ShownPriceTerms; base: number }

/**
 * The TRY price of `p` that lists show, sort and filter by, in binary floating point like the index; NULL = no price, or
 * price on request.
 */
export function shownPriceOf(params: Params, { terms, base }: SqlPrices): string {
  const inList = (id: number) =>
    `(SELECT s.price_try FROM product_sort_prices s WHERE s.product_id = p.id AND s.price_list_id = ${params.add(id, 'int')})`
  const { listId } = terms
  return asShown(params, listId === base ? inList(base) : `coalesce(${inList(listId)}, ${inList(base)})`, terms)
}

/** The same price for a whole list, read through joins. */
export function shownPriceJoin(params: Params, { terms, base }: SqlPrices): { join: string; price: string } {
  const joinList = (alias: string, id: number) =>
    `LEFT JOIN product_sort_prices ${alias} ON ${alias}.product_id = p.id AND ${alias}.price_list_id = ${params.add(id, 'int')}`
  const { listId } = terms
  return listId === base
    ? { join: joinList('base', base), price: asShown(params, 'base.price_try', terms) }
    : {
        join: `${joinList('own', listId)} ${joinList('base', base)}`,
        price: asShown(params, 'coalesce(own.price_try, base.price_try)', terms),
      }
}

function asShown(params: Params, stored: string, { withTax, defaultTaxRate }: ShownPriceTerms): string {
  const net = `nullif(${stored}, 0)::float8`
  if (!withTax) return net
  return `(${net} * (100 + coalesce(p.tax_rate::float8, ${params.add(defaultTaxRate, 'float8')})) / 100)`
}

/** Conditions on labels, answered from a narrow database index. */
export function labelConditions(params: Params, labels: Labels, filter: Filter): string[] {
  const among = (column: string, ids: number[]) => `${column} = ANY (${params.add(ids, 'int[]')})`
  const { brands, models } = labels
  const conditions: string[] = []
  if (filter.placeCategory !== undefined) {
    conditions.push(among('p.category_id', idsBelow(labels, [filter.placeCategory])))
  }
  if (filter.placeBrand !== undefined) conditions.push(among('p.brand_id', idsOf(brands, [filter.placeBrand])))
  if (filter.categories.length > 0) conditions.push(among('p.category_id', idsBelow(labels, filter.categories)))
  if (filter.brands.length > 0) conditions.push(among('p.brand_id', idsOf(brands, filter.brands)))
  if (filter.models.length > 0) conditions.push(among('p.model_id', idsOf(models, filter.models)))
  for (const { values } of filter.attributes ?? []) {
    const ids = params.add(idsOf(labels.values, values), 'int[]')
    conditions.push(`p.id IN (SELECT coalesce(o.parent_id, o.id) FROM product_attributes v JOIN products o ON o.id = v.product_id
      WHERE v.value_id = ANY (${ids}) AND o.is_active)`)
  }
  return conditions
}

/** Conditions that read other tables for each product. */
export function costlyConditions(params: Params, { price, inStockOnly }: Filter, base: number): string[] {
  return [
    ...(price === undefined ? [] : priceConditions(params, price, base)),
    ...(inStockOnly ? [`${quantityOf} > 0`] : []),
  ]
}

/** The highest tax rate in percent (a CHECK of the table). */
const maxTaxRate = 100

function priceConditions(params: Params, range: PriceRange, base: number): string[] {
  const lists = params.add([range.listId, base], 'int[]')
  const lowest = params.add(range.withTax ? (range.min * 100) / (100 + maxTaxRate) : range.min, 'float8')
  const min = params.add(range.min, 'float8')
  const max = params.add(range.max, 'float8')
  const shown = shownPriceOf(params, { terms: range, base })
  // The first condition uses a database index and accepts slightly too many products.
  const below = range.max === Number.POSITIVE_INFINITY ? '' : `AND s.price_try < ${max}::numeric + 0.0001`
  return [
    `p.id IN (SELECT s.product_id FROM product_sort_prices s
               WHERE s.price_list_id = ANY (${lists}) AND s.price_try >= ${lowest}::numeric - 0.0001 ${below})`,
    `${shown} >= ${min}`,
    `${shown} < ${max}`,
  ]
}

export function idsOf(table: LabelTable<{ id: number }>, ordinals: readonly number[]): number[] {
  return ordinals.flatMap((ordinal) => table.rows[ordinal]?.id ?? [])
}

/** Ids of categories and all their descendants. */
export function idsBelow({ tree, categories }: Labels, ordinals: readonly number[]): number[] {
  return idsOf(
    categories,
    ordinals.flatMap((ordinal) => tree.walk.slice(tree.place[ordinal], tree.end[ordinal])),
  )
}
