import type { Locale } from '#contract/core/visitor.ts'
import {
  priceRow,
  productRow,
  stockRow,
  unitRow,
  writePrices,
  writeProducts,
  writeStock,
  writeUnits,
} from '#contract/integration/batches.ts'
import { fold } from '#domain/text/text.ts'
import type { RowTable } from '#server/catalog/import/import.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import { registerAccountBatches } from './account-routes.ts'
import { checkRows, type Checked, problem, textOf } from './check-rows.ts'
import { registerDealerBatches } from './dealer-routes.ts'
import { findLabelCodes } from './label-codes.ts'
import { registerLabelBatches } from './label-routes.ts'
import { priceTables, productTables, stockTables, unitTables } from './row-tables.ts'
import { loadWarehouseNames, runBatch } from './run-batch.ts'
import { registerPriceRuleBatches } from './price-rule-routes.ts'
import { registerPromotionBatches } from './promotion-routes.ts'
import { registerUserBatches } from './user-routes.ts'

/** Registers the calls by which programs write rows. */
export function registerBatches(
  calls: Calls,
  pool: Pool,
  refresh: () => Promise<void> = () => Promise.resolve(),
): void {
  registerCatalogBatches(calls, pool)
  registerLabelBatches(calls, pool)
  registerDealerBatches(calls, pool)
  registerUserBatches(calls, pool)
  registerAccountBatches(calls, pool)
  registerPriceRuleBatches(calls, pool, refresh)
  registerPromotionBatches(calls, pool, refresh)
}

function registerCatalogBatches(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, writeProducts, async ({ body }, { locale }) => {
    const { rows, key = 'code' } = body
    const checked = checkRows(rows, productRow, key, locale)
    const warehouses = await loadWarehouseNames(pool)
    refuseWarehouses(checked, ({ stock = {} }) => Object.keys(stock), warehouses, locale)
    const labels = await findLabelCodes(pool, checked, locale)
    const tables = productTables(checked.good, keyOf(key), basisOf(body.vatIncluded), labels)
    return runBatch(pool, { ...batchOf(body, checked), tables, adds: 'products' }, locale)
  })
  handleOnce(calls, pool, writeUnits, ({ body }, { locale }) => {
    const { rows, key = 'code' } = body
    const checked = checkRows(rows, unitRow, key, locale)
    const tables = unitTables(checked.good, keyOf(key), basisOf(body.vatIncluded))
    return runBatch(pool, { ...batchOf(body, checked), tables, adds: 'units' }, locale)
  })
  handleOnce(calls, pool, writePrices, ({ body }, { locale }) => {
    const { rows, key = 'code' } = body
    const checked = checkRows(rows, priceRow, key, locale)
    const tables = priceTables(checked.good, keyOf(key), basisOf(body.vatIncluded))
    return runBatch(pool, { ...batchOf(body, checked), tables, adds: 'nothing' }, locale)
  })
  handleOnce(calls, pool, writeStock, async ({ body }, { locale }) => {
    const { rows, key = 'code' } = body
    const checked = checkRows(rows, stockRow, key, locale)
    const warehouses = await loadWarehouseNames(pool)
    refuseWarehouses(checked, ({ warehouse }) => (warehouse === undefined ? [] : [warehouse]), warehouses, locale)
    checked.good = checked.good.filter(({ index, row }) => {
      if (row.quantity === undefined && row.delete !== true) {
        checked.bad.set(index, problem(locale, 'value_missing', 'quantity'))
      }
      return !checked.bad.has(index)
    })
    const { tables, writers, repeated } = stockTables(checked.good, keyOf(key))
    const deletions = new Set(checked.good.flatMap(({ index, row }) => (row.delete === true ? [index] : [])))
    for (const [row, first] of repeated) checked.bad.set(row, problem(locale, 'row_repeated', null, { first }))
    return runBatch(pool, { ...batchOf(body, checked), tables, writers, deletions, adds: 'nothing' }, locale)
  })
}

const keyOf = (key: 'code' | 'externalKey'): RowTable['key'] => (key === 'code' ? 'code' : 'external')
const basisOf = (vatIncluded: boolean | undefined): RowTable['basis'] => (vatIncluded === true ? 'gross' : 'net')

type Body = {
  rows: readonly object[]
  atomic?: boolean | undefined
  key?: 'code' | 'externalKey' | undefined
  priceList?: string | undefined
  asOf?: string | undefined
}

function batchOf({ rows, atomic, key = 'code', priceList, asOf }: Body, { bad }: Checked<unknown>) {
  const keys = rows.map((row) => textOf((row as Record<string, unknown>)[key]).slice(0, 500))
  return { keys, bad, isAtomic: atomic === true, priceList, stockAsOf: asOf }
}

/** Moves rows with a warehouse that does not exist to the bad ones: a typing error would make a new warehouse. */
function refuseWarehouses<Row>(
  checked: Checked<Row>,
  namesOf: (row: Row) => string[],
  known: ReadonlySet<string>,
  locale: Locale,
): void {
  checked.good = checked.good.filter(({ index, row }) => {
    const wrong = namesOf(row).find((name) => !known.has(fold(name.trim())))
    if (wrong === undefined) return true
    checked.bad.set(index, problem(locale, 'warehouse_unknown', 'warehouse', { value: wrong.slice(0, 60) }))
    return false
  })
}
