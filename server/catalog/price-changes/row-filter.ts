import type { getPriceChange } from '#contract/admin/price-changes.ts'
import { type PriceChangeShow, priceChangeShows, priceChangeSorts } from '#domain/pricing/price-change-states.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { withDescendants } from '#server/catalog/admin/product-list.ts'
import { loadCategoryRows } from '#server/catalog/admin/queries.ts'
import { isWanted, parsePriceFilter } from '#server/catalog/price-lists/price-filter.ts'
import { isConflictWith, publishedIn } from './published-prices.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Percent from which a change counts as large, unless the page names another. */
const largeOver = 20

export function parseRowsQuery(query: Input<typeof getPriceChange>['query']) {
  const over = /^\d{1,4}$/.test(query.over ?? '') ? Number(query.over) : largeOver
  return {
    ...parsePriceFilter(query),
    show: priceChangeShows.find((show) => show === query.show) ?? ('all' as const),
    sort: priceChangeSorts.find((sort) => sort === query.sort) ?? ('change' as const),
    over,
  }
}
export type RowsView = ReturnType<typeof parseRowsQuery>

/** Beside the rows `r` of a change with their units `u` and products `p`: the present prices, and what the product costs. */
export const besideRows = (list: string): string => `
  LEFT JOIN products parent ON parent.id = p.parent_id
  LEFT JOIN ${publishedIn(list)} now ON now.unit_id = r.unit_id
  LEFT JOIN currencies paid ON paid.code = r.after_currencies[1]
  LEFT JOIN product_costs own ON own.product_id = p.id
  LEFT JOIN product_costs family ON family.product_id = p.parent_id
  LEFT JOIN currencies spent ON spent.code = coalesce(own.currency, family.currency)`

/**
 * The rows of change $4 of the list $5, narrowed to `params` $1 to $3 (`filterParams`). $6: the percentage from which a change is
 * large; $7: fixed floors and floors from cost for everyone (`loadFloors`).
 */
export const changedRows = `FROM price_change_rows r
  JOIN product_units u ON u.id = r.unit_id
  JOIN products p ON p.id = u.product_id AND p.variant_names IS NULL
  ${besideRows('$5')}
  WHERE r.change_id = $4 AND ${isWanted}`

/** The same without a filter and without what is beside the rows. */
export const allRows = `FROM price_change_rows r
  WHERE r.change_id = $4 AND $1::integer IS NULL AND $2::integer[] IS NULL AND $3::integer[] IS NULL AND $5::integer > 0`

export const isConflict = isConflictWith('now')
const inLira = '(r.after_values[1] * paid.exchange_rate)'
/** Costs are of one base unit; a variant without one has its parent's. */
export const isBelowCost = `coalesce(r.after_values[1] > 0
  AND ${inLira} < coalesce(own.cost, family.cost) * spent.exchange_rate * u.multiplier, false)`
/** Floors count for one default unit, those from cost for what the row's unit costs. */
export const isBelowFloor = (floors: string): string => `coalesce(r.after_values[1] > 0 AND EXISTS (
  SELECT FROM jsonb_to_recordset(${floors}::jsonb) AS f (product integer, brand integer, categories integer[], lira numeric, above numeric)
    JOIN product_units base ON base.id = p.default_unit_id
   WHERE (f.product IS NULL OR f.product IN (p.id, p.parent_id))
     AND (f.brand IS NULL OR f.brand = coalesce(p.brand_id, parent.brand_id))
     AND (f.categories IS NULL OR coalesce(p.category_id, parent.category_id) = ANY (f.categories))
     AND ${inLira} < coalesce(f.lira * u.multiplier / base.multiplier,
       coalesce(own.cost, family.cost) * spent.exchange_rate * u.multiplier * (100 + f.above) / 100)), false)`

export const isShown: Record<PriceChangeShow, string> = {
  all: 'true',
  dearer: "r.kind = 'dearer'",
  cheaper: "r.kind = 'cheaper'",
  new: "r.kind = 'new'",
  removed: "r.kind = 'removed'",
  currency: "r.kind = 'currency'",
  other: "r.kind = 'other'",
  large: '(abs(r.percent) >= $6::numeric)',
  belowCost: isBelowCost,
  belowFloor: isBelowFloor('$7'),
  conflict: isConflict,
  left: "r.conflict = 'left'",
}

/** The fixed floors and those from cost that are in force for everyone, as JSON for `changedRows`. */
export async function loadFloors(db: Db): Promise<string> {
  const rows = await db.query<{
    product: number | null
    brand: number | null
    category: number | null
    lira: string | null
    above: string | null
  }>(
    `SELECT f.product_id AS product, f.brand_id AS brand, f.category_id AS category, f.fixed_value * c.exchange_rate AS lira, f.above_cost AS above
       FROM price_rules f LEFT JOIN currencies c ON c.code = f.fixed_currency
      CROSS JOIN (SELECT (now() AT TIME ZONE 'Europe/Istanbul')::date AS day) today
      WHERE f.kind = 'floor' AND f.is_active AND num_nonnulls(f.dealer_id, f.group_id, f.region) = 0
        AND (f.above_cost IS NOT NULL OR c.exchange_rate > 0) AND coalesce(f.starts_on, today.day) <= today.day AND coalesce(f.ends_on, today.day) >= today.day`,
  )
  if (rows.length === 0) return '[]'
  const tree = await loadCategoryRows(db)
  return JSON.stringify(
    rows.map(({ category, ...floor }) => ({
      ...floor,
      categories: category === null ? null : withDescendants(tree, category),
    })),
  )
}
