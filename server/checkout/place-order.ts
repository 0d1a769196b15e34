import type { PlanKey } from '#contract/money.ts'
import { refuse, type Refusal } from '#contract/errors.ts'
import { dayInTurkey } from '#domain/calendar-day.ts'
import { cartTotals, type CartTotals, lineAmount } from '#domain/cart.ts'
import { decimal, roundMoney } from '#domain/money.ts'
import { findShortage, orderNote, orderNumber, productWishes, shareBackOrders } from '#domain/order.ts'
import { attemptOf, claimAttempt, completeAttempt } from '#server/account/account.ts'
import { emptyCart, loadOrderLines, lockCart, type OrderLineRow, stockRuleOf } from '#server/cart/cart.ts'
import {
  enqueueOrderMail,
  findOrderNumber,
  insertOrder,
  insertOrderLines,
  nextOrderNumber,
} from '#server/orders/orders.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import { refusable, stop } from '#server/platform/db/refusable.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { checkDealerLimit } from '#server/risk/risk.ts'
import type { View } from '#server/settings/settings.ts'
import { lockStock, takeStock } from '#server/stock/stock.ts'
import { type PricedOrderLine, priceLines } from './priced-lines.ts'
import { vanishedReference } from './database-refusals.ts'

export type OrderRequest = {
  userId: number
  dealerId: number
  view: View
  description: string | undefined
  planKey: PlanKey | null
  /** Same key and body: the same answer. */
  idempotencyKey: string | undefined
}
export type PlacedOrder = { ok: true; id: number; orderNo: string }

/**
 * Orders the user's cart on account, in one transaction: whole or not at all (decisions, "Cart, stock, orders").
 * It runs again by itself where it loses against another transaction.
 */
export async function placeOrder(pool: Pool, request: OrderRequest): Promise<PlacedOrder | Refusal> {
  failpoint('order.before')
  try {
    const placed = await refusable(pool, (db) => placeOnce(db, request))
    if (placed.ok) failpoint('order.after_commit')
    return placed
  } catch (error) {
    const vanished = vanishedReference(error)
    if (vanished !== null) return refuse(vanished)
    if (isRetryable(error)) return refuse('unavailable')
    throw error
  }
}

async function placeOnce(db: Db, request: OrderRequest): Promise<PlacedOrder> {
  const { userId, idempotencyKey, description, planKey } = request
  const attempt = attemptOf(userId, idempotencyKey, [description ?? '', planKey])
  const known = await claimAttempt(db, attempt, 'order')
  if (known !== null) return { ok: true, id: known, orderNo: await findOrderNumber(db, known) }
  failpoint('order.after_claim')
  const cartId = await lockCart(db, userId)
  failpoint('order.after_cart_lock')
  const lines = await loadPricedLines(db, cartId, request)
  const { currency, rates } = request.view
  const totals = cartTotals(lines, currency, rates)
  // Beyond what the columns hold there is no order, only a slip of the finger.
  if (totals.total.plus(totals.totalTry).greaterThan('1e15')) stop('quantity_invalid')
  const beyond = await checkDealerLimit(db, limitQuestion(request), totals.totalTry)
  // Its figures would tell a total to whoever sees no prices.
  if (beyond?.code === 'risk_limit_exceeded' && !request.view.seesPrices) stop('risk_limit_reached')
  if (beyond !== null) stop(beyond)
  failpoint('order.after_risk_lock')
  const placed = await writeOrder(db, request, lines, totals)
  await emptyCart(db, cartId)
  failpoint('order.after_cart_cleared')
  await enqueueOrderMail(db, placed.id, request.view.locale)
  failpoint('order.after_mail')
  await completeAttempt(db, attempt, { kind: 'order', id: placed.id })
  failpoint('order.before_commit')
  return placed
}

function limitQuestion({ dealerId, view }: OrderRequest) {
  const isOn = view.settings.b2b_risk_limit_islem === '1'
  return { dealerId, isOn, rates: view.rates, today: dayInTurkey(new Date()) }
}

/** The lines at today's prices. Stock is looked at before anything is locked: who comes too late waits for nobody. */
async function loadPricedLines(db: Db, cartId: number, { view, planKey }: OrderRequest): Promise<PricedOrderLine[]> {
  const rows = await loadOrderLines(db, { ...view, cartId, planKey })
  if (rows.length === 0) stop('cart_empty')
  const priced = priceLines(rows, view)
  if (!priced.ok) return stop(priced)
  const stock = new Map(rows.map((row: OrderLineRow) => [row.product_id, row.stock]))
  const shortage = findShortage(productWishes(priced.lines), (id) => stock.get(id) ?? 0, stockRuleOf(view))
  return shortage === null ? priced.lines : stop(shortage)
}

/** Locks the stock, checks it again, and writes the order with its lines and movements. */
async function writeOrder(
  db: Db,
  request: OrderRequest,
  lines: readonly PricedOrderLine[],
  totals: CartTotals,
): Promise<PlacedOrder> {
  const { view } = request
  const wishes = productWishes(lines)
  const productIds = wishes.map(({ productId }) => productId)
  const stock = await lockStock(db, productIds, view.branch)
  const shortage = findShortage(wishes, (id) => stock.get(id)?.total ?? 0, stockRuleOf(view))
  if (shortage !== null) stop(shortage)
  failpoint('order.after_stock_lock')
  const { year, sequence } = await nextOrderNumber(db)
  const orderNo = orderNumber(year, sequence)
  const id = await insertOrder(db, { ...orderHead(request, lines, totals), orderNo })
  failpoint('order.after_order')
  const backOrders = await takeStock(db, id, wishes, stock)
  failpoint('order.after_stock')
  const shares = shareBackOrders(lines, backOrders)
  const rows = lines.map((line, i) => orderLine(line, i + 1, shares[i]?.toString() ?? '0', view))
  await insertOrderLines(db, id, rows)
  failpoint('order.after_lines')
  return { ok: true, id, orderNo }
}

function orderHead(request: OrderRequest, lines: readonly PricedOrderLine[], totals: CartTotals) {
  const { userId, dealerId, view, planKey } = request
  const used = new Set([view.currency, ...lines.map(({ price }) => price.currency)])
  return {
    userId,
    dealerId,
    planKey,
    description: orderNote(request.description),
    branchId: view.branch,
    currency: view.currency,
    rates: Object.fromEntries([...used].map((code) => [code, view.rates[code] ?? '1'])),
    subtotal: totals.subtotal.toFixed(2),
    tax: totals.tax.toFixed(2),
    total: totals.total.toFixed(2),
    totalTry: totals.totalTry.toFixed(2),
  }
}

function orderLine(line: PricedOrderLine, lineNo: number, backOrder: string, { currency, rates }: View) {
  const { row, price, taxRate, quantity } = line
  const { product_id, code, name, brand, model, image, unit_id, unit, multiplier } = row
  return {
    ...{ line_no: lineNo, product_id, code, name, brand, model, image, unit_id, unit, multiplier, quantity },
    back_order: decimal(backOrder).toFixed(3),
    price_value: price.value,
    price_currency: price.currency,
    tax_rate: taxRate,
    amount: roundMoney(lineAmount({ price, quantity, taxRate }, currency, rates)).toFixed(2),
  }
}
