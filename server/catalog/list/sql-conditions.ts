import type { Filter, PriceRange } from '#server/catalog/index/filter.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import type { LabelTable } from '#server/catalog/index/label-table.ts'

/** Parameters of one composed statement, each with its type. */
export type Params = { values: unknown[]; add(value: unknown, type: string): string }

export function createParams(): Params {
  const values: unknown[] = []
  return { values, add: (value, type) => `$${values.push(value)}::${type}` }
}

/** What lists show: singles and parents that are switched on. */
export const isListed = 'p.parent_id IS NULL AND p.is_active'

/** SQL: whether the product with this alias can be bought: it is switched on, and so is its parent where it has one. */
export const isOnSale = (product: string) => `(${product}.is_active
  AND NOT EXISTS (SELECT FROM products above WHERE above.id = ${product}.parent_id AND NOT above.is_active))`

/** Base units of a listed product `p`: a parent has those of its children. */
export const quantityOf = `coalesce(CASE WHEN p.variant_names IS NULL
  THEN (SELECT sum(i.quantity) FROM inventory i WHERE i.product_id = p.id)
  ELSE (SELECT sum(i.quantity) FROM products c JOIN inventory i ON i.product_id = c.id
         WHERE c.parent_id = p.id AND c.is_active) END, 0)`

/** Lists whose prices a visitor sees: the own one, else the default one. */
export type PriceListIds = { own: number; base: number }

/** TRY by which `p` sorts in a list; NULL = none, or to be asked for. */
export function priceOf(params: Params, { own, base }: PriceListIds): string {
  const inList = (id: number) =>
    `(SELECT s.price_try FROM product_sort_prices s WHERE s.product_id = p.id AND s.price_list_id = ${params.add(id, 'int')})`
  return `nullif(${own === base ? inList(base) : `coalesce(${inList(own)}, ${inList(base)})`}, 0)`
}

/** Conditions on labels, which an index of narrow rows answers. */
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
  return conditions
}

/** Conditions that have to look a product up elsewhere. */
export function costlyConditions(params: Params, { price, inStockOnly }: Filter, base: number): string[] {
  return [
    ...(price === undefined ? [] : priceConditions(params, price, base)),
    ...(inStockOnly ? [`${quantityOf} > 0`] : []),
  ]
}

/** Highest tax rate (percent) that a net price is widened by before the exact look. */
const maxTaxRate = 100

/** As the index compares them: in binary floating point. */
function priceConditions(params: Params, range: PriceRange, base: number): string[] {
  const lists = params.add([range.listId, base], 'int[]')
  const lowest = params.add(range.withTax ? (range.min * 100) / (100 + maxTaxRate) : range.min, 'float8')
  const min = params.add(range.min, 'float8')
  const max = params.add(range.max, 'float8')
  const net = `(${priceOf(params, { own: range.listId, base })})::float8`
  const taxRate = () => `coalesce(p.tax_rate::float8, ${params.add(range.defaultTaxRate, 'float8')})`
  const shown = range.withTax ? `${net} * (100 + ${taxRate()}) / 100` : net
  // The first condition is what an index answers; it lets a little too much pass.
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

/** Ids of categories and of all below them. */
export function idsBelow({ tree, categories }: Labels, ordinals: readonly number[]): number[] {
  return idsOf(
    categories,
    ordinals.flatMap((ordinal) => tree.walk.slice(tree.place[ordinal], tree.end[ordinal])),
  )
}
