import { refuse } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CatalogIndex, ListRequest } from '#server/catalog/index/catalog-index.ts'
import type { Filter } from '#server/catalog/index/filter.ts'
import { createLabels, type Labels } from '#server/catalog/index/labels.ts'
import { loadDefaultList, loadLabels } from '#server/catalog/index/live/load.ts'
import { type Finder, finderOf, type FoundProducts } from './finder.ts'
import {
  costlyConditions,
  createParams,
  isListed,
  labelConditions,
  quantityOf,
  type SqlPrices,
} from './sql-conditions.ts'
import { priceWalk, sqlOrder } from './sql-order.ts'
import { sqlText } from './sql-text.ts'

/** Counting stops here when a condition reads other tables; a search examines at most this many matches. */
const maxCounted = 10_000
/**
 * Above this number of products, one pass over all stock, or a walk along all prices, costs less than a lookup per
 * product.
 */
const defaultLargeLists = { quantity: 60_000, price: 9_000 }
type LargeListLimits = typeof defaultLargeLists

type UnderRules = Finder['underRules']
type SqlFinderOptions = { largeLists?: LargeListLimits; underRules?: UnderRules }
type SqlSource = { db: Db; labels: Labels; base: number; largeLists: LargeListLimits; underRules: UnderRules }

/**
 * Finds products in the database before the first index is built. Returns the same products in the same order as the
 * index, without counts by brand, model and category.
 */
export async function openSqlFinder(
  db: Db,
  { largeLists = defaultLargeLists, underRules = async () => refuse('unavailable') }: SqlFinderOptions = {},
): Promise<Finder> {
  const [rows, base] = await Promise.all([loadLabels(db), loadDefaultList(db)])
  return createSqlFinder({ db, labels: createLabels(rows), base, largeLists, underRules })
}

/**
 * The finder while the index reads the whole catalog again: lists come from the database; searches, names and counts
 * from the index, and lists by prices under price rules.
 */
export function finderDuringSweep(db: Db, index: CatalogIndex): Finder {
  const indexFinder = finderOf(index)
  const { find, quantities } = createSqlFinder({
    db,
    labels: index.labels,
    base: index.defaultListId,
    largeLists: defaultLargeLists,
    underRules: indexFinder.underRules,
  })
  return {
    ...indexFinder,
    find: (request) => (request.filter.text.trim() === '' ? find(request) : indexFinder.find(request)),
    quantities,
    version: null,
  }
}

function createSqlFinder(source: SqlSource): Finder {
  const { db, labels, underRules } = source
  return {
    labels,
    underRules,
    find: (request) => (request.filter.text.trim() === '' ? findListed(source, request) : findByText(source, request)),
    quantities: (ids) => loadQuantities(db, ids),
    categoryCounts: () => countCategories(source),
    index: undefined,
    version: null,
  }
}

async function findListed(source: SqlSource, request: ListRequest): Promise<FoundProducts> {
  const counted = await count(source, request)
  const threshold = request.sort?.endsWith('quantity') ? source.largeLists.quantity : source.largeLists.price
  const isLarge = counted.isTotalLeast || counted.total > threshold
  return { ids: await findPage(source, request, isLarge), ...counted }
}

async function findPage(source: SqlSource, request: ListRequest, isLarge: boolean): Promise<number[]> {
  const { sort = 'id', limit, offset, filter } = request
  if (isLarge && sort.endsWith('price') && !request.prices.withTax) {
    const params = createParams()
    const page = { where: whereOf(params, source, filter), isFalling: sort === '-price', offset, limit }
    const walked = await idsOf(source.db, priceWalk(params, pricesOf(source, request), page), params.values)
    // Products with a price come first; only the end of the list needs the others.
    if (walked.length === limit) return walked
  }
  const params = createParams()
  const order = sqlOrder(params, { sort, labels: source.labels, prices: pricesOf(source, request), isLarge })
  const where = whereOf(params, source, filter)
  const page = `LIMIT ${params.add(limit, 'int')} OFFSET ${params.add(offset, 'bigint')}`
  return idsOf(
    source.db,
    `SELECT p.id FROM products p ${order.join} WHERE ${where} ORDER BY ${order.terms} ${page}`,
    params.values,
  )
}

