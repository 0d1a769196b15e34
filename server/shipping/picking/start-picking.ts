import type { Reply } from '#contract/core/endpoint.ts'
import type { startPicking } from '#contract/admin/pickings.ts'
import { type ErrorCode, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { openQuantity, shippableStates } from '#domain/orders/order-life.ts'
import { pickedQuantity } from '#domain/orders/picking.ts'
import {
  loadShippedLines,
  lockForShipping,
  moveOrders,
  type ShippedLineRow,
  type ShippingOrderRow,
} from '#server/orders/orders.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import {
  findPickingByKey,
  insertPicking,
  type LastPicked,
  loadLastPicked,
  type NewPickingLine,
} from './picking-rows.ts'

type StartRequest = { key: string; orders: readonly number[]; userId: number; locale: Locale }

/**
 * Starts to pick what is open of orders, and returns those that cannot be picked with the reason. A request that has made a
 * list before returns that one. Locks the orders in id order, which also serializes two requests with the same key.
 */
export async function start(
  db: Transaction,
  { key, orders: ids, userId, locale }: StartRequest,
): Promise<Reply<typeof startPicking> & { isNew: boolean }> {
  const orders = await lockForShipping(db, ids)
  if (orders.length === 0) return abortTransaction('order_not_found')
  const earlier = await findPickingByKey(db, key)
  if (earlier !== null) return { id: earlier, refused: [], isNew: false }
  const [rows, last] = [await loadShippedLines(db, ids), await loadLastPicked(db, ids)]
  const lines: NewPickingLine[] = []
  const refused: { orderNo: string; message: string }[] = []
  const picked: number[] = []
  for (const order of orders) {
    const open = linesToPick(
      rows.filter((row) => row.order_id === order.id),
      last,
    )
    const problem = whyNot(order) ?? (open.length === 0 ? 'picking_nothing_open' : null)
    if (problem === null) {
      lines.push(...open)
      picked.push(order.id)
    } else {
      const { error } = errorBody(refuse(problem, { number: order.order_no }), locale)
      refused.push({ orderNo: order.order_no, message: error.messages.type })
    }
  }
  if (picked.length === 0) return { id: null, refused, isNew: false }
  await moveOrders(db, picked, { to: 'picking', from: shippableStates, actor: { kind: 'staff', userId } })
  return { id: await insertPicking(db, { key, userId, lines }), refused, isNew: true }
}

function whyNot({ state, is_open: isOpen }: ShippingOrderRow): ErrorCode | null {
  if (state === 'cancelled' || state === 'rejected') return 'order_already_cancelled'
  if (state === 'received' || state === 'awaiting_approval') return 'shipment_order_unconfirmed'
  if (state === 'picking') return 'order_in_picking'
  if (!shippableStates.includes(state)) return 'picking_nothing_open'
  return isOpen ? 'shipment_change_open' : null
}

/** What is open. What was picked before and not shipped since is counted already. */
function linesToPick(rows: readonly ShippedLineRow[], last: readonly LastPicked[]): NewPickingLine[] {
  return rows.flatMap((row) => {
    const { order_id, line_no, shipped } = row
    const quantity = openQuantity({ ...row, backOrdered: row.back_ordered })
    if (quantity === 0) return []
    const before = last.find((each) => each.order_id === order_id && each.line_no === line_no)
    const picked =
      before === undefined
        ? 0
        : pickedQuantity(quantity, shipped, { picked: before.picked, shippedBefore: before.shipped_before })
    return [{ order_id, line_no, quantity, picked, shipped_before: shipped }]
  })
}
