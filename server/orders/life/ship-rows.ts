import { type LineQuantities, type OrderState, stateOfLines } from '#domain/orders/order-life.ts'
import type { LineChange } from '#domain/orders/order-steps.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type OrderActor, recordStep, type ShipmentFacts } from './history.ts'
import { moveOrders } from './move-orders.ts'

/** What decides whether goods of an order are picked or shipped. */
export type ShippingOrderRow = {
  id: number
  order_no: string
  dealer_id: number
  branch_id: number | null
  state: OrderState
  /** Whether the dealer may still refuse the latest change. */
  is_open: boolean
}

/** Locks orders by ascending id. */
export async function lockForShipping(db: Db, ids: readonly number[]): Promise<ShippingOrderRow[]> {
  return db.query<ShippingOrderRow>(
    `SELECT id, order_no, dealer_id, branch_id, state, coalesce(objection_until > now(), false) AS is_open
       FROM orders WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE`,
    [ids],
    'orders_lock_shipping',
  )
}

/** Quantities in the unit that was ordered. */
export type ShippedLineRow = {
  order_id: number
  line_no: number
  code: string
  name: string
  unit: string
  quantity: number
  confirmed: number
  shipped: number
  cancelled: number
  back_ordered: number
  returned: number
}

export async function loadShippedLines(db: Db, orderIds: readonly number[]): Promise<ShippedLineRow[]> {
  return db.query<ShippedLineRow>(
    `SELECT order_id, line_no, code, name, unit, quantity, confirmed, shipped, cancelled, back_ordered, returned
       FROM order_lines WHERE order_id = ANY ($1::bigint[]) ORDER BY order_id, line_no`,
    [orderIds],
    'order_lines_to_ship',
  )
}

/** `shipped`: what was shipped of the line so far. */
type ShippedPart = { order_id: number; line_no: number; quantity: number; shipped: number }

/**
 * Counts goods as shipped, or as not shipped for negative quantities. Lines of which another quantity was shipped, or of
 * which less is confirmed, are left as they are. Returns how many lines were counted.
 */
export async function addShipped(db: Db, parts: readonly ShippedPart[]): Promise<number> {
  return db.execute(
    `UPDATE order_lines l SET shipped = l.shipped + r.quantity
       FROM jsonb_to_recordset($1::jsonb) AS r (order_id bigint, line_no integer, quantity integer, shipped integer)
      WHERE l.order_id = r.order_id AND l.line_no = r.line_no AND l.shipped = r.shipped
        AND l.shipped + r.quantity BETWEEN l.returned AND l.confirmed`,
    [JSON.stringify(parts)],
    'order_lines_ship',
  )
}

/**
 * Counts shipped goods as returned. Lines of which that much was not shipped, or has come back, are left as they are.
 * Returns how many lines were counted.
 */
export async function addReturned(
  db: Db,
  parts: readonly { order_id: number; line_no: number; quantity: number }[],
): Promise<number> {
  return db.execute(
    `UPDATE order_lines l SET returned = l.returned + r.quantity
       FROM jsonb_to_recordset($1::jsonb) AS r (order_id bigint, line_no integer, quantity integer)
      WHERE l.order_id = r.order_id AND l.line_no = r.line_no AND l.returned + r.quantity <= l.shipped`,
    [JSON.stringify(parts)],
    'order_lines_return',
  )
}

type ShippedMove = {
  step: 'shipped' | 'shipment_withdrawn' | 'picking_ended'
  actor: OrderActor
  reason?: string
  shipment?: ShipmentFacts
  /** Lines of which less was picked. */
  lines?: readonly LineChange[]
}

/**
 * Moves a locked order to the state that its lines lead to, and writes the step into its history. An order of which goods
 * are withdrawn while others are picked stays there. Returns the step for its email.
 */
export async function moveShipped(
  db: Db,
  order: ShippingOrderRow,
  { step, actor, reason = '', shipment, lines = [] }: ShippedMove,
): Promise<{ id: number; history_id: number }> {
  const rows = await loadShippedLines(db, [order.id])
  const to = stateOfLines(rows.map(quantitiesOf)) ?? 'confirmed'
  const facts = { ...(shipment !== undefined && { shipment }), ...(lines.length > 0 && { lines }) }
  const stays = to === order.state || (order.state === 'picking' && step === 'shipment_withdrawn')
  if (stays) return { id: order.id, history_id: await recordStep(db, order.id, { step, actor, reason, facts }) }
  const [moved] = await moveOrders(db, [order.id], { to, from: [order.state], actor, reason, step, facts })
  if (moved === undefined) throw new Error(`Order ${order.order_no} cannot move from ${order.state} to ${to}.`)
  return moved
}

const quantitiesOf = ({ back_ordered: backOrdered, ...row }: ShippedLineRow): LineQuantities => ({
  ...row,
  backOrdered,
})
