import type { ManagedBranch, ManagedWarehouse } from '#contract/admin/warehouses.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Warehouses in display order with their stock. */
export function loadWarehouses(db: Db): Promise<ManagedWarehouse[]> {
  return db.query<ManagedWarehouse>(
    `SELECT w.id, w.code, w.name, w.is_active AS "isActive", coalesce(i.products, 0)::integer AS products,
            trim_scale(coalesce(i.quantity, 0))::text AS quantity,
            CASE WHEN i.products IS NOT NULL THEN false
                 ELSE NOT EXISTS (SELECT FROM stock_movements m WHERE m.warehouse_id = w.id)
                      AND EXISTS (SELECT FROM warehouses o WHERE o.is_active AND o.id <> w.id) END AS "isRemovable"
       FROM warehouses w
       LEFT JOIN (SELECT warehouse_id, count(*) AS products, sum(quantity) AS quantity
                    FROM inventory WHERE quantity <> 0 GROUP BY warehouse_id) i ON i.warehouse_id = w.id
      ORDER BY w.position, w.id`,
  )
}

/** Branches offered to all dealers, in display order. */
export function loadBranches(db: Db): Promise<ManagedBranch[]> {
  return db.query<ManagedBranch>(
    `SELECT b.id, b.name, b.is_active AS "isActive",
            (SELECT coalesce(jsonb_agg(w.warehouse_id ORDER BY w.position, w.warehouse_id), '[]')
               FROM branch_warehouses w WHERE w.branch_id = b.id) AS warehouses
       FROM branches b WHERE b.dealer_id IS NULL ORDER BY b.position, b.name, b.id`,
  )
}

export type WarehouseRow = { id: number; code: string; name: string; is_active: boolean }

/** Locks all warehouses, so that changes to them run one after the other. */
export function lockWarehouses(db: Db): Promise<WarehouseRow[]> {
  return db.query<WarehouseRow>(
    'SELECT id, code, name, is_active FROM warehouses ORDER BY position, id FOR NO KEY UPDATE',
  )
}

export type BranchRow = { id: number; name: string; is_active: boolean; warehouses: number[] }

/** Locks the store's branches until the transaction ends. Locking all of them keeps names unique. */
export async function lockBranches(db: Db): Promise<BranchRow[]> {
  await db.execute('SELECT pg_advisory_xact_lock(22, 1)')
  const rows = await loadBranches(db)
  return rows.map(({ isActive, ...row }) => ({ ...row, is_active: isActive }))
}

export async function hasStock(db: Db, warehouseId: number): Promise<boolean> {
  const row = await db.one('SELECT FROM inventory WHERE warehouse_id = $1 AND quantity <> 0 LIMIT 1', [warehouseId])
  return row !== undefined
}

/** Whether stock ever moved here; orders and imports then reference the warehouse. */
export async function hasMovements(db: Db, warehouseId: number): Promise<boolean> {
  const row = await db.one('SELECT FROM stock_movements WHERE warehouse_id = $1 LIMIT 1', [warehouseId])
  return row !== undefined
}

/** Locks the rows that orders would take from, in the same order as orders. */
async function lockInventoryRows(db: Db, from: number, to: number): Promise<void> {
  await db.execute(
    `SELECT FROM inventory i WHERE i.warehouse_id IN ($1, $2)
        AND EXISTS (SELECT FROM inventory s WHERE s.product_id = i.product_id AND s.warehouse_id = $1 AND s.quantity <> 0)
      ORDER BY i.product_id, i.warehouse_id FOR UPDATE OF i`,
    [from, to],
  )
}

/**
 * Moves all stock of one warehouse to another, including negative quantities from imports. Returns the number of
 * products.
 */
export async function transferAllStock(db: Db, from: number, to: number): Promise<number> {
  await lockInventoryRows(db, from, to)
  return db.execute(
    `WITH moved AS MATERIALIZED (
       SELECT product_id, quantity FROM inventory WHERE warehouse_id = $1 AND quantity <> 0
     ), written AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
       SELECT m.product_id, side.warehouse_id, m.quantity * side.sign, 'transfer' FROM moved m,
              (VALUES ($1::integer, -1), ($2::integer, 1)) side (warehouse_id, sign)
        ORDER BY m.product_id, side.warehouse_id
     ), arrived AS (
       INSERT INTO inventory (product_id, warehouse_id, quantity)
       SELECT product_id, $2, quantity FROM moved ORDER BY product_id
       ON CONFLICT (product_id, warehouse_id) DO UPDATE SET quantity = inventory.quantity + excluded.quantity
     )
     UPDATE inventory i SET quantity = i.quantity - m.quantity FROM moved m
      WHERE i.product_id = m.product_id AND i.warehouse_id = $1`,
    [from, to],
  )
}

/** Adds a warehouse that is named after its code. */
export async function insertWarehouse(
  db: Db,
  code: string,
  position: number,
): Promise<{ id: number; code: string; name: string }> {
  const row = await db.one<{ id: number; code: string; name: string }>(
    `INSERT INTO warehouses (code, name, position) VALUES ($1, $1, $2) RETURNING id, code, name`,
    [code, position],
  )
  if (row === undefined) throw new Error('Could not insert the warehouse.')
  return row
}
