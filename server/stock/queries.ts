import type { Db } from '#server/platform/db/pool.ts'
import type { ReadPart, WritePart } from '#server/platform/db/together.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'

export type LockedInventoryRow = {
  product_id: number
  warehouse_id: number
  quantity: string
  branch_position: number | null
}

/** Locks the stock of products until the transaction ends. The fixed order prevents deadlocks between orders. */
export async function lockInventory(
  db: Db,
  productIds: readonly number[],
  branchId: number | null,
): Promise<LockedInventoryRow[]> {
  return db.query<LockedInventoryRow>(LOCK, [productIds, branchId], 'stock_lock')
}

const LOCK = `
  SELECT i.product_id, i.warehouse_id, i.quantity::text,
         (SELECT b.position FROM branch_warehouses b
           WHERE b.branch_id = (SELECT $2::integer) AND b.warehouse_id = i.warehouse_id) AS branch_position
    FROM inventory i WHERE i.product_id = ANY (${unseenArray('$1', 'integer')})
   ORDER BY i.product_id, i.warehouse_id FOR UPDATE OF i`

/** The same to be read with others. */
export const lockPart = (productIds: readonly number[], branchId: number | null): ReadPart<LockedInventoryRow> => ({
  sql: LOCK,
  params: [productIds, branchId],
})

export type StockDeduction = { productId: number; warehouseId: number; quantity: string }

/** The owner of taken stock: an order permanently, or a payment until it ends. */
export type StockHolder = { orderId: number } | { paymentId: number }

/** The two owner columns of `stock_movements`. */
function ownerColumns(holder: StockHolder): [orderId: number | null, paymentId: number | null] {
  return 'orderId' in holder ? [holder.orderId, null] : [null, holder.paymentId]
}

/** Deducts stock, which has to suffice, and writes the movements. */
export function deductionPart(holder: StockHolder, deductions: readonly StockDeduction[]): WritePart {
  return {
    name: 'stock_reduce',
    ctes: {
      taking:
        'SELECT * FROM unnest($1::integer[], $2::integer[], $3::numeric[]) AS t (product_id, warehouse_id, quantity)',
      moved: `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id, payment_id)
              SELECT product_id, warehouse_id, -quantity, CASE WHEN $4::bigint IS NULL THEN 'reserve' ELSE 'order' END,
                     $4, $5::bigint
                FROM taking`,
      stock_taken: `UPDATE inventory i SET quantity = i.quantity - t.quantity FROM taking t
                     WHERE i.product_id = t.product_id AND i.warehouse_id = t.warehouse_id AND i.quantity >= t.quantity
                    RETURNING i.product_id`,
    },
    params: [
      deductions.map(({ productId }) => productId),
      deductions.map(({ warehouseId }) => warehouseId),
      deductions.map(({ quantity }) => quantity),
      ...ownerColumns(holder),
    ],
    expect: { cte: 'stock_taken', rows: deductions.length },
  }
}

/** Locks the rows that orders took stock from, in the same order as `lockInventory`. */
export async function lockInventoryOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await db.query(
    `SELECT FROM inventory i
      WHERE (i.product_id, i.warehouse_id) IN
            (SELECT product_id, warehouse_id FROM stock_movements WHERE order_id = ANY ($1::bigint[]))
      ORDER BY i.product_id, i.warehouse_id FOR UPDATE OF i`,
    [orderIds],
    'stock_lock_orders',
  )
}

/** Locks the rows that stock was taken from, in the same order as `lockInventory`. */
export async function lockInventoryOf(db: Db, holder: StockHolder): Promise<void> {
  await db.query(
    `SELECT FROM inventory i
      WHERE (i.product_id, i.warehouse_id) IN
            (SELECT product_id, warehouse_id FROM stock_movements WHERE order_id = $1 OR payment_id = $2)
      ORDER BY i.product_id, i.warehouse_id FOR UPDATE OF i`,
    ownerColumns(holder),
    'stock_lock_taken',
  )
}

/** Returns taken stock that was not returned yet; idempotent. */
export async function restoreInventory(db: Db, holder: StockHolder): Promise<void> {
  await db.execute(
    `WITH back AS (
       SELECT product_id, warehouse_id, -sum(quantity) AS quantity FROM stock_movements
        WHERE order_id = $1 OR payment_id = $2 GROUP BY product_id, warehouse_id HAVING sum(quantity) < 0
     ), moved AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id, payment_id)
       SELECT product_id, warehouse_id, quantity, CASE WHEN $1::bigint IS NULL THEN 'release' ELSE 'cancel' END, $1, $2
         FROM back
     )
     UPDATE inventory i SET quantity = i.quantity + b.quantity FROM back b
      WHERE i.product_id = b.product_id AND i.warehouse_id = b.warehouse_id`,
    ownerColumns(holder),
    'stock_restore',
  )
}

/**
 * Returns part of what an order took of products to their warehouses, those it took from last first; base units by
 * product. The rows must be locked. Returns the number of products that were returned in full.
 */
export async function restorePart(
  db: Db,
  orderId: number,
  parts: readonly { productId: number; quantity: string }[],
): Promise<number> {
  const row = await db.one<{ whole: number }>(
    `WITH wanted AS (
       SELECT * FROM unnest($2::integer[], $3::numeric[]) AS w (product_id, quantity)
     ), taken AS (
       SELECT product_id, warehouse_id, -sum(quantity) AS quantity, max(id) AS last FROM stock_movements
        WHERE order_id = $1 GROUP BY product_id, warehouse_id HAVING sum(quantity) < 0
     ), placed AS (
       SELECT t.*, w.quantity AS wanted,
              sum(t.quantity) OVER (PARTITION BY t.product_id ORDER BY t.last DESC) - t.quantity AS before
         FROM taken t JOIN wanted w ON w.product_id = t.product_id
     ), back AS (
       SELECT product_id, warehouse_id, least(quantity, wanted - before) AS quantity FROM placed WHERE before < wanted
     ), moved AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id)
       SELECT product_id, warehouse_id, quantity, 'cancel', $1 FROM back
     ), returned AS (
       UPDATE inventory i SET quantity = i.quantity + b.quantity FROM back b
        WHERE i.product_id = b.product_id AND i.warehouse_id = b.warehouse_id
     )
     SELECT count(*)::integer AS whole
       FROM wanted w WHERE w.quantity = (SELECT sum(b.quantity) FROM back b WHERE b.product_id = w.product_id)`,
    [orderId, parts.map(({ productId }) => productId), parts.map(({ quantity }) => quantity)],
    'stock_restore_part',
  )
  return row?.whole ?? 0
}

/** Reassigns the stock that a payment took to an order and returns its base units by product. */
export async function transferHeldInventory(
  db: Db,
  paymentId: number,
  orderId: number,
): Promise<{ product_id: number; quantity: string }[]> {
  return db.query(
    `WITH handed AS (
       UPDATE stock_movements SET reason = 'order', order_id = $2 WHERE payment_id = $1 RETURNING product_id, quantity
     )
     SELECT product_id, -sum(quantity) AS quantity FROM handed GROUP BY product_id`,
    [paymentId, orderId],
    'stock_hand',
  )
}
