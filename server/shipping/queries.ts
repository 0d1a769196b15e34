import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import type { OrderDelivery } from '#domain/orders/delivery.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import { type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { shipmentNumber } from '#domain/orders/shipment.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ShipmentForm } from './parse-form.ts'

async function nextShipmentNumber(db: Db): Promise<string> {
  const row = await db.one<{ sequence: number; year: number }>(
    `SELECT nextval('shipment_number') AS sequence,
            extract(year FROM now() AT TIME ZONE 'Europe/Istanbul')::integer AS year`,
    [],
    'shipment_number',
  )
  if (row === undefined) throw new Error('Could not read the next shipment number.')
  return shipmentNumber(row.year, row.sequence)
}

type Goods = { order_id: number; line_no: number; quantity: number }
export type NewShipment = {
  form: ShipmentForm
  dealerId: number
  requestKey: string
  /** Null: a program. */
  userId: number | null
  lines: readonly Goods[]
  /** In Turkey; undefined: today. */
  shippedOn?: Day | undefined
  /** A shipment that is rolled back uses up no number. */
  isTrial?: boolean | undefined
}

export async function insertShipment(db: Db, shipment: NewShipment): Promise<{ id: number; shipmentNo: string }> {
  const { form, dealerId, requestKey, userId, lines, shippedOn, isTrial } = shipment
  const shipmentNo = isTrial ? requestKey : await nextShipmentNumber(db)
  const id = await insertRow(
    db,
    'shipments',
    {
      carrier: form.carrier,
      tracking_no: form.trackingNo,
      tracking_url: form.trackingUrl,
      delivery_note_no: form.deliveryNoteNo,
      recipient: form.recipient,
      address: form.address,
      district: form.district,
      city: form.city,
      phone: form.phone,
      note: form.note,
      shipment_no: shipmentNo,
      dealer_id: dealerId,
      request_key: requestKey,
      created_by: userId,
      shipped_on: shippedOn ?? dayInTurkey(new Date()),
    },
    'shipment_insert',
  )
  await db.execute(
    `INSERT INTO shipment_lines (shipment_id, order_id, line_no, quantity)
     SELECT $1, order_id, line_no, quantity
       FROM jsonb_to_recordset($2::jsonb) AS r (order_id bigint, line_no integer, quantity integer)`,
    [id, JSON.stringify(lines)],
    'shipment_lines_insert',
  )
  await insertParcels(db, id, form)
  return { id, shipmentNo }
}

async function insertParcels(db: Db, id: number, { weights }: ShipmentForm): Promise<void> {
  await db.execute(
    `INSERT INTO parcels (shipment_id, parcel_no, weight)
     SELECT $1, place, weight FROM unnest($2::numeric[]) WITH ORDINALITY AS r (weight, place)`,
    [id, weights],
    'parcels_insert',
  )
}

export async function updateShipment(db: Db, id: number, form: ShipmentForm): Promise<void> {
  await db.execute(
    `UPDATE shipments SET carrier = $2, tracking_no = $3, tracking_url = $4, delivery_note_no = $5, recipient = $6,
            address = $7, district = $8, city = $9, phone = $10, note = $11 WHERE id = $1`,
    [
      id,
      form.carrier,
      form.trackingNo,
      form.trackingUrl,
      form.deliveryNoteNo,
      form.recipient,
      form.address,
      form.district,
      form.city,
      form.phone,
      form.note,
    ],
    'shipment_update',
  )
  await db.execute('DELETE FROM parcels WHERE shipment_id = $1', [id], 'parcels_delete')
  await insertParcels(db, id, form)
}

/**
 * The number of a shipment of these orders with this delivery note, or without one, with this tracking number. Withdrawn
 * ones do not count.
 */
export async function findNamesake(
  db: Db,
  orderIds: readonly number[],
  { deliveryNoteNo, trackingNo }: Pick<ShipmentForm, 'deliveryNoteNo' | 'trackingNo'>,
): Promise<string | null> {
  if (deliveryNoteNo === '' && trackingNo === '') return null
  const row = await db.one<{ shipment_no: string }>(
    `SELECT s.shipment_no FROM shipments s
      WHERE s.withdrawn_at IS NULL AND CASE WHEN $2 <> '' THEN s.delivery_note_no = $2 ELSE s.tracking_no = $3 END
        AND EXISTS (SELECT FROM shipment_lines l WHERE l.shipment_id = s.id AND l.order_id = ANY ($1::bigint[]))
      ORDER BY s.id LIMIT 1`,
    [orderIds, deliveryNoteNo, trackingNo],
    'shipment_namesake',
  )
  return row?.shipment_no ?? null
}

export async function loadMade(db: Db, id: number): Promise<{ shipment_no: string; is_withdrawn: boolean }> {
  const row = await db.one<{ shipment_no: string; is_withdrawn: boolean }>(
    'SELECT shipment_no, withdrawn_at IS NOT NULL AS is_withdrawn FROM shipments WHERE id = $1',
    [id],
    'shipment_made',
  )
  if (row === undefined) throw new Error(`There is no shipment ${id}.`)
  return row
}

