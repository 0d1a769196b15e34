import type { Input, Reply } from '#contract/core/endpoint.ts'
import {
  type getPriceList,
  type PriceOfList,
  priceListShows,
  type TypedListPrice,
} from '#contract/admin/price-lists.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Money } from '#contract/core/money.ts'
import { decimal } from '#domain/money/money.ts'
import { maxPrice, priceText, readPrice } from '#domain/pricing/price-text.ts'
import { exceedsChange, type StoredPrice } from '#domain/pricing/price-change.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { allowBelowFloors, type FloorFacts } from '#server/pricing/pricing.ts'
import { belowFloors, setterOf } from './price-floors.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { propose } from './propose.ts'
import { findPriceList, loadPriceLists } from './list-rows.ts'
import { filterParams, isWanted, loadChoices, parsePriceFilter, pricedProducts } from './price-filter.ts'

type Query = Input<typeof getPriceList>['query']
export type PriceShow = (typeof priceListShows)[number]

export const parseShow = (show: string | undefined): PriceShow =>
  priceListShows.find((each) => each === show) ?? 'priced'

/** Units of list $4: those with a row, or default units on sale without one. */
const unitsOf: Record<PriceShow, string> = {
  priced: `FROM unit_prices up JOIN product_units u ON u.id = up.unit_id ${pricedProducts}
    WHERE up.price_list_id = $4 AND ${isWanted}`,
  missing: `FROM product_units u ${pricedProducts}
    WHERE p.is_active AND p.default_unit_id = u.id AND NOT EXISTS (SELECT FROM unit_prices up WHERE up.price_list_id = $4 AND up.unit_id = u.id) AND ${isWanted}`,
}

export async function showPriceList(
  db: Db,
  finder: Finder,
  id: number,
  query: Query,
  secondOver: number,
): Promise<Reply<typeof getPriceList> | Refusal> {
  const filter = { ...parsePriceFilter(query), show: parseShow(query.show) }
  const { page, limit } = parsePaging(query)
  const [list] = await loadPriceLists(db, id)
  if (list === undefined) return refuse('price_list_not_found')
  const params = [...(await filterParams(db, filter, finder)), id]
  const [ids, total, choices, currencies] = await Promise.all([
    findUnits(db, filter.show, params, { limit, offset: (page - 1) * limit }),
    countUnits(db, filter.show, params),
    loadChoices(db),
    db.query<{ code: string }>('SELECT code FROM currencies ORDER BY is_default DESC, position, code'),
  ])
  const items = await loadPrices(db, id, ids)
  const pages = Math.max(1, Math.ceil(total / limit))
  return {
    list,
    items,
    total,
    page,
    pages,
    limit,
    ...filter,
    ...choices,
    currencies: currencies.map(({ code }) => code),
    secondOver,
  }
}

