import type { endPicking } from '#contract/admin/pickings.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { cartTotals, lineAmount } from '#domain/cart/cart.ts'
import { decimal, type Decimal, roundMoney } from '#domain/money/money.ts'
import type { LineChange } from '#domain/orders/order-steps.ts'
import type { PickingRest } from '#domain/orders/picking.ts'
import {
  type ChangedLineRow,
  type ChangedOrderRow,
  enqueueStepMails,
  loadLinesToChange,
  lockForCancel,
  lockForChange,
  lockForShipping,
  moveShipped,
  saveLines,
  saveTotals,
} from '#server/orders/orders.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { lockStock, returnPart, writeOffPart } from '#server/stock/stock.ts'
import { findPicking, loadPickingLines, lockPicking, markEnded, type PickingLineRow } from './picking-rows.ts'

type EndRequest = Input<typeof endPicking>['body'] & { id: number; userId: number }
type ShortLine = PickingLineRow & { decided: PickingRest }

/**
 * Ends a list: its orders move to the state of their lines, and what was not found waits for stock, is cancelled or stays
 * open. Returns whether the request is new. Aborts the transaction with a refusal. Locks the orders in id order, then the
 * list, then the stock by product.
 */
export async function end(db: Transaction, request: EndRequest): Promise<boolean> {
  const { id, key, userId, reason, lines: decisions } = request
  const shown = await findPicking(db, id)
  if (shown === undefined) return abortTransaction('picking_not_found')
  const orders = await lockForShipping(
    db,
    shown.orders.map((order) => order.id),
  )
  const picking = await lockPicking(db, id)
  if (picking?.end_key === key) return false
  if (picking === undefined || picking.is_ended) return abortTransaction('picking_ended')
  const rows = await loadPickingLines(db, id)
  const short = rows.flatMap((row): ShortLine[] => {
    const decision = decisions.find((each) => each.orderId === row.order_id && each.lineNo === row.line_no)
    if (decision === undefined || decision.picked !== row.picked) return abortTransaction('picking_changed')
    return row.picked < row.quantity ? [{ ...row, decided: decision.rest }] : []
  })
  await markEnded(
    db,
    { id, key, userId },
    short.map(({ order_id, line_no, decided: rest }) => ({ order_id, line_no, rest })),
  )
  const steps = []
  const returns: StockReturn[] = []
  for (const order of orders) {
    const ofOrder = short.filter(({ order_id }) => order_id === order.id)
    const changed = ofOrder.filter(({ decided }) => decided !== 'open')
    if (changed.length > 0) returns.push(...(await saveRests(db, order.id, changed)))
    const actor = { kind: 'staff' as const, userId }
    const lines = ofOrder.map(changeOf)
    const step = await moveShipped(db, order, { step: 'picking_ended', actor, reason, lines })
    if (changed.length > 0) steps.push(step)
  }
  await lockStock(
    db,
    sumByProduct(returns).map(({ productId }) => productId),
    null,
  )
  for (const orderId of new Set(returns.map((each) => each.orderId))) {
    const parts = sumByProduct(returns.filter((each) => each.orderId === orderId))
    await (request.isMissing ? writeOffPart(db, orderId, parts) : returnPart(db, orderId, parts))
  }
  await enqueueStepMails(db, steps)
  return true
}

type StockReturn = { orderId: number; productId: number; quantity: Decimal }

/** Saves the lines and totals of an order, and returns what its stock gets back, in base units. */
async function saveRests(db: Transaction, orderId: number, short: readonly ShortLine[]): Promise<StockReturn[]> {
  const order = await lockForChange(db, { id: orderId, dealerId: null })
  if (order === undefined) throw new Error(`Order ${orderId} disappeared while it was locked.`)
  const isCancelling = short.some(({ decided }) => decided === 'cancel')
  if (isCancelling) await checkCancel(db, order)
  const rows = await loadLinesToChange(db, orderId)
  const changed = rows.flatMap((row) => {
    const line = short.find(({ line_no }) => line_no === row.line_no)
    return line === undefined ? [] : [{ row, ...afterRest(row, line) }]
  })
  const after = rows.map((row) => ({ ...row, ...changed.find((each) => each.row === row)?.saved }))
  const active = after.flatMap((line) => {
    const quantity = line.quantity - line.cancelled
    const price = { value: line.price_value, currency: line.price_currency }
    return quantity > 0 ? [{ price, quantity, taxRate: line.tax_rate, lineNo: line.line_no }] : []
  })
  if (active.length === 0) return abortTransaction(refuse('picking_rest_all', { number: order.order_no }))
  const saved = changed.map((each) => {
    const line = active.find(({ lineNo }) => lineNo === each.row.line_no)
    const amount = line === undefined ? decimal(0) : lineAmount(line, order.currency, order.rates)
    return { ...each.saved, amount: roundMoney(amount).toFixed(2) }
  })
  await saveLines(db, orderId, saved, true)
  if (isCancelling) await recalculate(db, order, active)
  return changed.flatMap(({ row, returned }) =>
    row.product_id === null ? [] : [{ orderId, productId: row.product_id, quantity: returned }],
  )
}

/** What the ERP has booked, and what was paid by card, is not reduced here. */
async function checkCancel(db: Transaction, order: ChangedOrderRow): Promise<void> {
  const row = await lockForCancel(db, { id: order.id, reader: null })
  if (order.is_sent) abortTransaction(refuse('picking_rest_sent', { number: order.order_no }))
  if (row?.is_paid === true) abortTransaction(refuse('picking_rest_paid', { number: order.order_no }))
}

/** The line afterwards, and the base units that it no longer holds. */
function afterRest(row: ChangedLineRow, { decided, quantity, picked }: ShortLine) {
  const rest = quantity - picked
  const units = decimal(row.multiplier).times(rest)
  const same = { line_no: row.line_no, quantity: row.quantity, price_value: row.price_value }
  if (decided === 'back_order') {
    const backOrder = decimal(row.back_order).plus(units).toFixed(3)
    return { saved: { ...same, cancelled: row.cancelled, back_order: backOrder }, returned: units }
  }
  return { saved: { ...same, cancelled: row.cancelled + rest, back_order: row.back_order }, returned: units }
}

async function recalculate(
  db: Transaction,
  order: ChangedOrderRow,
  active: Parameters<typeof cartTotals>[0],
): Promise<void> {
  const totals = cartTotals(active, order.currency, order.rates)
  const texts = {
    subtotal: totals.subtotal.toFixed(2),
    tax: totals.tax.toFixed(2),
    total: totals.total.toFixed(2),
    totalTry: totals.totalTry.toFixed(2),
  }
  await saveTotals(db, order.id, texts, null)
}

function sumByProduct(returns: readonly StockReturn[]) {
  const sums = new Map<number, Decimal>()
  for (const { productId, quantity } of returns) {
    sums.set(productId, (sums.get(productId) ?? decimal(0)).plus(quantity))
  }
  return [...sums]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .toSorted((a, b) => a.productId - b.productId)
}

const changeOf = ({ line_no: lineNo, code, name, unit, quantity, picked, decided }: ShortLine): LineChange => {
  return { lineNo, code, name, unit, quantity: { before: quantity, after: picked }, rest: decided }
}
