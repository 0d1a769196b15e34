import type { Input, Reply } from '#contract/core/endpoint.ts'
import {
  type ComparisonShow,
  comparePriceLists,
  comparisonShows,
  comparisonSorts,
} from '#contract/admin/price-lists.ts'
import { decimal } from '#domain/money/money.ts'
import { parseId } from '#server/catalog/admin/product-list.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { moneyOf } from './list-prices.ts'
import { filterParams, isWanted, loadChoices, parsePriceFilter, pricedProducts } from './price-filter.ts'

type Query = Input<typeof comparePriceLists>['query']
type Comparison = Reply<typeof comparePriceLists>

/** Every unit that list $4 or list $5 prices, with its kind of row. */
const pairs = `
  SELECT u.id, p.code, p.id AS product_id, u.id <> p.default_unit_id AS is_further, u.position,
         CASE WHEN a.sale_value > 0 AND a.sale_currency = b.sale_currency
              THEN abs(b.sale_value - a.sale_value) / a.sale_value END AS difference,
         CASE WHEN a.unit_id IS NULL THEN 'onlyB' WHEN b.unit_id IS NULL THEN 'onlyA'
              WHEN (a.sale_value, a.sale_currency) = (b.sale_value, b.sale_currency) THEN 'same' ELSE 'different' END AS kind
    FROM (SELECT * FROM unit_prices WHERE price_list_id = $4) a
    FULL JOIN (SELECT * FROM unit_prices WHERE price_list_id = $5) b USING (unit_id)
    JOIN product_units u ON u.id = unit_id
    ${pricedProducts}
   WHERE ${isWanted}`

/** Which lists and rows are compared. Without valid ids: the default list and the next one. */
export async function parseComparison(db: Db, finder: Finder, query: Query) {
  const filter = parsePriceFilter(query)
  const choices = await loadChoices(db)
  const find = (text: string | undefined) => choices.lists.find(({ id }) => id === parseId(text))?.id
  const first = choices.lists[0]?.id ?? 0
  const b = find(query.b)
  const a = find(query.a) ?? (b === first ? choices.lists[1]?.id : first) ?? first
  const other = b ?? choices.lists.find(({ id }) => id !== a)?.id ?? a
  const show = ([...comparisonShows, 'all'] as const).find((each) => each === query.show) ?? 'different'
  const sort = comparisonSorts.find((each) => each === query.sort) ?? ('code' as const)
  const params = [...(await filterParams(db, filter, finder)), a, other]
  return { params, choices, view: { ...filter, a, b: other, show, sort } }
}

export async function compareLists(db: Db, finder: Finder, query: Query): Promise<Comparison> {
  const { params, choices, view } = await parseComparison(db, finder, query)
  const { page, limit } = parsePaging(query)
  const counts = await countPairs(db, params)
  const ids = await findPairs(db, view, params, { limit, offset: (page - 1) * limit })
  const items = await loadPairs(db, { a: view.a, b: view.b }, ids)
  const shown: readonly ComparisonShow[] = view.show === 'all' ? comparisonShows : [view.show]
  const total = shown.reduce((sum, kind) => sum + counts[kind], 0)
  return { items, counts, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit, ...view, ...choices }
}

async function countPairs(db: Db, params: readonly unknown[]): Promise<Comparison['counts']> {
  const rows = await db.query<{ kind: ComparisonShow; count: number }>(
    `SELECT kind, count(*) AS count FROM (${pairs}) pair GROUP BY kind`,
    params,
  )
  const countOf = (kind: ComparisonShow) => rows.find((row) => row.kind === kind)?.count ?? 0
  return {
    different: countOf('different'),
    onlyA: countOf('onlyA'),
    onlyB: countOf('onlyB'),
    same: countOf('same'),
  }
}

export async function findPairs(
  db: Db,
  { show, sort }: { show: ComparisonShow | 'all'; sort: (typeof comparisonSorts)[number] },
  params: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM (${pairs}) pair WHERE $6 = 'all' OR kind = $6
      ORDER BY CASE WHEN $7 = 'change' THEN difference END DESC NULLS LAST, code, product_id, is_further, position, id LIMIT ${limit} OFFSET ${offset}`,
    [...params, show, sort],
  )
  return rows.map(({ id }) => id)
}

type PairRow = {
  unitId: number
  productId: number
  code: string
  name: string
  unit: string
  a_value: string | null
  a_currency: string | null
  b_value: string | null
  b_currency: string | null
}

export async function loadPairs(
  db: Db,
  { a, b }: { a: number; b: number },
  ids: readonly number[],
): Promise<Comparison['items']> {
  const rows = await db.query<PairRow>(
    `SELECT u.id AS "unitId", p.id AS "productId", p.code, p.name, u.name AS unit, a.sale_value AS a_value,
            a.sale_currency AS a_currency, b.sale_value AS b_value, b.sale_currency AS b_currency
       FROM unnest($3::integer[]) WITH ORDINALITY AS wanted (id, place)
       JOIN product_units u ON u.id = wanted.id
       JOIN products p ON p.id = u.product_id
       LEFT JOIN unit_prices a ON a.unit_id = u.id AND a.price_list_id = $1
       LEFT JOIN unit_prices b ON b.unit_id = u.id AND b.price_list_id = $2
      ORDER BY wanted.place`,
    [a, b, ids],
  )
  return rows.map(({ a_value, a_currency, b_value, b_currency, ...row }) => ({
    ...row,
    a: moneyOf(a_value, a_currency),
    b: moneyOf(b_value, b_currency),
    percent: a_currency === b_currency ? percentAbove(a_value, b_value) : null,
  }))
}

/** How much `b` is above `a`, in percent with two decimals; null without a price above 0 to compare with. */
function percentAbove(a: string | null, b: string | null): number | null {
  if (a === null || b === null || decimal(a).isZero()) return null
  return decimal(b).minus(a).times(100).dividedBy(a).toDecimalPlaces(2).toNumber()
}
