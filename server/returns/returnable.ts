import { type MovedGoods, returnableQuantity } from '#domain/after-sales/goods-return.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A shipped line of an order. Quantities in the unit that was ordered. */
export type ShippedRow = {
  line_no: number
  product_id: number | null
  code: string
  name: string
  unit: string
  shipped: number
  /** Goods of shipments that were not withdrawn, by day in Turkey. */
  sent: MovedGoods[]
  /** What has come back, or is requested or accepted, by the day of its request. */
  taken: MovedGoods[]
}

/** The shipped lines of an order. Call it after locking the order where the answer decides. */
export async function loadShipped(db: Db, orderId: number): Promise<ShippedRow[]> {
  return db.query<ShippedRow>(
    `SELECT l.line_no, l.product_id, l.code, l.name, l.unit, l.shipped,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('quantity', x.quantity,
                      'day', s.shipped_on)), '[]')
               FROM shipment_lines x JOIN shipments s ON s.id = x.shipment_id AND s.withdrawn_at IS NULL
              WHERE x.order_id = l.order_id AND x.line_no = l.line_no) AS sent,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('quantity', coalesce(x.received, x.accepted, x.quantity),
                      'day', (r.created_at AT TIME ZONE 'Europe/Istanbul')::date)), '[]')
               FROM return_lines x JOIN returns r ON r.id = x.return_id AND r.state NOT IN ('refused', 'withdrawn')
              WHERE x.order_id = l.order_id AND x.line_no = l.line_no) AS taken
       FROM order_lines l WHERE l.order_id = $1 AND l.shipped > 0 ORDER BY l.line_no`,
    [orderId],
    'return_shipped_lines',
  )
}

/** How much of a shipped line can be returned today. */
export function returnableOf({ shipped, sent, taken }: ShippedRow, today: Day, days: number): number {
  const left = shipped - taken.reduce((sum, { quantity }) => sum + quantity, 0)
  return days === 0
    ? 0
    : Math.max(0, Math.min(left, returnableQuantity({ shipped: sent, returned: taken }, today, days)))
}
