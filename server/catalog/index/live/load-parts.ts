import type { Db } from '#server/platform/db/pool.ts'
import type { PriceFacts } from '#server/catalog/index/columns.ts'
import { hasRuledVariant } from '#server/catalog/ruled-variants.ts'
import { type UnitCost, unitCostSql } from '#server/pricing/pricing.ts'
import {
  fewIds,
  listedAfter,
  listedAmong,
  parseCost,
  parseVariants,
  preparedProducts,
  type VariantCell,
  variantsSql,
} from './load.ts'

/** Products per batch of stock or prices; these rows are short. */
export const partSize = 20_000

export type StockBatch = { ids: number[]; quantities: number[] }
export type PriceBatch = ({ id: number } & PriceFacts)[]

const stocksOf = (listed: string) => `
  WITH listed AS MATERIALIZED (${listed}),
  member AS (
    SELECT id, id AS owner FROM listed WHERE NOT is_parent
    UNION ALL
    SELECT c.id, l.id FROM listed l CROSS JOIN LATERAL (
      SELECT id FROM products WHERE parent_id = l.id AND is_active OFFSET 0
    ) c WHERE l.is_parent
  ), stock AS (
    SELECT m.owner, sum(i.quantity)::float8 AS quantity FROM member m JOIN inventory i ON i.product_id = m.id GROUP BY m.owner
  )
  SELECT coalesce(json_agg(l.id ORDER BY l.id), '[]') AS ids,
         coalesce(json_agg(coalesce(s.quantity, 0) ORDER BY l.id), '[]') AS quantities
    FROM listed l LEFT JOIN stock s ON s.owner = l.id`
const stocksAfter = stocksOf(listedAfter)
const stocksAmong = stocksOf(listedAmong('$1'))

const pricesOf = (listed: string) => `
  WITH listed AS MATERIALIZED (${listed})
  SELECT coalesce(json_agg(json_build_array(l.id, s.price_list_id, s.price_try, off.percent, s.currency, ${unitCostSql('p')}) ORDER BY l.id), '[]') AS rows,
         (SELECT coalesce(json_agg(json_build_array(p.id, ${variantsSql('p')})), '[]') FROM listed l JOIN products p ON p.id = l.id
           WHERE l.is_parent AND ${hasRuledVariant('p')}) AS families
    FROM listed l JOIN products p ON p.id = l.id LEFT JOIN product_sort_prices s ON s.product_id = l.id
    LEFT JOIN campaign_discounts off ON off.product_id = l.id`
const pricesAfter = pricesOf(listedAfter)
const pricesAmong = pricesOf(listedAmong('$1'))
const pricesOfFew = pricesOf(listedAmong(fewIds))

/** Stock of the next listed products by id; fewer than `partSize` means the last batch. */
export function loadStocksAfter(db: Db, id: number): Promise<StockBatch> {
  return readStocks(db, stocksAfter, [id, partSize], 'index_stocks_after')
}

/** Stock of the listed products with these ids. */
export function loadStocks(db: Db, ids: readonly number[]): Promise<StockBatch> {
  return readStocks(db, stocksAmong, [ids], 'index_stocks')
}

/** Prices of the next listed products by id; fewer than `partSize` means the last batch. */
export function loadPricesAfter(db: Db, id: number): Promise<PriceBatch> {
  return readPrices(db, pricesAfter, [id, partSize], 'index_prices_after')
}

/** Prices of the listed products with these ids. */
export function loadPrices(db: Db, ids: readonly number[]): Promise<PriceBatch> {
  return ids.length <= preparedProducts
    ? readPrices(db, pricesOfFew, [ids], 'index_prices')
    : readPrices(db, pricesAmong, [ids], 'index_many_prices')
}

async function readStocks(db: Db, sql: string, params: readonly unknown[], name: string): Promise<StockBatch> {
  return (await db.one<StockBatch>(sql, params, name)) ?? { ids: [], quantities: [] }
}

type PriceCell = [
  id: number,
  listId: number | null,
  price: number | null,
  campaign: number | null,
  currency: string | null,
  cost: UnitCost | null,
]

async function readPrices(db: Db, sql: string, params: readonly unknown[], name: string): Promise<PriceBatch> {
  const row = await db.one<{ rows: PriceCell[]; families: [id: number, variants: VariantCell[] | null][] }>(
    sql,
    params,
    name,
  )
  const families = new Map(row?.families)
  const products: ({ id: number; prices: Map<number, number>; currencies: Map<number, string> } & PriceFacts)[] = []
  for (const [id, listId, price, campaign, currency, cost] of row?.rows ?? []) {
    let product = products.at(-1)
    if (product?.id !== id) {
      const variants = parseVariants(families.get(id) ?? null)
      product = {
        id,
        prices: new Map(),
        currencies: new Map(),
        campaign: campaign ?? 0,
        ...parseCost(cost),
        ...variants,
      }
      products.push(product)
    }
    if (listId !== null && price !== null) product.prices.set(listId, price)
    if (listId !== null && currency !== null) product.currencies.set(listId, currency)
  }
  return products
}
