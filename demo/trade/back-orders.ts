import type { Db } from '#server/platform/db/pool.ts'

/**
 * Lets lines of confirmed orders wait for stock: of every two products, one has arrived since and the other sold out
 * today. The first user of a dealer watches a product that is sold out, and was notified of one that came back.
 */
export async function loadBackOrders(db: Db, today: Date): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE demo_back_orders ON COMMIT DROP AS
     SELECT *, row_number() OVER (ORDER BY order_id, line_no) AS place
       FROM (SELECT DISTINCT ON (l.product_id) l.order_id, l.line_no, l.product_id, m.warehouse_id, m.created_at AS at,
                    l.quantity - l.quantity / 2 AS units, (l.quantity - l.quantity / 2) * l.multiplier AS waiting
               FROM order_lines l JOIN orders o ON o.id = l.order_id
               JOIN stock_movements m ON m.order_id = l.order_id AND m.product_id = l.product_id
              WHERE o.state IN ('confirmed', 'partly_shipped') AND l.quantity > 1 AND l.shipped = 0 AND l.back_order = 0
                AND -m.quantity >= l.quantity * l.multiplier
                AND NOT EXISTS (SELECT FROM picking_lines p WHERE p.order_id = l.order_id)
              ORDER BY l.product_id, l.order_id, l.line_no, m.id) candidates
      ORDER BY order_id, line_no LIMIT 6`,
  )
  await db.execute(
    `UPDATE order_lines l SET back_order = d.waiting, confirmed = l.confirmed - d.units
       FROM demo_back_orders d WHERE l.order_id = d.order_id AND l.line_no = d.line_no`,
  )
  await db.execute(
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id, created_at)
     SELECT product_id, warehouse_id, waiting, 'cancel', order_id, at FROM demo_back_orders ORDER BY place`,
  )
  await db.execute(
    `UPDATE inventory i SET quantity = i.quantity + d.waiting FROM demo_back_orders d
      WHERE i.product_id = d.product_id AND i.warehouse_id = d.warehouse_id`,
  )
  await db.execute(
    `WITH sold_out AS (
       SELECT i.product_id, i.warehouse_id, i.quantity FROM inventory i JOIN demo_back_orders d ON d.product_id = i.product_id
        WHERE d.place % 2 = 0 AND i.quantity > 0
     ), moved AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, created_at)
       SELECT product_id, warehouse_id, -quantity, 'correction', $1 FROM sold_out ORDER BY product_id, warehouse_id
     )
     UPDATE inventory i SET quantity = 0 FROM sold_out s
      WHERE i.product_id = s.product_id AND i.warehouse_id = s.warehouse_id`,
    [today],
  )
  await db.execute(
    `INSERT INTO stock_watches (user_id, product_id, created_at, notified_at)
     SELECT u.id, d.product_id, now() - interval '3 days', CASE WHEN d.place = 1 THEN now() - interval '1 day' END
       FROM demo_back_orders d, (SELECT min(id) AS id FROM users WHERE dealer_id IS NOT NULL) u WHERE d.place < 3`,
  )
}
