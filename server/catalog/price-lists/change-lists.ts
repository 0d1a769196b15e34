import type { PriceListValues } from '#contract/admin/price-lists.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { changedSince, createFieldCheck } from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { lockImports } from '#server/catalog/import/import.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { findPriceList, type PriceListRow } from './list-rows.ts'

type Created = { ok: true; id: number; units: number }
type Changed = { ok: true; id: number }

/** Codes are unique: concurrent saves run one after the other. */
const lockCodes = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(19, 2)')

/** Adds a list, with all prices of another one if `copyOf` names it. */
export function createPriceList(
  pool: Pool,
  by: Author,
  { values, copyOf }: { values: PriceListValues; copyOf: number | null },
): Promise<Created | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
    const { code, name } = await checkValues(db, values, null)
    const source = copyOf === null ? null : await findPriceList(db, copyOf, 'FOR KEY SHARE')
    if (source === undefined) return abortTransaction('price_list_not_found')
    const row = await db.one<{ id: number }>('INSERT INTO price_lists (code, name) VALUES ($1, $2) RETURNING id', [
      code,
      name,
    ])
    if (row === undefined) throw new Error('Could not insert the price list.')
    const units = source === null ? 0 : await copyPrices(db, source.id, row.id)
    await writeAudit(db, by, {
      action: 'create',
      noun: 'price_list',
      id: code,
      after: { name, ...(source !== null && { copyOf: source.code, units }) },
    })
    return { ok: true as const, id: row.id, units }
  })
}

const priceColumns = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].map(
  (price) => `${price}_value, ${price}_currency`,
)

const copyPrices = (db: Db, from: number, to: number): Promise<number> =>
  db.execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, ${priceColumns.join(', ')})
     SELECT $2, unit_id, ${priceColumns.join(', ')} FROM unit_prices WHERE price_list_id = $1 ORDER BY unit_id`,
    [from, to],
  )

export function renamePriceList(
  pool: Pool,
  by: Author,
  { id, before, values }: { id: number; before: PriceListValues; values: PriceListValues },
): Promise<Changed | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
    const wanted = await checkValues(db, values, id)
    const row = await findPriceList(db, id, 'FOR NO KEY UPDATE')
    if (row === undefined) return abortTransaction('price_list_not_found')
    const now = { code: row.code, name: row.name }
    const late = changedSince('price_list_changed', { before, now, wanted }, (_field, value) => String(value))
    if (late !== null) abortTransaction(late)
    const difference = differenceOf(now, wanted)
    if (difference === null) return { ok: true as const, id }
    await db.execute('UPDATE price_lists SET code = $2, name = $3, changed_at = clock_timestamp() WHERE id = $1', [
      id,
      wanted.code,
      wanted.name,
    ])
    await writeAudit(db, by, { action: 'change', noun: 'price_list', id: wanted.code, ...difference })
    return { ok: true as const, id }
  })
}

/** The values as they are saved. Aborts with the problem of each field. */
async function checkValues(db: Db, typed: PriceListValues, ownId: number | null): Promise<PriceListValues> {
  const check = createFieldCheck()
  const values = {
    code: check.text('code', typed.code, { max: 60, isNeeded: true }),
    name: check.text('name', typed.name, { max: 100, isNeeded: true }),
  }
  // Imports name a list by its code, which has no control characters.
  if (/\p{Cc}/u.test(values.code)) check.fields.code ??= { text: 'priceLists.problems.code' }
  const same = await db.one('SELECT FROM price_lists WHERE code = $1 AND id IS DISTINCT FROM $2', [values.code, ownId])
  if (same !== undefined) check.fields.code ??= { text: 'priceLists.problems.codeTaken' }
  const refusal = check.refusal()
  if (refusal !== null) abortTransaction(refusal)
  return values
}

export function removePriceList(pool: Pool, by: Author, id: number): Promise<Changed | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    if (!(await lockImports(db))) abortTransaction('import_running')
    // Dealers that get the list at the same time reference its row: they wait, or are found below.
    const row = await findPriceList(db, id, 'FOR UPDATE')
    if (row === undefined) return abortTransaction('price_list_not_found')
    if (row.is_default) abortTransaction('price_list_default')
    await rejectIfUsed(db, row)
    await rejectIfRuled(db, row)
    const units = await db.execute('DELETE FROM unit_prices WHERE price_list_id = $1', [id])
    await db.execute('DELETE FROM price_lists WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'price_list', id: row.code, before: { name: row.name, units } })
    return { ok: true as const, id }
  })
}

/** Number of dealers, or of price rules, that a refusal names. */
const maxNamed = 5

async function rejectIfUsed(db: Db, { id }: PriceListRow): Promise<void> {
  const dealers = await db.query<{ name: string }>(
    'SELECT name FROM dealers WHERE price_list_id = $1 ORDER BY name, id',
    [id],
  )
  if (dealers.length === 0) return
  const named = dealers.slice(0, maxNamed).map((dealer) => dealer.name)
  const names = [...named, ...(dealers.length > maxNamed ? ['…'] : [])].join(', ')
  abortTransaction(refuse('price_list_in_use', { count: dealers.length, names }))
}

async function rejectIfRuled(db: Db, { id }: PriceListRow): Promise<void> {
  const rules = await db.query<{ name: string }>(
    'SELECT name FROM price_rules WHERE price_list_id = $1 ORDER BY name, id',
    [id],
  )
  if (rules.length === 0) return
  const named = rules.slice(0, maxNamed).map(({ name }) => name)
  const names = [...named, ...(rules.length > maxNamed ? ['…'] : [])].join(', ')
  abortTransaction(refuse('price_list_in_rules', { count: rules.length, names }))
}
