import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { BranchValues } from '#contract/admin/warehouses.ts'
import { fold } from '#domain/text/text.ts'
import {
  changedSince,
  createFieldCheck,
  deleteBranch,
  insertStoreBranch,
  renameBranch,
  setBranchActive,
} from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { type BranchRow, lockBranches, lockWarehouses, type WarehouseRow } from './warehouse-rows.ts'

type Outcome = { ok: true } | Refusal
const succeeded = { ok: true as const }

type BranchContext = { others: readonly BranchRow[]; warehouses: readonly WarehouseRow[]; assigned?: readonly number[] }

/** Validates submitted values. Names of the store's branches are unique, and a closed warehouse cannot be added. */
function validateBranch(typed: BranchValues, { others, warehouses, assigned = [] }: BranchContext): BranchValues {
  const checks = createFieldCheck()
  const name = checks.text('name', typed.name, { max: 80, isNeeded: true })
  if (others.some((other) => fold(other.name) === fold(name))) {
    checks.fields['name'] ??= { text: 'administration.warehouses.problems.branchTaken' }
  }
  const selected = [...new Set(typed.warehouses)]
  const allowed = new Set([...assigned, ...warehouses.filter(({ is_active }) => is_active).map(({ id }) => id)])
  if (selected.some((id) => !allowed.has(id))) {
    checks.fields['warehouses'] ??= { text: 'administration.warehouses.problems.warehouseGone' }
  }
  const refusal = checks.refusal()
  return refusal === null ? { name, warehouses: selected } : abortTransaction(refusal)
}

const valuesOf = ({ name, warehouses }: BranchRow): BranchValues => ({ name, warehouses })

/** Values for the audit log, with warehouse names in place of ids. */
function auditedValues(values: BranchValues, warehouses: readonly WarehouseRow[]) {
  const nameOf = (id: number) => warehouses.find((row) => row.id === id)?.name ?? String(id)
  return { name: values.name, warehouses: values.warehouses.map(nameOf) }
}

function findOrAbort(rows: readonly BranchRow[], id: number): BranchRow {
  return rows.find((row) => row.id === id) ?? abortTransaction('not_found')
}

async function saveWarehouses(db: Db, branchId: number, warehouses: readonly number[]): Promise<void> {
  await db.execute('DELETE FROM branch_warehouses WHERE branch_id = $1', [branchId])
  await db.execute(
    `INSERT INTO branch_warehouses (branch_id, warehouse_id, position)
     SELECT $1, id, place - 1 FROM unnest($2::integer[]) WITH ORDINALITY AS chosen (id, place)`,
    [branchId, warehouses],
  )
}

export function addBranch(pool: Pool, by: Author, typed: BranchValues): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const [others, warehouses] = [await lockBranches(db), await lockWarehouses(db)]
    const values = validateBranch(typed, { others, warehouses })
    await saveWarehouses(db, await insertStoreBranch(db, values.name), values.warehouses)
    const after = auditedValues(values, warehouses)
    await writeAudit(db, by, { action: 'create', noun: 'branch', id: values.name, after })
    return succeeded
  })
}

export function changeBranch(
  pool: Pool,
  by: Author,
  { id, before, values: typed }: { id: number; before: BranchValues; values: BranchValues },
): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const [rows, warehouses] = [await lockBranches(db), await lockWarehouses(db)]
    const current = valuesOf(findOrAbort(rows, id))
    const others = rows.filter((row) => row.id !== id)
    const values = validateBranch(typed, { others, warehouses, assigned: current.warehouses })
    const describeCurrent = (field: string) =>
      field === 'name' ? current.name : auditedValues(current, warehouses).warehouses.join(', ') || '–'
    const conflict = changedSince('branch_changed', { before, now: current, wanted: values }, describeCurrent)
    if (conflict !== null) abortTransaction(conflict)
    await renameBranch(db, id, values.name)
    await saveWarehouses(db, id, values.warehouses)
    const difference = differenceOf(auditedValues(current, warehouses), auditedValues(values, warehouses))
    if (difference !== null) {
      await writeAudit(db, by, { action: 'change', noun: 'branch', id: values.name, ...difference })
    }
    return succeeded
  })
}

/** A closed branch is no longer offered; orders keep their reference. */
export function setBranchState(
  pool: Pool,
  by: Author,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = findOrAbort(await lockBranches(db), id)
    if (row.is_active === isActive) return succeeded
    await setBranchActive(db, id, isActive)
    await writeAudit(db, by, { action: isActive ? 'activate' : 'deactivate', noun: 'branch', id: row.name })
    return succeeded
  })
}

export function removeBranch(pool: Pool, by: Author, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = findOrAbort(await lockBranches(db), id)
    // An order being written holds the row, so no order can reference the branch in between.
    await db.execute('SELECT FROM branches WHERE id = $1 FOR UPDATE', [id])
    const order = await db.one('SELECT FROM orders WHERE branch_id = $1 LIMIT 1', [id])
    if (order !== undefined) abortTransaction(refuse('branch_in_use', { name: row.name }))
    await deleteBranch(db, id)
    await writeAudit(db, by, { action: 'remove', noun: 'branch', id: row.name, before: { name: row.name } })
    return succeeded
  })
}
