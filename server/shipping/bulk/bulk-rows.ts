import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import type { OrderSlip } from '#contract/admin/order-bulk.ts'
import type { OrderDelivery } from '#domain/orders/delivery.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { Db } from '#server/platform/db/pool.ts'

export async function loadOrderNumbers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; order_no: string }>(
    'SELECT id, order_no FROM orders WHERE id = ANY ($1::bigint[])',
    [ids],
    'order_numbers',
  )
  return new Map(rows.map(({ id, order_no }) => [id, order_no]))
}

export type SlipRow = {
  id: number
  order_no: string
  created_at: Date
  state: OrderState
  dealer: string
  dealer_code: string
  branch: string | null
  address: string
  district: string
  city: string
  phone: string
  delivery: OrderDelivery | null
  carrier_payer: CarrierPayer | null
  description: string
  lines: OrderSlip['lines']
}

/** The slips of these orders, in this order. Lines that were cancelled are left out. */
export async function loadSlips(db: Db, ids: readonly number[]): Promise<SlipRow[]> {
  return db.query<SlipRow>(
    `SELECT o.id, o.order_no, o.created_at, o.state, d.name AS dealer, d.code AS dealer_code,
            (SELECT b.name FROM branches b WHERE b.id = o.branch_id) AS branch, coalesce(d.address, '') AS address,
            coalesce(d.district, '') AS district, coalesce(d.city, '') AS city, coalesce(d.phone, '') AS phone,
            o.description, o.delivery, o.carrier_payer,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'code', l.code, 'name', l.name,
                      'unit', l.unit, 'quantity', l.quantity - l.cancelled, 'shipped', l.shipped,
                      'backOrdered', l.back_ordered, 'isFree', l.is_free) ORDER BY l.line_no), '[]')
               FROM order_lines l WHERE l.order_id = o.id AND l.quantity > l.cancelled) AS lines
       FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
       JOIN orders o ON o.id = wanted.id
       JOIN dealers d ON d.id = o.dealer_id
      ORDER BY wanted.place`,
    [ids],
    'order_slips',
  )
}
