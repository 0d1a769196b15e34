import { filledLinesMax } from '#contract/admin/back-orders.ts'
import { decimal } from '#domain/money/money.ts'
import { type Fill, fillableStates, planFills } from '#domain/orders/back-orders.ts'
import type { LineChange } from '#domain/orders/order-steps.ts'
import {
  enqueueStepMails,
  loadWaitingLines,
  lockForShipping,
  type OrderActor,
  recordStep,
  reduceBackOrders,
  type WaitingRow,
} from '#server/orders/orders.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { lockStock, type StockDemand, takeStock } from '#server/stock/stock.ts'
import { type LinePlace, loadWantedStock } from './rows.ts'

type Line = ReturnType<typeof lineOf>
type PlannedFill = Fill & { line: Line }

function lineOf(row: WaitingRow) {
  return { ...row, productId: row.product_id, backOrder: row.back_order }
}

/** What stock covers of all back-orders now, oldest first. Nothing is locked. */
export async function planAll(db: Db): Promise<PlannedFill[]> {
  const stock = await loadWantedStock(db, fillableStates)
  if (stock.size === 0) return []
  const rows = await loadWaitingLines(db, { states: fillableStates, productIds: [...stock.keys()] })
  return planFills(rows.map(lineOf), stock)
}

export type Filled = { orderNo: string; lines: LineChange[] }
type FillResult = { filled: number; orders: Filled[]; isMore: boolean }

/**
 * Assigns stock to the named lines, or to all that stock covers: the oldest first, at most `filledLinesMax`. Lines that
 * wait no longer, or whose order is being picked, are left as they are. Locks the orders in id order, then the stock.
 */
export async function fill(
  db: Transaction,
  { lines: wanted, actor }: { lines: readonly LinePlace[] | null; actor: OrderActor },
): Promise<FillResult> {
  const found = wanted ?? (await planAll(db)).map(({ line }) => ({ orderId: line.order_id, lineNo: line.line_no }))
  const places = found.slice(0, filledLinesMax)
  const locked = await lockForShipping(
    db,
    places.map(({ orderId }) => orderId),
  )
  const orders = locked.filter(({ state }) => fillableStates.includes(state))
  const named = new Set(places.map(keyOf))
  const rows = await loadWaitingLines(db, { states: fillableStates, orderIds: orders.map(({ id }) => id) })
  const lines = rows.map(lineOf).filter((line) => named.has(keyOf({ orderId: line.order_id, lineNo: line.line_no })))
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  const stock = await lockStock(db, productIds, null)
  const fills = planFills(lines, new Map([...stock].map(([id, { total }]) => [id, total])))
  const steps = []
  const filled: Filled[] = []
  for (const [orderId, ofOrder] of Map.groupBy(fills, ({ line }) => line.order_id)) {
    const order = orders.find(({ id }) => id === orderId)
    if (order === undefined) throw new Error(`The lines of order ${orderId} were read without its lock.`)
    await take(db, order, ofOrder)
    const changes = ofOrder.map(changeOf)
    const step = { step: 'back_order_filled' as const, actor, facts: { lines: changes } }
    steps.push({ id: orderId, history_id: await recordStep(db, orderId, step) })
    filled.push({ orderNo: order.order_no, lines: changes })
  }
  await enqueueStepMails(db, steps)
  failpoint('back_orders.before_commit')
  return { filled: fills.length, orders: filled, isMore: found.length > places.length }
}

const keyOf = ({ orderId, lineNo }: LinePlace) => `${orderId} ${lineNo}`

/** Takes the stock for an order, from the warehouses of its branch first, and confirms its lines. */
async function take(
  db: Transaction,
  order: { id: number; branch_id: number | null },
  fills: readonly PlannedFill[],
): Promise<void> {
  const demands = [...Map.groupBy(fills, ({ line }) => line.productId)].map(([productId, ofProduct]): StockDemand => {
    return { productId, quantity: ofProduct.reduce((sum, { taken }) => sum.plus(taken), decimal(0)) }
  })
  const ids = demands.map(({ productId }) => productId)
  const missing = await takeStock(db, { orderId: order.id }, demands, await lockStock(db, ids, order.branch_id))
  const parts = fills.map(({ line, taken }) => {
    return { order_id: order.id, line_no: line.line_no, taken: taken.toFixed(3) }
  })
  if (missing.size > 0 || (await reduceBackOrders(db, parts)) !== parts.length) {
    throw new Error(`The back-orders of order ${order.id} changed while they were locked.`)
  }
}

/** The quantities that can be delivered, before and after. */
function changeOf({ line, units }: PlannedFill): LineChange {
  const { line_no: lineNo, code, name, unit, quantity, cancelled, multiplier } = line
  const before = quantity - cancelled - decimal(line.backOrder).dividedBy(multiplier).ceil().toNumber()
  return { lineNo, code, name, unit, quantity: { before, after: before + units } }
}
