import type { SortKey } from './index/orders.ts'
import type { Labels } from './index/labels.ts'
import { type ListIds, type Params, priceOf, quantityOf } from './sql-conditions.ts'

/** How a statement orders `p`: what it joins for that, and the terms, the id always being the last one. */
export type SqlOrder = { join: string; terms: string }

/** The index's own orders; what has no price or no brand comes last both ways. `isMany`: most of the shop is ordered. */
export function sqlOrder(
  params: Params,
  { sort, labels, lists, isMany }: { sort: SortKey; labels: Labels; lists: ListIds; isMany: boolean },
): SqlOrder {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC'
  switch (sort) {
    case 'id':
      return { join: '', terms: 'p.id' }
    case 'name':
    case '-name':
      return { join: '', terms: `p.name COLLATE turkish_base ${direction}, p.id` }
    case 'brand':
    case '-brand':
      return { join: brandRanks(params, labels), terms: `ranked.rank ${direction} NULLS LAST, p.id` }
    case 'price':
    case '-price':
      return { join: '', terms: `${priceOf(params, lists)} ${direction} NULLS LAST, p.id` }
    case 'quantity':
    case '-quantity':
      return isMany
        ? { join: stockOfAll, terms: `coalesce(stock.quantity, 0) ${direction}, p.id` }
        : { join: '', terms: `${quantityOf} ${direction}, p.id` }
  }
}

/** All prices of a list in their order, to be walked until a page is full; products without a price are not among them. */
export function priceWalk(params: Params, { own, base }: ListIds): string {
  const ownId = params.add(own, 'int')
  const ofOwn = `SELECT product_id, price_try FROM product_sort_prices WHERE price_list_id = ${ownId} AND price_try > 0`
  if (own === base) return ofOwn
  return `${ofOwn} UNION ALL
    SELECT b.product_id, b.price_try FROM product_sort_prices b
     WHERE b.price_list_id = ${params.add(base, 'int')} AND b.price_try > 0 AND NOT EXISTS (
       SELECT FROM product_sort_prices o WHERE o.product_id = b.product_id AND o.price_list_id = ${ownId})`
}

// One pass over the stock costs less than a look for each of very many products.
const stockOfAll = `LEFT JOIN (
  SELECT coalesce(f.parent_id, f.id) AS owner, sum(i.quantity) AS quantity
    FROM inventory i JOIN products f ON f.id = i.product_id
   WHERE f.is_active AND f.variant_names IS NULL GROUP BY 1) stock ON stock.owner = p.id`

function brandRanks(params: Params, { brands, brandRanks: ranks }: Labels): string {
  const ids = [...brands.rows.entries()]
    .filter(([, row]) => row !== undefined)
    .toSorted(([a], [b]) => ranks[a]! - ranks[b]!)
    .flatMap(([, row]) => row?.id ?? [])
  return `LEFT JOIN unnest(${params.add(ids, 'int[]')}) WITH ORDINALITY AS ranked (brand_id, rank) ON ranked.brand_id = p.brand_id`
}
