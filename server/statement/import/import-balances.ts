import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { neededFields } from '#contract/admin/imports/file-import-options.ts'
import { balanceColumns, readSide } from './import-fields.ts'
import { openRecords } from './import-file.ts'
import { type RecordReader, RowSkipped } from './record-reader.ts'
import { readCode, readDealer } from './import-movements.ts'
import { lockAccounts, writeLiraFigures, writeOverdue } from '#server/statement/recalculate-balances.ts'
import {
  type AccountImport,
  type AccountResult,
  type ImportKind,
  type ExistingData,
  type Merged,
  type RemovedRow,
  runAccountImport,
} from './run-import.ts'

type Field = keyof typeof balanceColumns

type BalanceItem = {
  dealer_id: number
  currency: string
  balance: string
  /** Null: it is calculated from the movements. */
  overdue_balance: string | null
  overdue_since: Day | null
  as_of: Day
}

export const balances: ImportKind<Field, BalanceItem> = {
  name: 'balances',
  open: ({ file, ...options }) =>
    openRecords(file, {
      ...options,
      words: balanceColumns,
      numbers: ['balance', 'debit_balance', 'credit_balance', 'overdue_balance', 'overdue_days'],
    }),
  needs: neededFields.balances,
  read: readBalance,
  keyOf: ({ dealer_id, currency }) => `${dealer_id} ${currency}`,
  repeated: 'balance_repeated',
  staging: `dealer_id integer, currency text, balance numeric(18, 2), overdue_balance numeric(18, 2),
            overdue_since date, as_of date`,
  merge,
  remove: removeBalances,
}

/** Imports balances as the ERP calculates them. From then on movements do not change them. */
export function importBalances(pool: Pool, options: AccountImport): Promise<AccountResult> {
  return runAccountImport(pool, balances, options)
}

function readBalance(
  record: RecordReader<Field>,
  existing: ExistingData,
  { today }: Pick<AccountImport, 'today'>,
): BalanceItem {
  const dealer_id = readDealer(record, existing)
  const currency = readCode(record, existing)
  const balance = readSignedBalance(record, currency)
  const overdue = record.amount('overdue_balance', currency)
  if (overdue !== null && decimal(overdue).lessThan(0)) {
    throw new RowSkipped('number_negative', { column: record.title('overdue_balance'), value: overdue })
  }
  const as_of = record.day('as_of') ?? today
  const days = record.amount('overdue_days')
  if (days !== null && !/^\d{1,5}$/.test(days)) {
    throw new RowSkipped('number_invalid', { column: record.title('overdue_days'), value: days })
  }
  const since = record.day('overdue_since') ?? (days === null ? null : addDays(as_of, -Number(days)))
  const overdue_since = overdue === null || decimal(overdue).isZero() ? null : since
  return { dealer_id, currency, balance, overdue_balance: overdue, overdue_since, as_of }
}

/** A balance with its sign, with a column that says whether it is debit or credit, or in a column of its own for each. */
function readSignedBalance(record: RecordReader<Field>, currency: string): string {
  const balance = record.amount('balance', currency)
  if (balance === null) {
    const debit = record.amount('debit_balance', currency)
    const credit = record.amount('credit_balance', currency)
    if (debit === null && credit === null) throw new RowSkipped('amount_missing')
    return decimal(debit ?? '0')
      .minus(credit ?? '0')
      .toString()
  }
  const side = record.text('side')
  if (side === '') return balance
  const found = readSide(squeezeCode(side))
  const amount = decimal(balance).abs()
  if (found !== null) return (found === 'debit' ? amount : amount.negated()).toString()
  throw new RowSkipped('side_invalid', { column: record.title('side'), value: side.slice(0, 60) })
}

/**
 * Deletes balances that the ERP has sent; `reference` is the currency. What remains follows from the movements once the
 * balances of the dealers are recalculated.
 */
async function removeBalances(
  db: Db,
  removed: readonly RemovedRow[],
): Promise<{ lines: number[]; dealerIds: number[] }> {
  const dealers = await db.query<{ id: number; code: string }>('SELECT id, code FROM dealers WHERE code = ANY ($1)', [
    removed.map(({ dealer }) => dealer),
  ])
  await lockAccounts(
    db,
    dealers.map(({ id }) => id),
  )
  const gone = await db.query<{ line: number; dealer_id: number }>(
    `UPDATE dealer_balances b SET is_imported = false, is_overdue_imported = false
       FROM json_to_recordset($1) AS g (line integer, dealer text, reference text) JOIN dealers d ON d.code = g.dealer
      WHERE b.dealer_id = d.id AND b.currency = g.reference AND b.is_imported
     RETURNING coalesce(g.line, 0) AS line, b.dealer_id`,
    [JSON.stringify(removed)],
  )
  return { lines: gone.map(({ line }) => line), dealerIds: [...new Set(gone.map(({ dealer_id }) => dealer_id))] }
}

async function merge(db: Db): Promise<Merged> {
  const named = await db.query<{ dealer_id: number }>('SELECT DISTINCT dealer_id FROM account_rows')
  await lockAccounts(
    db,
    named.map(({ dealer_id }) => dealer_id),
  )
  const saved = await db.query<{ dealer_id: number; is_new: boolean }>(
    `WITH saved AS (
     INSERT INTO dealer_balances AS b (dealer_id, currency, balance, overdue_balance, overdue_since, as_of, is_imported,
                                       is_overdue_imported)
     SELECT dealer_id, currency, balance, coalesce(overdue_balance, 0), overdue_since, as_of, true,
            overdue_balance IS NOT NULL FROM account_rows
     ON CONFLICT (dealer_id, currency) DO UPDATE
       SET balance = excluded.balance, overdue_balance = excluded.overdue_balance,
           overdue_since = excluded.overdue_since, as_of = excluded.as_of, is_imported = true,
           is_overdue_imported = excluded.is_overdue_imported
     WHERE (b.balance, b.as_of, b.is_imported, b.is_overdue_imported)
           IS DISTINCT FROM (excluded.balance, excluded.as_of, true, excluded.is_overdue_imported)
        OR excluded.is_overdue_imported
           AND (b.overdue_balance, b.overdue_since) IS DISTINCT FROM (excluded.overdue_balance, excluded.overdue_since)
     RETURNING b.dealer_id, b.currency, b.xmax = 0 AS is_new
     ), outcomes AS (
       INSERT INTO account_outcomes
       SELECT r.line, s.is_new FROM saved s JOIN account_rows r ON (r.dealer_id, r.currency) = (s.dealer_id, s.currency)
     )
     SELECT dealer_id, is_new FROM saved`,
  )
  const dealerIds = [...new Set(saved.map(({ dealer_id }) => dealer_id))]
  await writeOverdue(db, dealerIds)
  await writeLiraFigures(db, dealerIds)
  const added = saved.filter(({ is_new }) => is_new).length
  return { added, changed: saved.length - added, dealerIds }
}
