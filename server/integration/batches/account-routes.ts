import {
  balanceRow,
  costRow,
  movementRow,
  serialRow,
  writeBalances,
  writeCosts,
  writeMovements,
  writeSerials,
} from '#contract/integration/account-batches.ts'
import { costs } from '#server/file-imports/file-imports.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { balances, isPaymentReference, movements } from '#server/statement/statement.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { serials } from '#server/warranty/warranty.ts'
import { runAccountBatch } from './account-batches.ts'
import { checkRows, problem, refuseRepeated } from './check-rows.ts'

const balanceNames = {
  dealer: 'dealer',
  currency: 'currency',
  balance: 'balance',
  overdue_balance: 'overdueBalance',
  overdue_since: 'overdueSince',
  as_of: 'asOf',
}
const movementNames = {
  dealer: 'dealer',
  posted_on: 'date',
  due_on: 'dueDate',
  document_no: 'documentNo',
  kind: 'kind',
  description: 'description',
  debit: 'debit',
  credit: 'credit',
  currency: 'currency',
  reference: 'reference',
}
const costNames = { product_code: 'productCode', cost: 'cost', currency: 'currency' }
const serialNames = {
  serial_no: 'serialNo',
  product_code: 'productCode',
  product_name: 'productName',
  dealer: 'dealer',
  moved_on: 'date',
  status: 'status',
  document_no: 'documentNo',
  warranty_months: 'warrantyMonths',
  warranty_until: 'warrantyUntil',
  reference: 'reference',
}

/** Registers the calls by which programs write balances, account movements, costs and serial numbers. */
export function registerAccountBatches(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, writeBalances, ({ body: { rows, atomic } }, context) => {
    const checked = checkRows(rows, balanceRow, 'dealer', context.locale)
    const currencyOf = (currency = '') => currency.trim() || 'TRY'
    checked.good = checked.good.filter(({ index, row }) => {
      const isMissing = row.delete !== true && row.balance === undefined
      if (isMissing) checked.bad.set(index, problem(context.locale, 'value_missing', 'balance'))
      return !isMissing
    })
    refuseRepeated(checked, (row) => JSON.stringify([row.dealer.trim(), currencyOf(row.currency)]), context.locale)
    const removed = checked.good.flatMap(({ index, row: { delete: isDeleted, dealer, currency } }) =>
      isDeleted === true ? [{ index, row: { dealer, reference: currencyOf(currency) } }] : [],
    )
    checked.good = checked.good.filter(({ row }) => row.delete !== true)
    const batch = { rows, checked, keyOf: ['dealer', 'currency'], names: balanceNames, isAtomic: atomic === true }
    return runAccountBatch(pool, balances, { ...batch, removed }, context)
  })
  handleOnce(calls, pool, writeMovements, ({ body: { rows, atomic } }, context) => {
    const { locale } = context
    const checked = checkRows(rows, movementRow, 'dealer', locale)
    refuseRepeated(checked, (row) => JSON.stringify([row.dealer.trim(), row.reference.trim()]), locale)
    checked.good = checked.good.filter(({ index, row }) => {
      const refused =
        row.reference.trim() === ''
          ? problem(locale, 'key_missing', 'reference')
          : row.delete === true && isPaymentReference(row.reference.trim())
            ? problem(locale, 'card_movement', 'reference')
            : row.delete !== true && row.date === undefined
              ? problem(locale, 'value_missing', 'date')
              : null
      if (refused !== null) checked.bad.set(index, refused)
      return refused === null
    })
    const removed = checked.good.filter(({ row }) => row.delete === true)
    checked.good = checked.good.filter(({ row }) => row.delete !== true)
    const batch = { rows, checked, keyOf: ['dealer', 'reference'], names: movementNames, isAtomic: atomic === true }
    return runAccountBatch(pool, movements, { ...batch, removed }, context)
  })
  handleOnce(calls, pool, writeCosts, ({ body: { rows, atomic } }, context) => {
    const checked = checkRows(rows, costRow, 'productCode', context.locale)
    refuseRepeated(checked, (row) => row.productCode.trim(), context.locale)
    const removed = checked.good.flatMap(({ index, row: { delete: isDeleted, productCode } }) =>
      isDeleted === true ? [{ index, row: { dealer: '', reference: productCode } }] : [],
    )
    checked.good = checked.good.filter(({ row }) => row.delete !== true)
    const batch = { rows, checked, keyOf: ['productCode'], names: costNames, isAtomic: atomic === true }
    return runAccountBatch(pool, costs, { ...batch, removed }, context)
  })
  handleOnce(calls, pool, writeSerials, ({ body: { rows, atomic } }, context) => {
    const checked = checkRows(rows, serialRow, 'serialNo', context.locale)
    checked.good = checked.good.filter(({ index, row }) => {
      const missing =
        row.delete === true
          ? (['reference'] as const).find((name) => (row[name] ?? '').trim() === '')
          : (['date', 'status'] as const).find((name) => row[name] === undefined)
      if (missing !== undefined) checked.bad.set(index, problem(context.locale, 'value_missing', missing))
      return missing === undefined
    })
    const removed = checked.good.flatMap(({ index, row: { delete: isDeleted, reference = '' } }) =>
      isDeleted === true ? [{ index, row: { dealer: '', reference } }] : [],
    )
    checked.good = checked.good.filter(({ row }) => row.delete !== true)
    const batch = { rows, checked, keyOf: ['serialNo'], names: serialNames, isAtomic: atomic === true }
    return runAccountBatch(pool, serials, { ...batch, removed }, context)
  })
}
