import { decimal } from '#domain/money/money.ts'
import { fillableStates, planFills, type WaitingLine } from '#domain/orders/back-orders.ts'
import type { Db } from '#server/platform/db/pool.ts'

type ReadyRow = { product_id: number; stock: string; lines: number; contested: WaitingLine[] | null }

/**
 * Lines that stock covers now, at least in part: as many as `planAll` plans. Where stock suffices for all lines of a
 * product they are only counted; the others are shared out, oldest first.
 */
export async function countReadyLines(db: Db): Promise<number> {
  const rows = await db.query<ReadyRow>(
    `WITH waiting AS MATERIALIZED (
       SELECT l.product_id, l.back_order, l.multiplier, o.created_at, l.order_id, l.line_no
         FROM order_lines l JOIN orders o ON o.id = l.order_id
        WHERE l.back_order > 0 AND o.state = ANY ($1) AND l.product_id IS NOT NULL
     ), stocked AS (
       SELECT w.product_id, i.stock
         FROM (SELECT DISTINCT product_id FROM waiting) w
        CROSS JOIN LATERAL (SELECT sum(i.quantity) AS stock FROM inventory i WHERE i.product_id = w.product_id) i
        WHERE i.stock > 0
     )
     SELECT w.product_id, s.stock, count(*) AS lines,
            CASE WHEN s.stock < sum(w.back_order) THEN
              jsonb_agg(jsonb_build_object('backOrder', w.back_order::text, 'multiplier', w.multiplier::text)
                        ORDER BY w.created_at, w.order_id, w.line_no) END AS contested
       FROM stocked s JOIN waiting w ON w.product_id = s.product_id
      GROUP BY w.product_id, s.stock`,
    [fillableStates],
    'back_orders_ready_count',
  )
  return rows.reduce((sum, row) => sum + readyOf(row), 0)
}

function readyOf({ product_id: productId, stock, lines, contested }: ReadyRow): number {
  if (contested === null) return lines
  return planFills(
    contested.map((line) => ({ ...line, productId })),
    new Map([[productId, decimal(stock)]]),
  ).length
}
