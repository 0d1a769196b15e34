import { isDeepStrictEqual } from 'node:util'
import { type ErrorCode, refuse } from '#contract/core/errors.ts'
import { openQuantity, shippableStates } from '#domain/orders/order-life.ts'
import { trackingLink } from '#domain/orders/shipment.ts'
import {
  addShipped,
  enqueueStepMails,
  loadShippedLines,
  lockForShipping,
  moveShipped,
  type OrderActor,
  type ShipmentFacts,
  type ShippedLineRow,
  type ShippingOrderRow,
} from '#server/orders/orders.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { ShipmentForm } from './parse-form.ts'
import { findByKey, insertShipment, loadGoods, type NewShipment } from './queries.ts'

/** `shipped`: what was shipped of the line when the sender read it. Quantities in the unit that was ordered. */
export type SentLine = { orderId: number; lineNo: number; quantity: number; shipped: number }
export type ShipRequest = {
  key: string
  form: ShipmentForm
  lines: readonly SentLine[]
  actor: OrderActor
} & Pick<NewShipment, 'shippedOn' | 'isTrial'>
/** `lines`: for the audit log. */
export type Shipped = { id: number; shipmentNo: string; isNew: boolean; lines: ({ code: string } & SentLine)[] }

/**
 * Ships lines of orders of one dealer: quantities, states, histories and emails in one transaction. A request that has made
 * a shipment before returns that one. Aborts the transaction with a refusal. Locks the orders in id order, which also
 * serializes two requests with the same key.
 */
export async function ship(db: Transaction, request: ShipRequest): Promise<Shipped> {
  const { key, lines, form, actor, shippedOn, isTrial } = request
  const orders = await lockForShipping(db, [...new Set(lines.map(({ orderId }) => orderId))])
  const goods = lines
    .map(({ orderId, lineNo, quantity }) => ({ order_id: orderId, line_no: lineNo, quantity }))
    .toSorted((a, b) => a.order_id - b.order_id || a.line_no - b.line_no)
  const earlier = await findByKey(db, key)
  if (earlier !== null) {
    if (!isDeepStrictEqual(await loadGoods(db, earlier), goods)) return abortTransaction('shipment_key_used')
    return { id: earlier, shipmentNo: '', isNew: false, lines: [] }
  }
  const dealerId = checkOrders(orders, lines)
  const rows = await loadShippedLines(
    db,
    orders.map(({ id }) => id),
  )
  const named = lines.map((line) => ({ code: checkLine(line, rows), ...line }))
  const parts = lines.map(({ orderId, lineNo, quantity, shipped }) => {
    return { order_id: orderId, line_no: lineNo, quantity, shipped }
  })
  if ((await addShipped(db, parts)) !== lines.length) return abortTransaction('shipment_stale')
  const userId = 'userId' in actor ? actor.userId : null
  const { id, shipmentNo } = await insertShipment(db, {
    form,
    dealerId,
    requestKey: key,
    userId,
    lines: goods,
    shippedOn,
    isTrial,
  })
  const steps = []
  for (const order of orders) {
    const shipment = { ...headOf(shipmentNo, form), lines: linesOf(order.id, goods, rows) }
    steps.push(await moveShipped(db, order, { step: 'shipped', actor, shipment }))
  }
  await enqueueStepMails(db, steps)
  return { id, shipmentNo, isNew: true, lines: named }
}

type Goods = { order_id: number; line_no: number; quantity: number }

/** The dealer of all orders. */
export function checkOrders(orders: readonly ShippingOrderRow[], lines: readonly Pick<SentLine, 'orderId'>[]): number {
  if (lines.some(({ orderId }) => !orders.some(({ id }) => id === orderId))) return abortTransaction('order_not_found')
  const dealers = new Set(orders.map(({ dealer_id: dealer }) => dealer))
  const [dealerId] = dealers
  if (dealerId === undefined || dealers.size > 1) return abortTransaction('shipment_dealers_differ')
  for (const order of orders) {
    const problem = whyNot(order)
    if (problem !== null) return abortTransaction(refuse(problem, { number: order.order_no }))
  }
  return dealerId
}

function whyNot({ state, is_open }: ShippingOrderRow): ErrorCode | null {
  if (state === 'cancelled' || state === 'rejected') return 'order_already_cancelled'
  if (state === 'received' || state === 'awaiting_approval') return 'shipment_order_unconfirmed'
  if (state === 'picking') return 'order_in_picking'
  // Nothing of a shipped order is open: the line says so.
  return is_open && shippableStates.includes(state) ? 'shipment_change_open' : null
}

/** The code of a line that can be shipped. */
function checkLine(line: SentLine, rows: readonly ShippedLineRow[]): string {
  const row = rows.find(({ order_id, line_no }) => order_id === line.orderId && line_no === line.lineNo)
  if (row === undefined) return abortTransaction('order_line_not_found')
  if (row.shipped !== line.shipped) return abortTransaction(refuse('shipment_stale', { code: row.code }))
  const open = openQuantity({ ...row, backOrdered: row.back_ordered })
  if (line.quantity > open) return abortTransaction(refuse('shipment_exceeds_open', { code: row.code, open }))
  return row.code
}

type Head = { carrier: string; trackingNo: string; trackingUrl: string; deliveryNoteNo: string }

/** What histories and emails say of a shipment. */
export function headOf(shipmentNo: string, head: Head): Omit<ShipmentFacts, 'lines'> {
  const { carrier, trackingNo, deliveryNoteNo } = head
  return { shipmentNo, carrier, trackingNo, deliveryNoteNo, trackingLink: trackingLink(head) }
}

/** The goods of one order, with their names. */
export function linesOf(
  orderId: number,
  goods: readonly Goods[],
  rows: readonly ShippedLineRow[],
): ShipmentFacts['lines'] {
  return goods.flatMap(({ order_id, line_no, quantity }) => {
    const row = rows.find((each) => each.order_id === order_id && each.line_no === line_no)
    if (order_id !== orderId || row === undefined) return []
    return [{ code: row.code, name: row.name, unit: row.unit, quantity }]
  })
}