/** The id of the shipment that a request has made; null if it has made none. */
export async function findByKey(db: Db, key: string): Promise<number | null> {
  const row = await db.one<{ id: number }>(
    'SELECT id FROM shipments WHERE request_key = $1',
    [key],
    'shipment_of_request',
  )
  return row?.id ?? null
}

/** The goods of a shipment, which never change; none for an unknown one. */
export async function loadGoods(db: Db, id: number): Promise<Goods[]> {
  return db.query<Goods>(
    'SELECT order_id, line_no, quantity FROM shipment_lines WHERE shipment_id = $1 ORDER BY order_id, line_no',
    [id],
    'shipment_goods',
  )
}

/** Withdraws a shipment once; returns whether it was not withdrawn before. */
export async function markWithdrawn(
  db: Db,
  { id, userId, reason }: { id: number; userId: number; reason: string },
): Promise<boolean> {
  const marked = await db.execute(
    `UPDATE shipments SET withdrawn_at = now(), withdrawn_by = $2, withdraw_reason = $3
      WHERE id = $1 AND withdrawn_at IS NULL`,
    [id, userId, reason],
    'shipment_withdraw',
  )
  return marked > 0
}

export type LockedShipment = {
  shipment_no: string
  is_withdrawn: boolean
  carrier: string
  tracking_no: string
  tracking_url: string
  delivery_note_no: string
}

export async function lockShipment(db: Db, id: number): Promise<LockedShipment | undefined> {
  return db.one<LockedShipment>(
    `SELECT shipment_no, withdrawn_at IS NOT NULL AS is_withdrawn, carrier, tracking_no, tracking_url, delivery_note_no
       FROM shipments WHERE id = $1 FOR UPDATE`,
    [id],
    'shipment_lock',
  )
}

export type DraftOrderRow = {
  id: number
  dealer_id: number
  order_no: string
  created_at: Date
  state: OrderState
  branch: string | null
  delivery: OrderDelivery | null
  carrier_payer: CarrierPayer | null
}

/** Orders of the chosen ones' dealers of which goods can be shipped, and the chosen ones in any state; newest first. */
export async function loadDraftOrders(db: Db, chosen: readonly number[], limit: number): Promise<DraftOrderRow[]> {
  return db.query<DraftOrderRow>(
    `SELECT id, dealer_id, order_no, created_at, state, delivery, carrier_payer,
            (SELECT b.name FROM branches b WHERE b.id = orders.branch_id) AS branch FROM orders
      WHERE id = ANY ($1::bigint[])
         OR (state IN ('confirmed', 'picking', 'partly_shipped')
             AND dealer_id IN (SELECT dealer_id FROM orders WHERE id = ANY ($1::bigint[])))
      ORDER BY id = ANY ($1::bigint[]) DESC, id DESC LIMIT $2`,
    [chosen, limit],
    'shipment_draft_orders',
  )
}

export type RecipientRow = {
  /** The dealer, with the branch that all of the orders go to. */
  name: string
  dealer: string
  code: string
  address: string
  district: string
  city: string
  phone: string
  /** The carrier that the buyers of all of the orders prefer. */
  carrier: string | null
}

/** Where orders of a dealer go: to the delivery address that all of them have, or to the dealer's own one, as of now. */
export async function findRecipient(db: Db, dealerId: number, orderIds: readonly number[]): Promise<RecipientRow> {
  const row = await db.one<RecipientRow>(
    `WITH chosen AS (
       SELECT CASE WHEN count(*) FILTER (WHERE jsonb_typeof(o.delivery -> 'address') = 'object') = count(*)
                    AND count(DISTINCT o.delivery -> 'address') = 1
                   THEN (array_agg(o.delivery -> 'address'))[1] END AS place,
              CASE WHEN count(o.delivery ->> 'carrier') = count(*) AND count(DISTINCT o.delivery ->> 'carrier') = 1
                   THEN min(o.delivery ->> 'carrier') END AS carrier
         FROM orders o WHERE o.id = ANY ($2::bigint[]))
     SELECT left(CASE WHEN place IS NULL THEN concat_ws(' – ', d.name, (
              SELECT min(b.name) FROM orders o LEFT JOIN branches b ON b.id = o.branch_id WHERE o.id = ANY ($2::bigint[])
              HAVING count(DISTINCT o.branch_id) = 1 AND count(o.branch_id) = count(*)))
              ELSE concat_ws(' – ', place ->> 'recipient', nullif(d.name, place ->> 'recipient')) END, 200) AS name,
            d.name AS dealer, d.code, c.carrier,
            CASE WHEN place IS NULL THEN coalesce(d.address, '')
                 ELSE left(concat_ws(', ', place ->> 'address', nullif(place ->> 'postalCode', '')), 500) END AS address,
            coalesce(place ->> 'district', d.district, '') AS district, coalesce(place ->> 'city', d.city, '') AS city,
            coalesce(place ->> 'phone', d.phone, '') AS phone
       FROM dealers d CROSS JOIN chosen c WHERE d.id = $1`,
    [dealerId, orderIds],
    'shipment_recipient',
  )
  if (row === undefined) throw new Error(`Dealer ${dealerId} does not exist.`)
  return row
}
