import type { Db } from '#server/platform/db/pool.ts'

/** What was picked of an order and waits to be shipped, of what can be shipped; sums over its lines. */
export type PickedRow = { order_id: number; picked: number; open: number }

/** Orders of which picked goods wait. */
export async function loadPicked(db: Db, orderIds: readonly number[]): Promise<PickedRow[]> {
  return db.query<PickedRow>(
    `SELECT l.order_id, sum(l.picked)::integer AS picked, sum(l.open)::integer AS open
       FROM (SELECT o.id AS order_id, q.open,
                    CASE WHEN x.picked IS NULL THEN 0
                         ELSE greatest(0, least(q.open, x.shipped_before + x.picked - l.shipped)) END AS picked
               FROM orders o
               JOIN order_lines l ON l.order_id = o.id
                    CROSS JOIN LATERAL (SELECT l.quantity - l.shipped - l.cancelled - l.back_ordered AS open) q
               LEFT JOIN LATERAL (
                    SELECT y.picked, y.shipped_before FROM picking_lines y JOIN pickings p ON p.id = y.picking_id
                     WHERE y.order_id = l.order_id AND y.line_no = l.line_no AND p.ended_at IS NOT NULL
                     ORDER BY y.picking_id DESC LIMIT 1) x ON true
              WHERE o.id = ANY ($1::bigint[]) AND o.state IN ('confirmed', 'partly_shipped')) l
      GROUP BY l.order_id HAVING sum(l.picked) > 0`,
    [orderIds],
    'orders_picked',
  )
}
