import type { OrderItem } from '#contract/shop/orders.ts'
import type { OrderShipment } from '#contract/shop/shipments.ts'
import { lastReturnDay } from '#domain/after-sales/goods-return.ts'
import { trackingLink } from '#domain/orders/shipment.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

type OrderShipmentRow = {
  id: number
  shipment_no: string
  created_at: Date
  carrier: string
  tracking_no: string
  tracking_url: string
  delivery_note_no: string
  parcel_count: number
  weight: string | null
  withdrawn_at: Date | null
  lines: OrderShipment['lines']
}

/** The shipments of an order with its own lines, oldest first, including withdrawn ones. */
export async function loadOrderShipments(db: Db, orderId: number): Promise<OrderShipment[]> {
  const rows = await db.query<OrderShipmentRow>(
    `SELECT s.id, s.shipment_no, s.created_at, s.carrier, s.tracking_no, s.tracking_url, s.delivery_note_no, s.withdrawn_at,
            (SELECT count(*) FROM parcels p WHERE p.shipment_id = s.id) AS parcel_count,
            (SELECT CASE WHEN count(*) = count(p.weight) THEN sum(p.weight) END
               FROM parcels p WHERE p.shipment_id = s.id) AS weight,
            sent.lines
       FROM (SELECT x.shipment_id, jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'code', l.code, 'name', l.name,
                      'unit', l.unit, 'quantity', x.quantity) ORDER BY l.line_no) AS lines
               FROM shipment_lines x JOIN order_lines l ON l.order_id = x.order_id AND l.line_no = x.line_no
              WHERE x.order_id = $1 GROUP BY x.shipment_id) sent
       JOIN shipments s ON s.id = sent.shipment_id
      ORDER BY s.id`,
    [orderId],
    'order_shipments',
  )
  return rows.map((row) => ({
    id: row.id,
    shipmentNo: row.shipment_no,
    date: row.created_at.toISOString(),
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    trackingLink: trackingLink({ carrier: row.carrier, trackingNo: row.tracking_no, trackingUrl: row.tracking_url }),
    deliveryNoteNo: row.delivery_note_no,
    parcelCount: row.parcel_count,
    weight: row.weight === null ? null : Number(row.weight),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    lines: row.lines,
  }))
}

/** Whether the page of an order offers to return goods. The form has the exact quantities. */
export function mayReturn(
  items: readonly Pick<OrderItem, 'shipped' | 'returned'>[],
  shipments: readonly OrderShipment[],
  days: number,
): boolean {
  const today = dayInTurkey(new Date())
  const isInTime = ({ date }: OrderShipment) => lastReturnDay(dayInTurkey(new Date(date)), days) >= today
  return (
    days > 0 &&
    items.some(({ shipped, returned }) => shipped > returned) &&
    shipments.some((shipment) => shipment.withdrawnAt === null && isInTime(shipment))
  )
}