async function count(source: SqlSource, { filter, offset, limit }: ListRequest): Promise<Omit<FoundProducts, 'ids'>> {
  const params = createParams()
  const where = whereOf(params, source, filter)
  const isCostly = filter.inStockOnly || filter.price !== undefined
  const maxTotal = Math.max(maxCounted, offset + limit * 10)
  const sql = isCostly
    ? `SELECT count(*)::int AS total FROM (SELECT FROM products p WHERE ${where} LIMIT ${params.add(maxTotal, 'int')}) found`
    : `SELECT count(*)::int AS total FROM products p WHERE ${where}`
  const row = await source.db.one<{ total: number }>(sql, params.values)
  const total = row?.total ?? 0
  return { total, isTotalLeast: isCostly && total === maxTotal }
}

/** Ranks and sorts only the first matches, which are all matches for all but the most common words. */
async function findByText(source: SqlSource, request: ListRequest): Promise<FoundProducts> {
  const { db, labels, base } = source
  const { filter, sort, offset, limit } = request
  const params = createParams()
  const text = await sqlText(db, params, labels, { query: filter.text, isRanked: sort === undefined })
  if (text === null) return findListed(source, { ...request, filter: { ...filter, text: '' } })
  const narrow = [isListed, ...labelConditions(params, labels, filter), `(${text.condition})`].join(' AND ')
  const prices = pricesOf(source, request)
  const order = sqlOrder(params, { sort: sort ?? 'id', labels, prices, isLarge: false })
  // Within a rank, products in stock come first.
  const relevance = sort === undefined ? `found.rank, (${quantityOf}) <= 0,` : ''
  const costly = costlyConditions(params, filter, base)
  const row = await db.one<{ examined: number; ids: number[] | null }>(
    `WITH found AS MATERIALIZED (
       SELECT p.id, ${text.rank} AS rank FROM products p WHERE ${narrow}
        LIMIT ${params.add(maxCounted, 'int')}
     )
     SELECT (SELECT count(*)::int FROM found) AS examined, array(
       SELECT p.id FROM found JOIN products p ON p.id = found.id ${order.join}
        ${costly.length === 0 ? '' : `WHERE ${costly.join(' AND ')}`}
        ORDER BY ${relevance} ${order.terms}) AS ids`,
    params.values,
  )
  const ids = row?.ids ?? []
  return { ids: ids.slice(offset, offset + limit), total: ids.length, isTotalLeast: row?.examined === maxCounted }
}

function whereOf(params: ReturnType<typeof createParams>, { labels, base }: SqlSource, filter: Filter): string {
  return [isListed, ...labelConditions(params, labels, filter), ...costlyConditions(params, filter, base)].join(' AND ')
}

function pricesOf({ base }: SqlSource, { prices }: ListRequest): SqlPrices {
  return { terms: prices, base }
}

async function idsOf(db: Db, sql: string, values: readonly unknown[]): Promise<number[]> {
  return (await db.query<{ id: number }>(sql, values)).map(({ id }) => id)
}

async function loadQuantities(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; quantity: number }>(
    `SELECT p.id, (${quantityOf})::float8 AS quantity FROM products p WHERE ${isListed} AND p.id = ANY ($1)`,
    [ids],
    'listed_quantities',
  )
  return new Map(rows.map(({ id, quantity }) => [id, quantity]))
}

/** Counts all listed products, including those out of stock, because checking all stock would take long. */
async function countCategories({ db, labels }: SqlSource): Promise<Int32Array> {
  const { tree, categories } = labels
  const rows = await db.query<{ id: number; count: number }>(
    `SELECT category_id AS id, count(*)::int AS count FROM products p WHERE ${isListed} AND category_id IS NOT NULL GROUP BY 1`,
    [],
    'category_counts',
  )
  const counts = new Int32Array(categories.rows.length)
  for (const { id, count: direct } of rows) {
    for (let at = categories.ordinals.get(id) ?? 0; at !== 0; at = tree.parent[at]!) counts[at]! += direct
  }
  return counts
}
