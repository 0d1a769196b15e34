import type { SortKey } from '#server/catalog/index/order/orders.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { type Params, quantityOf, shownPriceJoin, type SqlPrices } from './sql-conditions.ts'

/** How a statement sorts `p`: the joins it needs, and the ORDER BY terms, which end with the id. */
export type SqlOrder = { join: string; terms: string }

/**
 * The same orders as the index: products without a price or brand come last in both directions. `isLarge`: the list has
 * most of the catalog.
 */
export function sqlOrder(
  params: Params,
  { sort, labels, prices, isLarge }: { sort: SortKey; labels: Labels; prices: SqlPrices; isLarge: boolean },
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
    case '-price': {
      const { join, price } = shownPriceJoin(params, prices)
      return { join, terms: `${price} ${direction} NULLS LAST, p.id` }
    }
    case 'quantity':
    case '-quantity':
      return isLarge
        ? { join: allStock, terms: `coalesce(family.quantity, stock.quantity, 0) ${direction}, p.id` }
        : { join: '', terms: `${quantityOf} ${direction}, p.id` }
  }
}

/**
 * One page in the order of prices before tax, walked along the prices until it is full; products without a price are not
 * included.
 */
export function priceWalk(params: Params, { terms: { listId: own }, base }: SqlPrices, page: PricePage): string {
  const direction = page.isFalling ? 'DESC' : 'ASC'
  const order = `ORDER BY price_try ${direction}, id`
  const walk = (listId: number, more: string) => `(
    SELECT s.product_id AS id, s.price_try FROM product_sort_prices s JOIN products p ON p.id = s.product_id
     WHERE s.price_list_id = ${params.add(listId, 'int')} AND s.price_try > 0 AND ${page.where} ${more}
     ORDER BY s.price_try ${direction}, s.product_id LIMIT ${params.add(page.offset + page.limit, 'bigint')})`
  const others = `AND NOT EXISTS (
    SELECT FROM product_sort_prices o WHERE o.product_id = s.product_id AND o.price_list_id = ${own === base ? 0 : params.add(own, 'int')})`
  const walks = own === base ? walk(own, '') : `${walk(own, '')} UNION ALL ${walk(base, others)}`
  return `SELECT id FROM (${walks}) priced ${order} LIMIT ${params.add(page.limit, 'int')} OFFSET ${params.add(page.offset, 'bigint')}`
}

export type PricePage = { where: string; isFalling: boolean; offset: number; limit: number }

// For very many products, one pass over the stock costs less than a lookup per product.
const allStock = `
  LEFT JOIN (SELECT product_id, sum(quantity) AS quantity FROM inventory GROUP BY 1) stock ON stock.product_id = p.id
  LEFT JOIN (
    SELECT c.parent_id, coalesce(sum(i.quantity), 0) AS quantity
      FROM products c LEFT JOIN inventory i ON i.product_id = c.id
     WHERE c.parent_id IS NOT NULL AND c.is_active GROUP BY 1) family ON family.parent_id = p.id`

function brandRanks(params: Params, { brands, brandRanks: ranks }: Labels): string {
  const ids = [...brands.rows.entries()]
    .filter(([, row]) => row !== undefined)
    .toSorted(([a], [b]) => ranks[a]! - ranks[b]!)
    .flatMap(([, row]) => row?.id ?? [])
  return `LEFT JOIN unnest(${params.add(ids, 'int[]')}) WITH ORDINALITY AS ranked (brand_id, rank) ON ranked.brand_id = p.brand_id`
}
