import type { Db } from '#server/platform/db/pool.ts'

/**
 * Lowers counted quantities of the ERP by what it had not booked at `asOf` (ISO 8601, of the shop's clock; a moment in the
 * future counts as now): stock that orders took and that were not sent to the ERP by then, and stock that card payments
 * hold. `counted` is a temporary table with the columns product_id, warehouse_id and quantity. The stock is locked first,
 * in the order of orders: none of them is committed between this and the change (decision 053).
 */
export async function subtractUnbooked(db: Db, counted: string, asOf: string): Promise<void> {
  await db.execute(
    `SELECT FROM inventory v JOIN ${counted} q ON q.product_id = v.product_id AND q.warehouse_id = v.warehouse_id
      ORDER BY v.product_id, v.warehouse_id FOR UPDATE OF v`,
  )
  await db.execute(
    `WITH unbooked AS (
       SELECT id FROM orders WHERE NOT is_cancel AND sent_to_erp_at IS NULL
        UNION ALL
       SELECT id FROM orders WHERE NOT is_cancel AND sent_to_erp_at > least($1::timestamptz, now())
     ), taken AS (
       SELECT m.product_id, m.warehouse_id, m.quantity FROM unbooked o JOIN stock_movements m ON m.order_id = o.id
        UNION ALL
       SELECT m.product_id, m.warehouse_id, m.quantity
         FROM payments p JOIN stock_movements m ON m.payment_id = p.id WHERE p.stock_state = 'held'
     ), sums AS (
       SELECT product_id, warehouse_id, sum(quantity) AS quantity FROM taken GROUP BY 1, 2
     )
     UPDATE ${counted} q SET quantity = q.quantity + s.quantity FROM sums s
      WHERE s.product_id = q.product_id AND s.warehouse_id = q.warehouse_id`,
    [asOf],
  )
}