/** The ids of the units of one page, or of all that the filter matches. */
export async function findUnits(
  db: Db,
  show: PriceShow,
  params: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT u.id ${unitsOf[show]} ORDER BY p.code, p.id, u.id <> p.default_unit_id, u.position, u.id
      LIMIT ${limit} OFFSET ${offset}`,
    params,
  )
  return rows.map(({ id }) => id)
}

async function countUnits(db: Db, show: PriceShow, params: readonly unknown[]): Promise<number> {
  const row = await db.one<{ total: number }>(`SELECT count(*) AS total ${unitsOf[show]}`, params)
  return row?.total ?? 0
}

type PriceRow = Omit<PriceOfList, 'sale' | 'listPrice' | 'default'> & {
  sale_value: string | null
  sale_currency: string | null
  list_value: string | null
  list_currency: string | null
  default_value: string | null
  default_currency: string | null
}

export const moneyOf = (value: string | null, currency: string | null): Money | null =>
  value === null || currency === null ? null : { value: Number(value), currency }

async function loadPrices(db: Db, list: number, ids: readonly number[]): Promise<PriceOfList[]> {
  const rows = await db.query<PriceRow>(
    `SELECT u.id AS "unitId", p.id AS "productId", p.code, p.name, u.name AS unit, p.is_active AS "isActive",
            up.sale_value, up.sale_currency, up.list_value, up.list_currency,
            base.sale_value AS default_value, base.sale_currency AS default_currency
       FROM unnest($2::integer[]) WITH ORDINALITY AS wanted (id, place)
       JOIN product_units u ON u.id = wanted.id
       JOIN products p ON p.id = u.product_id
       LEFT JOIN unit_prices up ON up.unit_id = u.id AND up.price_list_id = $1
       LEFT JOIN unit_prices base ON base.unit_id = u.id AND base.price_list_id = (SELECT id FROM price_lists WHERE is_default)
      ORDER BY wanted.place`,
    [list, ids],
  )
  return rows.map(
    ({ sale_value, sale_currency, list_value, list_currency, default_value, default_currency, ...row }) => ({
      ...row,
      sale: moneyOf(sale_value, sale_currency),
      listPrice: moneyOf(list_value, list_currency),
      default: moneyOf(default_value, default_currency),
    }),
  )
}

type PriceChange = { list: number; unit: number; before: TypedListPrice; price: TypedListPrice }

/** `secondOver`: the percentage above which a second person is needed; 0 = never. `floors`: what prices are compared with. */
export type PriceTerms = { secondOver: number; floors: FloorFacts }

type ChangedPrice = { ok: true; price: Money | null; isWaiting: boolean }

/** Sets or removes the sale price of one unit, unless it is another by now than the one on screen. */
export function changeListPrice(
  pool: Pool,
  by: UserContext,
  change: PriceChange,
  terms: PriceTerms,
): Promise<ChangedPrice | Refusal> {
  return transactionOrRefusal(pool, (db) => applyListPrice(db, by, change, terms))
}

/**
 * The same in a transaction; aborts with its refusal. A change by more than `secondOver` percent waits for a second person;
 * 0 = never.
 */
export async function applyListPrice(
  db: Db,
  by: UserContext,
  { list, unit, before, price }: PriceChange,
  { secondOver, floors }: PriceTerms,
): Promise<ChangedPrice> {
  const wanted = await readTyped(db, price)
  const row = await findPriceList(db, list, 'FOR KEY SHARE')
  if (row === undefined) return abortTransaction('price_list_not_found')
  const owner = await findUnitOwner(db, unit)
  if (owner === undefined) return abortTransaction('not_found')
  const now = await findPrice(db, list, unit)
  if (!isSame(now, before)) abortTransaction(changedPrice(now))
  const below =
    wanted === null || isSame(now, price) ? [] : await belowFloors(db, [{ unitId: unit, price: wanted }], floors)
  await allowBelowFloors(db, setterOf(by), { noun: 'price_list', id: row.code }, below)
  const audited = (amount: StoredPrice | null) => ({
    prices: {
      [`${owner.code} · ${owner.unit}`]: { sale: amount && `${priceText(amount.value)} ${amount.currency}` },
    },
  })
  if (exceedsChange(now, wanted, secondOver)) {
    const facts = { code: owner.code, unit: owner.unit, before: written(now), after: written(wanted) }
    await propose(db, by, row, { kind: 'price', request: { unit, before, price }, facts })
    return { ok: true, price: shownPrice(now), isWaiting: true }
  }
  if (wanted === null)
    await db.execute('DELETE FROM unit_prices WHERE price_list_id = $1 AND unit_id = $2', [list, unit])
  else if (!isSame(now, price)) {
    await db.execute(
      `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, $3, $4)
       ON CONFLICT (unit_id, price_list_id) DO UPDATE SET sale_value = excluded.sale_value, sale_currency = excluded.sale_currency`,
      [list, unit, wanted.value, wanted.currency],
    )
  }
  if (!isSame(now, price)) {
    await writeAudit(db, by, {
      action: 'change',
      noun: 'price_list',
      id: row.code,
      before: audited(now),
      after: audited(wanted),
    })
  }
  return { ok: true, price: shownPrice(wanted), isWaiting: false }
}

const shownPrice = (price: StoredPrice | null): Money | null =>
  price && { value: Number(price.value), currency: price.currency }
const written = (price: StoredPrice | null): string =>
  price === null ? '–' : `${priceText(price.value)} ${price.currency}`

/** The product and the name of a unit. Locks the product as its form does, which also changes prices. */
async function findUnitOwner(db: Db, unit: number): Promise<{ code: string; unit: string } | undefined> {
  return db.one(
    `SELECT p.code, u.name AS unit FROM product_units u JOIN products p ON p.id = u.product_id
      WHERE u.id = $1 AND p.variant_names IS NULL FOR NO KEY UPDATE OF p`,
    [unit],
  )
}

async function findPrice(db: Db, list: number, unit: number): Promise<StoredPrice | null> {
  const row = await db.one<StoredPrice>(
    `SELECT sale_value AS value, sale_currency AS currency FROM unit_prices
      WHERE price_list_id = $1 AND unit_id = $2 FOR UPDATE`,
    [list, unit],
  )
  return row ?? null
}

function isSame(stored: StoredPrice | null, typed: TypedListPrice): boolean {
  const value = readPrice(typed.value)
  if (stored === null || typed.value.trim() === '') return stored === null && typed.value.trim() === ''
  return value !== null && value.equals(stored.value) && stored.currency === typed.currency
}

function changedPrice(now: StoredPrice | null): Refusal {
  return refuse('price_changed', { price: written(now) })
}

/** The exact price; null for none. Aborts if it is invalid. */
async function readTyped(db: Db, typed: TypedListPrice): Promise<StoredPrice | null> {
  if (typed.value.trim() === '') return null
  const value = readPrice(typed.value)
  const reject = (problem: string): never =>
    abortTransaction({ ...refuse('validation_failed'), fields: { price: { text: `productForm.problems.${problem}` } } })
  if (value === null || decimal(value).greaterThan(maxPrice)) return reject('price')
  const currency = await db.one('SELECT FROM currencies WHERE code = $1', [typed.currency])
  if (currency === undefined) reject('currency')
  return { value: value.toFixed(), currency: typed.currency }
}
