import type { Db } from '#server/platform/db/pool.ts'

const staff = '(SELECT min(id) FROM users WHERE dealer_id IS NULL)'

/**
 * Names the shelves of ordered products, and picks the two oldest orders that wait to be shipped: one list has ended with
 * goods that were not found, the other is half counted.
 */
export async function loadPickings(db: Db): Promise<void> {
  await db.execute(
    `INSERT INTO shelves (product_id, warehouse_id, shelf)
     SELECT DISTINCT product_id, warehouse_id, chr(65 + product_id % 6) || '-' || (1 + product_id * 7 % 24)
       FROM stock_movements WHERE order_id IS NOT NULL`,
  )
  await db.execute(
    `WITH waiting AS (
       SELECT o.id, o.created_at + interval '4 hours' AS at, row_number() OVER (ORDER BY o.id) AS list
         FROM orders o
        WHERE o.state = 'confirmed' AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.confirmed > 0)
        ORDER BY o.id LIMIT 2
     ), added AS (
       INSERT INTO pickings (id, request_key, created_at, created_by, ended_at, ended_by, end_key)
       OVERRIDING SYSTEM VALUE
       SELECT list, 'demo picking ' || list, at, ${staff}, CASE WHEN list = 1 THEN at + interval '25 minutes' END,
              CASE WHEN list = 1 THEN ${staff} END, CASE WHEN list = 1 THEN 'demo picking end' END
         FROM waiting
     ), goods AS (
       INSERT INTO picking_lines (picking_id, order_id, line_no, quantity, picked, shipped_before, rest)
       SELECT list, order_id, line_no, confirmed, picked, 0, CASE WHEN list = 1 AND picked < confirmed THEN 'open' END
         FROM (SELECT w.list, l.order_id, l.line_no, l.confirmed,
                      CASE WHEN w.list = 2 THEN l.confirmed / 2
                           WHEN l.line_no > 1 THEN l.confirmed - 1 ELSE l.confirmed END AS picked
                 FROM waiting w JOIN order_lines l ON l.order_id = w.id WHERE l.confirmed > 0) counted
     ), moved AS (
       UPDATE orders o SET state = 'picking' FROM waiting w WHERE o.id = w.id AND w.list = 2
     )
     INSERT INTO order_history (order_id, at, step, from_state, to_state, actor, user_id)
     SELECT w.id, w.at + s.after, s.step, s.from_state, s.to_state, 'staff', ${staff}
       FROM waiting w,
            LATERAL (VALUES
              (2, 'picking', 'confirmed', 'picking', interval '0'),
              (1, 'picking', 'confirmed', 'picking', interval '0'),
              (1, 'picking_ended', 'picking', 'confirmed', interval '25 minutes')
            ) s (list, step, from_state, to_state, after)
      WHERE s.list = w.list ORDER BY 2`,
  )
  await db.query(`SELECT setval(pg_get_serial_sequence('pickings', 'id'), (SELECT greatest(max(id), 1) FROM pickings))`)
}
