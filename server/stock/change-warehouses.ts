import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { WarehouseValues } from '#contract/admin/warehouses.ts'
import { fold } from '#domain/text/text.ts'
import { changedSince, createFieldCheck } from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { hasMovements, hasStock, lockWarehouses, transferAllStock, type WarehouseRow } from './warehouse-rows.ts'

type Outcome = { ok: true } | Refusal
const succeeded = { ok: true as const }

/** Validates submitted values. Codes and names must be unique together, because imports accept both. */
function validateWarehouse(typed: WarehouseValues, others: readonly WarehouseRow[]): WarehouseValues {
  const checks = createFieldCheck()
  const values = {
    code: checks.text('code', typed.code, { max: 40, isNeeded: true }),
    name: checks.text('name', typed.name, { max: 80, isNeeded: true }),
  }
  const takenNames = new Set(others.flatMap(({ code, name }) => [fold(code), fold(name)]))
  for (const field of ['code', 'name'] as const) {
    if (takenNames.has(fold(values[field]))) {
      checks.fields[field] ??= { text: `administration.warehouses.problems.${field}Taken` }
    }
  }
  const refusal = checks.refusal()
  return refusal === null ? values : abortTransaction(refusal)
}

const valuesOf = ({ code, name }: WarehouseRow): WarehouseValues => ({ code, name })

function findOrAbort(rows: readonly WarehouseRow[], id: number): WarehouseRow {
  return rows.find((row) => row.id === id) ?? abortTransaction('not_found')
}

export function addWarehouse(pool: Pool, by: Author, typed: WarehouseValues): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    // Serializes additions, because codes must be unique ignoring case and accents.
    await db.execute('SELECT pg_advisory_xact_lock(22, 2)')
    const values = validateWarehouse(typed, await lockWarehouses(db))
    await db.execute(
      'INSERT INTO warehouses (code, name, position) SELECT $1, $2, coalesce(max(position) + 1, 0) FROM warehouses',
      [values.code, values.name],
    )
    await writeAudit(db, by, { action: 'create', noun: 'warehouse', id: values.code, after: values })
    return succeeded
  })
}

export function changeWarehouse(
  pool: Pool,
  by: Author,
  { id, before, values: typed }: { id: number; before: WarehouseValues; values: WarehouseValues },
): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    await db.execute('SELECT pg_advisory_xact_lock(22, 2)')
    const rows = await lockWarehouses(db)
    const current = valuesOf(findOrAbort(rows, id))
    const values = validateWarehouse(
      typed,
      rows.filter((row) => row.id !== id),
    )
    const conflict = changedSince('warehouse_changed', { before, now: current, wanted: values }, (_field, value) =>
      String(value),
    )
    if (conflict !== null) abortTransaction(conflict)
    await db.execute('UPDATE warehouses SET code = $2, name = $3 WHERE id = $1', [id, values.code, values.name])
    const difference = differenceOf(current, values)
    if (difference !== null) {
      await writeAudit(db, by, { action: 'change', noun: 'warehouse', id: values.code, ...difference })
    }
    return succeeded
  })
}

/** Imports and orders need an active warehouse. */
function rejectIfLastActive(rows: readonly WarehouseRow[], id: number): void {
  if (!rows.some((row) => row.is_active && row.id !== id)) abortTransaction('warehouse_last')
}

async function closeWarehouse(db: Db, by: Author, rows: readonly WarehouseRow[], row: WarehouseRow): Promise<void> {
  rejectIfLastActive(rows, row.id)
  if (await hasStock(db, row.id)) abortTransaction(refuse('warehouse_has_stock', { name: row.name }))
  await db.execute('UPDATE warehouses SET is_active = false WHERE id = $1', [row.id])
  await writeAudit(db, by, { action: 'deactivate', noun: 'warehouse', id: row.code })
}

/** Opens a warehouse, or closes an empty one. */
export function setWarehouseState(
  pool: Pool,
  by: Author,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const rows = await lockWarehouses(db)
    const row = findOrAbort(rows, id)
    if (row.is_active === isActive) return succeeded
    if (!isActive) await closeWarehouse(db, by, rows, row)
    else {
      await db.execute('UPDATE warehouses SET is_active = true WHERE id = $1', [id])
      await writeAudit(db, by, { action: 'activate', noun: 'warehouse', id: row.code })
    }
    return succeeded
  })
}

/** Replaces a warehouse in the lists of branches after its stock has moved. */
async function replaceInBranches(db: Db, warehouseId: number, previousId: number): Promise<void> {
  await db.execute(
    `UPDATE branch_warehouses b SET warehouse_id = $1 WHERE warehouse_id = $2
        AND NOT EXISTS (SELECT FROM branch_warehouses o WHERE o.branch_id = b.branch_id AND o.warehouse_id = $1)`,
    [warehouseId, previousId],
  )
  await db.execute('DELETE FROM branch_warehouses WHERE warehouse_id = $1', [previousId])
}

/** Moving the stock of a whole catalog takes longer than other changes. */
const wholeStock = { statementSeconds: 60 }

/** Moves all stock of a warehouse to another one and optionally closes it, in one transaction. */
export function moveAllStock(
  pool: Pool,
  by: Author,
  { id, to, isClosing }: { id: number; to: number; isClosing: boolean },
): Promise<Outcome> {
  return transactionOrRefusal(
    pool,
    async (db) => {
      const rows = await lockWarehouses(db)
      const [from, target] = [findOrAbort(rows, id), findOrAbort(rows, to)]
      if (!target.is_active || to === id) abortTransaction('warehouse_closed')
      const products = await transferAllStock(db, id, to)
      if (products > 0) {
        const after = { warehouses: `${from.code} → ${target.code}`, products }
        await writeAudit(db, by, { action: 'move_stock', noun: 'warehouse', id: from.code, after })
      }
      if (isClosing && from.is_active) {
        await closeWarehouse(db, by, rows, from)
        await replaceInBranches(db, to, id)
      }
      return succeeded
    },
    wholeStock,
  )
}

/** Deletes a warehouse that has never held stock; movements reference the others. */
export function removeWarehouse(pool: Pool, by: Author, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const rows = await lockWarehouses(db)
    const row = findOrAbort(rows, id)
    rejectIfLastActive(rows, id)
    // An import that adds stock here holds the row, so nothing can change in between.
    await db.execute('SELECT FROM warehouses WHERE id = $1 FOR UPDATE', [id])
    if ((await hasStock(db, id)) || (await hasMovements(db, id))) {
      abortTransaction(refuse('warehouse_in_use', { name: row.name }))
    }
    await db.execute('DELETE FROM inventory WHERE warehouse_id = $1', [id])
    await db.execute('DELETE FROM warehouses WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'warehouse', id: row.code, before: valuesOf(row) })
    return succeeded
  })
}
