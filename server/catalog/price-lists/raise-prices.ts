import type { Input, Reply } from '#contract/core/endpoint.ts'
import type { previewRaise } from '#contract/admin/price-lists.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'
import { maxPrice } from '#domain/pricing/price-text.ts'
import { raisedPrice, raisePercentMax, raisePercentMin } from '#domain/pricing/raise-price.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { lockImports } from '#server/catalog/import/import.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { allowBelowFloors, type FloorFacts } from '#server/pricing/pricing.ts'
import { belowFloors, hasFloors, setterOf } from './price-floors.ts'
import type { PriceTerms } from './list-prices.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { propose } from './propose.ts'
import { findPriceList } from './list-rows.ts'
import { isWanted, narrowingParams, pricedProducts } from './price-filter.ts'

type TypedRaise = Input<typeof previewRaise>['body']
/** `percent`: exact, as text. */
type Raise = TypedRaise & { list: number }

/** Number of prices that a preview shows. */
const sampleSize = 20

/** Reads the percentage; refused if it is invalid, 0 or out of range. */
function readRaise(typed: TypedRaise, list: number): (Raise & { ok: true }) | Refusal {
  const text = typed.percent.trim()
  const read = readTypedAmount(text.replace(/^[-−+]\s*/, ''), { sign: ',', places: 2 })
  const size = decimal(read.kind === 'amount' ? read.value : 0)
  const percent = /^[-−]/.test(text) ? size.negated() : size
  if (percent.isZero() || percent.lessThan(raisePercentMin) || percent.greaterThan(raisePercentMax)) {
    return { ...refuse('validation_failed'), fields: { percent: { text: 'priceLists.problems.percent' } } }
  }
  return { ...typed, percent: percent.toFixed(), list, ok: true }
}

const columns = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].map((price) => `${price}_value`)

/** `raisedPrice` in SQL: $5 = factor, $6 = steps for one unit of money (exact for every step), $7 = step. */
const raisedSql = (column: string): string =>
  `CASE WHEN ${column} > 0 THEN greatest(round(${column} * $5::numeric * $6::numeric) * $7::numeric, $7::numeric) ELSE ${column} END`

/** Prices of list $4 in the wanted brand and category. */
const wantedPrices = `FROM unit_prices up JOIN product_units u ON u.id = up.unit_id ${pricedProducts}
  WHERE up.price_list_id = $4 AND ${isWanted}`

async function raiseParams(db: Db, { list, percent, step, brand, category }: Raise): Promise<unknown[]> {
  return [
    ...(await narrowingParams(db, { brand, category })),
    null,
    list,
    decimal(percent).plus(100).times('0.01').toFixed(),
    decimal(1).dividedBy(step).toFixed(),
    step,
  ]
}

export async function showRaise(
  db: Db,
  list: number,
  typed: TypedRaise,
): Promise<Reply<typeof previewRaise> | Refusal> {
  const raise = readRaise(typed, list)
  if (!raise.ok) return raise
  const row = await findPriceList(db, list)
  if (row === undefined) return refuse('price_list_not_found')
  const params = await raiseParams(db, raise)
  const [figures, samples] = [await countRaised(db, params), await loadSamples(db, params, raise)]
  const { units, products, onInquiry } = figures
  return { units, products, onInquiry, samples, stamp: row.stamp }
}

type Figures = { units: number; products: number; onInquiry: number; highest: string | null }

async function countRaised(db: Db, params: readonly unknown[]): Promise<Figures> {
  const row = await db.one<Figures>(
    `SELECT count(*) FILTER (WHERE is_changed) AS units, count(DISTINCT product_id) FILTER (WHERE is_changed) AS products,
            count(*) FILTER (WHERE sale_value = 0) AS "onInquiry", max(highest) AS highest
       FROM (SELECT u.product_id, up.sale_value, greatest(${columns.map(raisedSql).join(', ')}) AS highest,
                    (${columns.join(', ')}) IS DISTINCT FROM (${columns.map(raisedSql).join(', ')}) AS is_changed
               ${wantedPrices}) price`,
    params,
  )
  if (row === undefined) throw new Error('Could not count the prices.')
  return row
}

type SampleRow = { code: string; name: string; unit: string; value: string; currency: string }

