import type { AdminShipment } from '#contract/admin/shipments.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type ShipmentFilter = {
  /** Part of the number of the shipment or of an order, or the start of a tracking or delivery note number. */
  q: string
  /** A dealer's code, or part of its name. */
  dealer: string
  from: Day | null
  to: Day | null
}

const dayStart = (place: string) => `(${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul')`

const searched = (place: string) => `(position(upper(${place}) IN s.shipment_no) > 0
  OR starts_with(upper(s.tracking_no), upper(${place})) OR starts_with(upper(s.delivery_note_no), upper(${place}))
  OR EXISTS (SELECT FROM shipment_lines x JOIN orders o ON o.id = x.order_id
              WHERE x.shipment_id = s.id AND position(upper(${place}) IN o.order_no) > 0))`

// Folding names is slow: the stored search text, which contains the name and more, is compared first.
const ofDealer = (place: string) =>
  `s.dealer_id IN (SELECT d.id FROM dealers d
     WHERE upper(d.code) = upper(${place})
        OR (strpos(d.search_text, fold(${place})) > 0 AND strpos(fold(d.name), fold(${place})) > 0))`

function conditionOf({ q, dealer, from, to }: ShipmentFilter): { sql: string; params: unknown[] } {
  const params: unknown[] = []
  const next = (value: unknown) => `$${params.push(value)}`
  const conditions = ['true']
  if (q !== '') conditions.push(searched(next(q)))
  if (dealer !== '') conditions.push(ofDealer(next(dealer)))
  if (from !== null) conditions.push(`s.created_at >= ${dayStart(next(from))}`)
  if (to !== null) conditions.push(`s.created_at < ${dayStart(next(addDays(to, 1)))}`)
  return { sql: conditions.join(' AND '), params }
}

export async function countShipments(db: Db, filter: ShipmentFilter): Promise<number> {
  const { sql, params } = conditionOf(filter)
  const row = await db.one<{ count: number }>(`SELECT count(*) AS count FROM shipments s WHERE ${sql}`, params)
  return row?.count ?? 0
}

export async function findShipmentIds(
  db: Db,
  filter: ShipmentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const { sql, params } = conditionOf(filter)
  const rows = await db.query<{ id: number }>(
    `SELECT s.id FROM shipments s WHERE ${sql} ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit} OFFSET ${offset}`,
    params,
  )
  return rows.map(({ id }) => id)
}

export type ListedShipmentRow = {
  id: number
  shipment_no: string
  created_at: Date
  dealer: string
  dealer_code: string
  order_nos: string[]
  carrier: string
  tracking_no: string
  tracking_url: string
  delivery_note_no: string
  parcel_count: number
  is_withdrawn: boolean
}

/** Loads these shipments, newest first. */
export async function loadListed(db: Db, ids: readonly number[]): Promise<ListedShipmentRow[]> {
  return db.query<ListedShipmentRow>(
    `SELECT s.id, s.shipment_no, s.created_at, d.name AS dealer, d.code AS dealer_code, s.carrier, s.tracking_no,
            s.tracking_url, s.delivery_note_no, s.withdrawn_at IS NOT NULL AS is_withdrawn,
            ARRAY(SELECT o.order_no FROM orders o
                   WHERE o.id IN (SELECT x.order_id FROM shipment_lines x WHERE x.shipment_id = s.id)
                   ORDER BY o.order_no) AS order_nos,
            (SELECT count(*) FROM parcels p WHERE p.shipment_id = s.id) AS parcel_count
       FROM shipments s JOIN dealers d ON d.id = s.dealer_id
      WHERE s.id = ANY ($1::bigint[]) ORDER BY s.created_at DESC, s.id DESC`,
    [ids],
    'shipments_listed',
  )
}

export type ShipmentRow = {
  id: number
  shipment_no: string
  created_at: Date
  shipped_on: Day
  dealer_id: number
  dealer: string
  dealer_code: string
  creator: string | null
  carrier: string
  tracking_no: string
  tracking_url: string
  delivery_note_no: string
  recipient: string
  address: string
  district: string
  city: string
  phone: string
  note: string
  withdrawn_at: Date | null
  withdrawer: string | null
  withdraw_reason: string
  parcels: { parcel_no: number; weight: number | null }[]
  orders: AdminShipment['orders']
}

/** One shipment with its parcels, orders and goods. */
export async function findShipment(db: Db, id: number): Promise<ShipmentRow | undefined> {
  return db.one<ShipmentRow>(
    `SELECT s.id, s.shipment_no, s.created_at, s.shipped_on, s.dealer_id, d.name AS dealer, d.code AS dealer_code, u.name AS creator,
            s.carrier, s.tracking_no, s.tracking_url, s.delivery_note_no, s.recipient, s.address, s.district, s.city,
            s.phone, s.note, s.withdrawn_at, w.name AS withdrawer, s.withdraw_reason,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('parcel_no', p.parcel_no, 'weight', p.weight)
                             ORDER BY p.parcel_no), '[]')
               FROM parcels p WHERE p.shipment_id = s.id) AS parcels,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'orderNo', o.order_no, 'state', o.state,
                      'carrierPayer', o.carrier_payer, 'lines',
                      (SELECT jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'code', l.code, 'name', l.name,
                                'unit', l.unit, 'quantity', x.quantity) ORDER BY l.line_no)
                         FROM shipment_lines x JOIN order_lines l ON l.order_id = x.order_id AND l.line_no = x.line_no
                        WHERE x.shipment_id = s.id AND x.order_id = o.id)) ORDER BY o.id), '[]')
               FROM orders o WHERE o.id IN (SELECT x.order_id FROM shipment_lines x WHERE x.shipment_id = s.id)) AS orders
       FROM shipments s
       JOIN dealers d ON d.id = s.dealer_id
       LEFT JOIN users u ON u.id = s.created_by
       LEFT JOIN users w ON w.id = s.withdrawn_by
      WHERE s.id = $1`,
    [id],
    'shipment_whole',
  )
}
