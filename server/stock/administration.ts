import type { Reply } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import {
  addBranch as addBranchCall,
  addWarehouse as addWarehouseCall,
  changeBranch as changeBranchCall,
  changeWarehouse as changeWarehouseCall,
  listWarehouses,
  moveWarehouseStock,
  orderWarehouses,
  removeBranch as removeBranchCall,
  removeWarehouse as removeWarehouseCall,
  setBranchState as setBranchStateCall,
  setWarehouseState as setWarehouseStateCall,
} from '#contract/admin/warehouses.ts'
import { sortBranches } from '#server/account/account.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { addBranch, changeBranch, removeBranch, setBranchState } from './change-branches.ts'
import { addWarehouse, changeWarehouse, moveAllStock, removeWarehouse, setWarehouseState } from './change-warehouses.ts'
import { loadBranches, loadWarehouses, lockBranches, lockWarehouses } from './warehouse-rows.ts'

type WarehouseList = Reply<typeof listWarehouses>

/** The administrators' endpoints for warehouses and the store's branches; each returns all of them. */
export function registerWarehouseAdministration(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  const listAfter = async (changed: { ok: true } | Refusal): Promise<WarehouseList | Refusal> => {
    if (!changed.ok) return changed
    await store.refresh()
    return list(pool)
  }
  handle(calls, listWarehouses, () => list(pool))
  handle(calls, addWarehouseCall, async ({ body }, by) => listAfter(await addWarehouse(pool, by, body.values)))
  handle(calls, changeWarehouseCall, async ({ params, body }, by) =>
    listAfter(await changeWarehouse(pool, by, { id: params.id, ...body })),
  )
  handle(calls, setWarehouseStateCall, async ({ params, body }, by) =>
    listAfter(await setWarehouseState(pool, by, { id: params.id, ...body })),
  )
  handle(calls, moveWarehouseStock, async ({ params, body }, by) =>
    listAfter(await moveAllStock(pool, by, { id: params.id, ...body })),
  )
  handle(calls, removeWarehouseCall, async ({ params }, by) => listAfter(await removeWarehouse(pool, by, params.id)))
  handle(calls, addBranchCall, async ({ body }, by) => listAfter(await addBranch(pool, by, body.values)))
  handle(calls, changeBranchCall, async ({ params, body }, by) =>
    listAfter(await changeBranch(pool, by, { id: params.id, ...body })),
  )
  handle(calls, setBranchStateCall, async ({ params, body }, by) =>
    listAfter(await setBranchState(pool, by, { id: params.id, ...body })),
  )
  handle(calls, removeBranchCall, async ({ params }, by) => listAfter(await removeBranch(pool, by, params.id)))
  handle(calls, orderWarehouses, async ({ body }, by) => listAfter(await reorderAll(pool, by, body)))
}

async function list(db: Db): Promise<WarehouseList> {
  return { warehouses: await loadWarehouses(db), branches: await loadBranches(db) }
}

type WarehouseOrder = { warehouses?: readonly number[] | undefined; branches?: readonly number[] | undefined }

function reorderAll(pool: Pool, by: Author, { warehouses, branches }: WarehouseOrder): Promise<{ ok: true }> {
  return transaction(pool, async (db) => {
    if (warehouses !== undefined) await reorder(db, by, 'warehouse', warehouses)
    if (branches !== undefined) await reorder(db, by, 'branch', branches)
    return { ok: true as const }
  })
}

/** Moves the given rows to the front in this order; the others follow in their current order. */
async function reorder(db: Db, by: Author, noun: 'warehouse' | 'branch', ids: readonly number[]): Promise<void> {
  const rows: { id: number; name: string }[] = noun === 'warehouse' ? await lockWarehouses(db) : await lockBranches(db)
  const positionOf = new Map(ids.map((id, at) => [id, at]))
  const sorted = rows.toSorted((a, b) => (positionOf.get(a.id) ?? rows.length) - (positionOf.get(b.id) ?? rows.length))
  if (sorted.every((row, at) => row.id === rows[at]?.id)) return
  const sortedIds = sorted.map(({ id }) => id)
  await (noun === 'warehouse' ? sortWarehouses(db, sortedIds) : sortBranches(db, sortedIds))
  const [before, after] = [rows, sorted].map((list) => ({ order: list.map(({ name }) => name) }))
  await writeAudit(db, by, { action: 'change', noun, id: '*', before: before ?? null, after: after ?? null })
}

async function sortWarehouses(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE warehouses SET position = place - 1 FROM unnest($1::integer[]) WITH ORDINALITY AS sorted (id, place)
      WHERE warehouses.id = sorted.id`,
    [ids],
  )
}
