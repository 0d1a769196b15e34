import type { OrderState } from '#domain/orders/order-life.ts'
import { addShipped, enqueueStepMails, loadShippedLines, lockForShipping, moveShipped } from '#server/orders/orders.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { loadGoods, lockShipment, markWithdrawn } from './queries.ts'
import { headOf, linesOf } from './ship.ts'

/** States of orders whose shipments can be withdrawn: the goods were not delivered yet. */
export const withdrawableStates: readonly OrderState[] = ['shipped', 'partly_shipped', 'picking']

/**
 * Withdraws a shipment: its goods are open again, and the buyers are told. Aborts the transaction with a refusal. Locks the
 * orders in id order, then the shipment. Returns its number.
 */
export async function withdraw(
  db: Transaction,
  { id, userId, reason }: { id: number; userId: number; reason: string },
): Promise<string> {
  const goods = await loadGoods(db, id)
  const orders = await lockForShipping(db, [...new Set(goods.map(({ order_id }) => order_id))])
  const shipment = await lockShipment(db, id)
  if (shipment === undefined) return abortTransaction('shipment_not_found')
  if (shipment.is_withdrawn) return abortTransaction('shipment_withdrawn')
  if (orders.some(({ state }) => !withdrawableStates.includes(state))) return abortTransaction('shipment_delivered')
  const rows = await loadShippedLines(
    db,
    orders.map((order) => order.id),
  )
  const parts = goods.map(({ order_id, line_no, quantity }) => {
    const shipped = rows.find((row) => row.order_id === order_id && row.line_no === line_no)?.shipped ?? 0
    return { order_id, line_no, quantity: -quantity, shipped }
  })
  if ((await addShipped(db, parts)) !== parts.length) return abortTransaction('shipment_returned')
  await markWithdrawn(db, { id, userId, reason })
  const { shipment_no: shipmentNo, carrier, tracking_no, tracking_url, delivery_note_no } = shipment
  const head = { carrier, trackingNo: tracking_no, trackingUrl: tracking_url, deliveryNoteNo: delivery_note_no }
  const steps = []
  for (const order of orders) {
    steps.push(
      await moveShipped(db, order, {
        step: 'shipment_withdrawn',
        actor: { kind: 'staff', userId },
        reason,
        shipment: { ...headOf(shipmentNo, head), lines: linesOf(order.id, goods, rows) },
      }),
    )
  }
  await enqueueStepMails(db, steps)
  return shipmentNo
}
