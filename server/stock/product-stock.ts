import { type Decimal, decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type WarehouseStock = { id: number; name: string; quantity: string; shelf: string; isActive: boolean }
export type StockMovement = {
  id: number
  at: Date
  place: string
  quantity: string
  reason: 'import' | 'order' | 'cancel' | 'correction' | 'reserve' | 'release' | 'transfer' | 'return'
  order_no: string | null
}

/** The stock of a product in each warehouse, including empty ones; all zero without a product. */
export async function loadWarehouseStock(db: Db, productId: number | null): Promise<WarehouseStock[]> {
  return db.query<WarehouseStock>(
    `SELECT w.id, w.name, coalesce(i.quantity, 0)::text AS quantity, coalesce(s.shelf, '') AS shelf,
            w.is_active AS "isActive"
       FROM warehouses w
       LEFT JOIN inventory i ON i.warehouse_id = w.id AND i.product_id = $1
       LEFT JOIN shelves s ON s.warehouse_id = w.id AND s.product_id = $1
      ORDER BY w.position, w.name, w.id`,
    [productId],
    'stock_places',
  )
}

export async function loadMovements(db: Db, productId: number, limit: number): Promise<StockMovement[]> {
  return db.query<StockMovement>(
    `SELECT m.id, m.created_at AS at, w.name AS place, m.quantity, m.reason, o.order_no
       FROM stock_movements m JOIN warehouses w ON w.id = m.warehouse_id LEFT JOIN orders o ON o.id = m.order_id
      WHERE m.product_id = $1 ORDER BY m.id DESC LIMIT $2`,
    [productId, limit],
    'stock_movements_last',
  )
}

/** Locks the stock of a product in one warehouse until the transaction ends and returns it. Inserts a missing row. */
export async function lockWarehouseStock(db: Db, productId: number, warehouseId: number): Promise<Decimal> {
  await db.execute(
    'INSERT INTO inventory (product_id, warehouse_id, quantity) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING',
    [productId, warehouseId],
    'stock_place_add',
  )
  const row = await db.one<{ quantity: string }>(
    'SELECT quantity FROM inventory WHERE product_id = $1 AND warehouse_id = $2 FOR UPDATE',
    [productId, warehouseId],
    'stock_place_lock',
  )
  return decimal(row?.quantity ?? 0)
}

/** Changes stock locked by `lockWarehouseStock` and writes a movement. */
export async function moveStock(
  db: Db,
  productId: number,
  warehouseId: number,
  change: Decimal,
  reason: 'correction' | 'transfer' | 'return' = 'correction',
): Promise<void> {
  await db.execute(
    `WITH moved AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason) VALUES ($1, $2, $3, $4))
     UPDATE inventory SET quantity = quantity + $3 WHERE product_id = $1 AND warehouse_id = $2`,
    [productId, warehouseId, change.toFixed(), reason],
    'stock_move',
  )
}

/**
 * Locks warehouses in shared mode until the transaction ends, so that they cannot be closed. Same order as
 * `lockWarehouses`.
 */
export async function lockWarehousesShared(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string; is_active: boolean }[]> {
  return db.query(
    'SELECT id, name, is_active FROM warehouses WHERE id = ANY ($1) ORDER BY position, id FOR SHARE',
    [ids],
    'stock_hold_warehouses',
  )
}

/** Names the shelf of a product in a warehouse; an empty one is removed. Returns the former one, '' if it had none. */
export async function saveShelf(
  db: Db,
  { productId, warehouseId, shelf }: { productId: number; warehouseId: number; shelf: string },
): Promise<string> {
  const before = await db.one<{ shelf: string }>(
    'SELECT shelf FROM shelves WHERE product_id = $1 AND warehouse_id = $2 FOR UPDATE',
    [productId, warehouseId],
    'stock_shelf',
  )
  if (shelf === '') {
    await db.execute(
      'DELETE FROM shelves WHERE product_id = $1 AND warehouse_id = $2',
      [productId, warehouseId],
      'stock_shelf_remove',
    )
  } else {
    await db.execute(
      `INSERT INTO shelves (product_id, warehouse_id, shelf) VALUES ($1, $2, $3)
       ON CONFLICT (product_id, warehouse_id) DO UPDATE SET shelf = excluded.shelf`,
      [productId, warehouseId, shelf],
      'stock_shelf_save',
    )
  }
  return before?.shelf ?? ''
}