async function loadSamples(db: Db, params: readonly unknown[], { percent, step }: Raise) {
  const rows = await db.query<SampleRow>(
    `SELECT p.code, p.name, u.name AS unit, up.sale_value AS value, up.sale_currency AS currency
       ${wantedPrices} AND up.sale_value IS DISTINCT FROM ${raisedSql('up.sale_value')}
      ORDER BY p.code, u.position, u.id LIMIT ${sampleSize}`,
    params,
  )
  return rows.map(({ code, name, unit, value, currency }) => ({
    code,
    name,
    unit,
    before: { value: Number(value), currency },
    after: { value: raisedPrice(value, percent, step).toNumber(), currency },
  }))
}

/** The sale prices that lowering takes below floors; those that were below before count, too. */
async function loweredBelow(db: Db, { percent }: Raise, params: readonly unknown[], floors: FloorFacts) {
  if (!decimal(percent).lessThan(0) || !(await hasFloors(db))) return []
  const rows = await db.query<{ unitId: number; value: string | null; currency: string }>(
    `SELECT up.unit_id AS "unitId", ${raisedSql('up.sale_value')} AS value, up.sale_currency AS currency
       ${wantedPrices} AND up.sale_value IS DISTINCT FROM ${raisedSql('up.sale_value')}`,
    params,
  )
  const prices = rows.flatMap(({ unitId, value, currency }) =>
    value === null ? [] : [{ unitId, price: { value, currency } }],
  )
  return belowFloors(db, prices, floors)
}

type StampedRaise = TypedRaise & { list: number; stamp: string }
type Raised = { ok: true; units: number; isWaiting: boolean }

/** Raises all prices of the list's wanted units in one statement. `stamp` is that of the preview. */
export function raisePrices(
  pool: Pool,
  by: UserContext,
  wanted: StampedRaise,
  terms: PriceTerms,
): Promise<Raised | Refusal> {
  return transactionOrRefusal(pool, (db) => applyRaise(db, by, wanted, terms))
}

/**
 * The same in a transaction; aborts with its refusal. A percentage above `secondOver` waits for a second person; 0 = never.
 */
export async function applyRaise(
  db: Db,
  by: UserContext,
  { list, stamp, ...typed }: StampedRaise,
  { secondOver, floors }: PriceTerms,
): Promise<Raised> {
  const read = readRaise(typed, list)
  const raise = read.ok ? read : abortTransaction(read)
  if (!(await lockImports(db))) abortTransaction('import_running')
  const row = await findPriceList(db, list, 'FOR NO KEY UPDATE')
  if (row === undefined) return abortTransaction('price_list_not_found')
  if (row.stamp !== stamp) abortTransaction('price_list_changed')
  const params = await raiseParams(db, raise)
  const { highest, units: wantedUnits } = await countRaised(db, params)
  if (highest !== null && decimal(highest).greaterThan(maxPrice)) abortTransaction('price_too_large')
  await allowBelowFloors(
    db,
    setterOf(by),
    { noun: 'price_list', id: row.code },
    await loweredBelow(db, raise, params, floors),
  )
  if (secondOver > 0 && decimal(raise.percent).abs().greaterThan(secondOver)) {
    const facts = await auditedRaise(db, raise, wantedUnits)
    await propose(db, by, row, { kind: 'raise', request: typed, facts })
    return { ok: true, units: wantedUnits, isWaiting: true }
  }
  const units = await db.execute(
    `UPDATE unit_prices SET ${columns.map((column) => `${column} = ${raisedSql(column)}`).join(', ')}
      WHERE price_list_id = $4 AND unit_id IN (SELECT up.unit_id ${wantedPrices})
        AND (${columns.join(', ')}) IS DISTINCT FROM (${columns.map(raisedSql).join(', ')})`,
    params,
  )
  const after = await auditedRaise(db, raise, units)
  await writeAudit(db, by, { action: 'raise', noun: 'price_list', id: row.code, after })
  return { ok: true, units, isWaiting: false }
}

async function auditedRaise(db: Db, { percent, step, brand, category }: Raise, units: number) {
  const names = await db.one<{ brand: string | null; category: string | null }>(
    `SELECT (SELECT name FROM brands WHERE id = $1) AS brand, (SELECT name FROM categories WHERE id = $2) AS category`,
    [brand, category],
  )
  const { brand: brandName = null, category: categoryName = null } = names ?? {}
  return {
    percent,
    rounding: step,
    ...(brandName !== null && { brand: brandName }),
    ...(categoryName !== null && { category: categoryName }),
    units,
  }
}
