import { refuse, type Refusal } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { formatMoney } from '#domain/text/format.ts'
import { decimal } from '#domain/money/money.ts'
import { findShortage } from '#domain/orders/order.ts'
import { attemptOf, claimAttempt, completeAttempt } from '#server/account/account.ts'
import { emptyCart, lockCart, stockRuleOf } from '#server/cart/cart.ts'
import { enqueueOrderMail, findOrderNumber } from '#server/orders/orders.ts'
import { isPaymentPending } from '#server/payments/payments.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { checkDealerLimit } from '#server/risk/risk.ts'
import { lockStock, takeStock } from '#server/stock/stock.ts'
import { vanishedReference } from './database-refusals.ts'
import { cartIntent, replaceCartAttempts } from './held-stock.ts'
import {
  draftOrder,
  findEarlyShortage,
  exceedsColumnLimits,
  type OrderDraft,
  type OrderTerms,
  stockDemands,
} from './order-draft.ts'
import { type PlacedOrder, writeOrder } from './write-order.ts'

export type { PlacedOrder } from './write-order.ts'

export type OrderRequest = OrderTerms & {
  /** The total that the buyer was shown, where the request says it. */
  shownTotal: string | number | undefined
  /** Same key and body: the same answer. */
  idempotencyKey: string | undefined
}

/**
 * Orders the user's cart on account, in one transaction: whole or not at all (decisions, "Cart, stock, orders").
 * It runs again by itself where it loses against another transaction.
 */
export async function placeOrder(pool: Pool, request: OrderRequest): Promise<PlacedOrder | Refusal> {
  failpoint('order.before')
  try {
    const placed = await transactionOrRefusal(pool, (db) => placeOnce(db, request))
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
  if (await isPaymentPending(db, cartIntent(cartId))) abortTransaction('payment_pending')
  await replaceCartAttempts(db, cartId, null)
  const draft = await draftWithStockCheck(db, cartId, request)
  rejectIfTotalChanged(draft, request)
  const beyond = await checkDealerLimit(db, limitQuestion(request), decimal(draft.head.totalTry))
  // Its figures would tell a total to whoever sees no prices.
  if (beyond?.code === 'risk_limit_exceeded' && !request.view.seesPrices) abortTransaction('risk_limit_reached')
  if (beyond !== null) abortTransaction(beyond)
  failpoint('order.after_risk_lock')
  const placed = await takeAndWrite(db, request, draft)
  await emptyCart(db, cartId)
  failpoint('order.after_cart_cleared')
  await enqueueOrderMail(db, placed.id, request.view.locale)
  failpoint('order.after_mail')
  await completeAttempt(db, attempt, 'order', placed.id)
  failpoint('order.before_commit')
  return placed
}

/** Prices, rates and other tabs move: nobody orders for another total than the one on the screen. */
function rejectIfTotalChanged({ head: { total, currency } }: OrderDraft, { shownTotal, view }: OrderRequest): void {
  if (shownTotal === undefined || !view.seesPrices || decimal(shownTotal).equals(total)) return
  abortTransaction(refuse('total_changed', { now: formatMoney(total, currency) }))
}

function limitQuestion({ dealerId, view }: OrderRequest) {
  const isOn = view.settings.b2b_risk_limit_islem === '1'
  return { dealerId, isOn, rates: view.rates, today: dayInTurkey(new Date()) }
}

/** The order as it would be. Stock is looked at before anything is locked: who comes too late waits for nobody. */
async function draftWithStockCheck(db: Db, cartId: number, request: OrderRequest): Promise<OrderDraft> {
  const draft = await draftOrder(db, cartId, request)
  if (!draft.ok) return abortTransaction(draft)
  const shortage = findEarlyShortage(draft, request.view)
  if (shortage !== null) abortTransaction(shortage)
  return exceedsColumnLimits(draft) ? abortTransaction('quantity_invalid') : draft
}

/** Locks the stock, checks it again, and writes the order with its lines and movements. */
async function takeAndWrite(db: Db, { view }: OrderRequest, draft: OrderDraft): Promise<PlacedOrder> {
  const wishes = stockDemands(draft.lines)
  const productIds = wishes.map(({ productId }) => productId)
  const stock = await lockStock(db, productIds, view.branch)
  const shortage = findShortage(wishes, (id) => stock.get(id)?.total ?? 0, stockRuleOf(view))
  if (shortage !== null) abortTransaction(shortage)
  failpoint('order.after_stock_lock')
  return writeOrder(db, draft, (orderId) => takeStock(db, { orderId }, wishes, stock))
}
