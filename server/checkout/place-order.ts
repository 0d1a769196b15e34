import pg from 'pg'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { findShortage, orderNumber, shareBackOrders } from '#domain/orders/order.ts'
import type { Discounts } from '#domain/orders/representative-discount.ts'
import { attemptOf, claimOneOf, completeAttempt, completionParts } from '#server/account/account.ts'
import {
  type CartRest,
  emptyCart,
  emptyCartPart,
  loadOrderLines,
  lockCart,
  narrowCart,
  type PartLine,
  replaceByRest,
  stockRuleOf,
} from '#server/cart/cart.ts'
import { awaitTransfer } from '#server/bank-transfers/bank-transfers.ts'
import {
  findOrderNumber,
  type NewOrderLine,
  type NextOrderNumber,
  nextOrderNumber,
  orderLinesPart,
  orderMailPart,
  orderNumberPart,
  orderPart,
} from '#server/orders/orders.ts'
import { loadSetter } from './price-setter.ts'
import { allowBelowFloors } from '#server/pricing/pricing.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { readTogether, type WritePart, writeTogether } from '#server/platform/db/together.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { isOrderNoWaiting } from '#server/purchasing/purchasing.ts'
import { clearDiscounts, loadDiscounts, saveDiscounts } from '#server/representatives/representatives.ts'
import { couponsOf, recordUses, removeUsedCoupons, takeUses } from '#server/promotions/promotions.ts'
import { checkDealerLimit, lockUsableApproval, useApproval } from '#server/risk/risk.ts'
import { deduct, deductionPart, lockedStocks, lockPart } from '#server/stock/stock.ts'
import { findApprovalReasons } from './approval.ts'
import { submitIfNeeded, type SubmittedPurchase } from './purchases/submit.ts'
import { endCartAttempts } from './held-stock.ts'
import { rememberAddress } from './delivery.ts'
import { limitRequest } from './limit-request.ts'
import { draftPlaceable } from './placeable-draft.ts'
import { isAsShown, type OrderDraft, type OrderTerms, stockDemands } from './order-draft.ts'

export type OrderRequest = OrderTerms & {
  /** The total shown to the buyer, if the request contains it. */
  shownTotal: string | number | undefined
  /** A request with the same key and body gets the same response. */
  idempotencyKey: string | undefined
  /** Lines that are ordered in place of the user's cart. */
  lines?: OrderedLines | undefined
  /** Only this part of the user's cart is ordered; the rest stays in it. `shownCart` is that of the whole cart. */
  part?: readonly PartLine[] | undefined
  /** `lines` that need the approval of a colleague are sent for approval; without this they are refused. */
  mayWait?: boolean | undefined
  /** The order comes from a request that an approver of the dealer decides about. Needs `lines`. */
  approval?: OrderApproval | undefined
  /** What else the order changes, in its transaction. */
  onPlaced?: ((db: Db, orderId: number) => Promise<void>) | undefined
  /** The representative who orders for the dealer, with the discounts of the cart. */
  representativeId?: number | undefined
  /** From where the representative works, for the audit log. */
  address?: string | undefined
}

export type OrderApproval = {
  /** Decides with the priced order, before anything is written of it. Null: the order is placed now. */
  decide(db: Db, draft: OrderDraft): Promise<SubmittedPurchase | null>
  /** Ends the request, in the transaction of the order. */
  complete(db: Db, orderId: number): Promise<void>
}

export type OrderedLines = {
  /** What identifies them in a repeated request. */
  identity: unknown
  /** Puts them into a cart of their own, in the transaction of the order, and returns its id. */
  fill(db: Db): Promise<number | Refusal>
  remove(db: Db): Promise<void>
}

export type PlacedOrder = { ok: true; id: number; orderNo: string }

/** Where crash tests kill the process while an order is placed, in this order. The order is then complete or absent. */
export const orderFailpoints = [
  'order.before',
  'order.after_claim',
  'order.after_cart_lock',
  'order.after_risk_lock',
  'order.after_uses',
  'order.after_stock_lock',
  'order.after_write',
  'order.before_commit',
  'order.after_commit',
  'order.before_reply',
] as const

/** An order, or a request that waits for an approver of the dealer. */
export type Placed = PlacedOrder | SubmittedPurchase

/**
 * Orders the user's cart on account, in one transaction (decisions, "Cart, stock, orders"). The transaction is retried if it
 * loses against another one. An order over the user's limits becomes a request that waits for an approver.
 */
export async function placeOrder(pool: Pool, request: OrderRequest): Promise<Placed | Refusal> {
  failpoint('order.before')
  try {
    const placed = await transactionOrRefusal(pool, (db) => placeOnce(db, request))
    if (placed.ok) failpoint('order.after_commit')
    return placed
  } catch (error) {
    if (isUsedNumber(error)) return refuse('own_order_no_used')
    const removed = removedReference(error)
    if (removed !== null) return refuse(removed)
    if (isRetryable(error)) return refuse('unavailable')
    throw error
  }
}

/** A branch or plan that was removed after this process had loaded the settings. */
function removedReference(error: unknown): 'branch_unknown' | 'plan_unknown' | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return null
  if (error.constraint === 'orders_branch_id_fkey') return 'branch_unknown'
  return error.constraint === 'orders_plan_key_fkey' ? 'plan_unknown' : null
}

/**
 * Another order of the dealer, which is not cancelled, or one that waits for approval, has the number that its program has
 * given this one.
 */
const isUsedNumber = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (error.constraint === 'orders_dealer_order_no' || error.constraint === 'purchase_requests_dealer_order_no')

async function placeOnce(db: Db, placing: OrderRequest): Promise<Placed> {
  const { userId, idempotencyKey, description, planKey, lines, approval, representativeId } = placing
  const attempt = attemptOf(userId, idempotencyKey, [
    'order',
    description ?? '',
    planKey,
    placing.shownTotal ?? null,
    placing.shownCart ?? null,
    placing.view.branch,
    ...(lines === undefined ? [] : [lines.identity]),
    ...(placing.part === undefined ? [] : [{ part: placing.part }]),
    ...wishesOf(placing),
    ...(placing.shownPromotions === undefined ? [] : [{ promotions: placing.shownPromotions }]),
  ])
  const earlier = await claimOneOf(db, attempt, ['order', 'purchaseRequest'])
  if (earlier?.kind === 'purchaseRequest') return { ok: true, requestId: earlier.id }
  if (earlier !== null) return { ok: true, id: earlier.id, orderNo: await findOrderNumber(db, earlier.id) }
  failpoint('order.after_claim')
  const cartId = await cartOf(db, placing)
  failpoint('order.after_cart_lock')
  if (!(await endCartAttempts(db, cartId))) abortTransaction('payment_pending')
  const discounts = representativeId === undefined ? undefined : await loadDiscounts(db, cartId)
  const rest = await takePart(db, cartId, placing)
  const request = { ...placing, discounts, ...(rest !== null && { shownCart: undefined }) }
  const draft = await draftOrAbort(db, cartId, request)
  rejectIfTotalChanged(draft, request)
  const { isOverLimit, approvalId } = await checkLimit(db, draft, request)
  failpoint('order.after_risk_lock')
  const waiting = await waitForColleague(db, draft, request)
  if (waiting !== null) {
    await removeOrdered(db, cartId, { lines, rest, uses: draft.uses })
    if (lines === undefined && !hasLines(rest)) await emptyCart(db, cartId)
    await completeAttempt(db, attempt, 'purchaseRequest', waiting.requestId)
    return waiting
  }
  const approvalReasons = await findApprovalReasons(db, draft, { ...request, isOverLimit })
  // Discounts for early payment belong to orders at the cash price.
  const earlyPayment = planKey === request.view.cashPlan ? draft.facts.earlyPayment : []
  const head = { ...draft.head, approvalReasons, earlyPayment }
  const placed = await takeStockAndWrite(db, { ...draft, head }, request, (orderId) => [
    // The lines of programs, and those that are not ordered, are no whole cart.
    ...(lines === undefined && !hasLines(rest) ? [emptyCartPart(cartId)] : []),
    orderMailPart(orderId, request.view.locale),
    ...completionParts(attempt, 'order', orderId),
  ])
  const { transferDays } = request.view.settings
  if (transferDays > 0) await awaitTransfer(db, placed.id, addDays(dayInTurkey(new Date()), transferDays))
  if (approvalId !== null) await useApproval(db, approvalId, placed.id)
  if (representativeId !== undefined) {
    const setter = await loadSetter(db, { representativeId, address: request.address, locale: request.view.locale })
    await allowBelowFloors(db, setter, { noun: 'order', id: placed.orderNo }, draft.belowFloor)
  }
  if (discounts !== undefined) await endDiscounts(db, cartId, discounts, rest)
  await removeOrdered(db, cartId, { lines, rest, uses: draft.uses })
  await approval?.complete(db, placed.id)
  await placing.onPlaced?.(db, placed.id)
  if (lines === undefined) await rememberAddress(db, userId, request.delivery, draft.head.deliveryAddressId)
  failpoint('order.before_commit')
  return placed
}

/** A representative of the store is bound by its own authority, not by the limits of the dealer's users. */
async function waitForColleague(db: Db, draft: OrderDraft, request: OrderRequest): Promise<SubmittedPurchase | null> {
  const { approval, representativeId, dealerId, dealerOrderNo } = request
  if (approval !== undefined) return approval.decide(db, draft)
  if (dealerOrderNo !== undefined && (await isOrderNoWaiting(db, dealerId, dealerOrderNo)))
    abortTransaction('own_order_no_used')
  return representativeId === undefined ? submitIfNeeded(db, draft, request) : null
}

/** What a repeated request has to repeat of its delivery; nothing for one that says nothing. */
function wishesOf({ delivery }: OrderRequest): unknown[] {
  if (delivery == null) return []
  const { wanted, requestedOn, partDelivery, carrier } = delivery
  const where = wanted.kind === 'typed' ? { ...wanted, store: wanted.store?.name ?? null } : wanted
  return where.kind === 'any' && requestedOn === '' && partDelivery && carrier === ''
    ? []
    : [{ where, requestedOn, partDelivery, carrier }]
}

/** The user's cart, or one with the lines of the request. */
async function cartOf(db: Db, { userId, lines }: OrderRequest): Promise<number> {
  if (lines === undefined) return lockCart(db, userId)
  const filled = await lines.fill(db)
  return typeof filled === 'number' ? filled : abortTransaction(filled)
}

/**
 * Leaves only the requested part in the cart, so that everything that decides about an order decides about the part, and
 * returns the rest; null if the whole cart is ordered. The buyer saw the whole cart.
 */
async function takePart(db: Db, cartId: number, { part, view, planKey, shownCart }: OrderRequest) {
  if (part === undefined) return null
  const rows = await loadOrderLines(db, { ...view, cartId, planKey })
  if (!isAsShown(rows, shownCart)) abortTransaction('cart_not_as_shown')
  return (await narrowCart(db, cartId, part)) ?? abortTransaction('cart_not_as_shown')
}

type Ordered = { lines: OrderedLines | undefined; rest: CartRest | null; uses: OrderDraft['uses'] }

const hasLines = (rest: CartRest | null): rest is CartRest => rest !== null && rest.length > 0

/** Removes what was ordered, except the lines of a whole cart. */
async function removeOrdered(db: Db, cartId: number, { lines, rest, uses }: Ordered): Promise<void> {
  if (lines !== undefined) return lines.remove(db)
  await removeUsedCoupons(db, cartId, couponsOf(uses))
  if (hasLines(rest)) await replaceByRest(db, cartId, rest)
}

/** The discounts of a representative are used with the order; those of lines that stay in the cart stay too. */
async function endDiscounts(db: Db, cartId: number, discounts: Discounts, rest: CartRest | null): Promise<void> {
  if (rest === null || rest.length === 0) return clearDiscounts(db, cartId)
  const staying = new Set(rest.map((line) => line.unit_id))
  const lines = new Map([...discounts.lines].filter(([unitId]) => staying.has(unitId)))
  return saveDiscounts(db, cartId, { ...discounts, lines })
}

/** Checks the rules of quantity, and stock before taking its locks, so that most orders without stock fail early. */
async function draftOrAbort(db: Db, cartId: number, request: OrderRequest): Promise<OrderDraft> {
  const draft = await draftPlaceable(db, cartId, request)
  return draft.ok ? draft : abortTransaction(draft)
}

/** The total on screen can be outdated: prices, rates and the cart in other tabs change. */
function rejectIfTotalChanged({ head: { total, currency } }: OrderDraft, { shownTotal, view }: OrderRequest): void {
  if (shownTotal === undefined || !view.seesPrices || decimal(shownTotal).equals(total)) return
  abortTransaction(refuse('total_changed', { now: formatsOf(view.locale).formatMoney(total, currency) }))
}

/**
 * Refuses an order over the dealer's limit, unless the store has approved this order, or approves such orders one by one:
 * it is over the limit then.
 */
async function checkLimit(
  db: Db,
  { head, rows }: OrderDraft,
  { userId, dealerId, view }: OrderRequest,
): Promise<{ isOverLimit: boolean; approvalId: number | null }> {
  const totalTry = decimal(head.totalTry)
  const now = new Date()
  const refusal = await checkDealerLimit(db, limitRequest({ dealerId, view }, now), totalTry)
  if (refusal === null) return { isOverLimit: false, approvalId: null }
  const approvalId = await lockUsableApproval(db, { userId, cart: rows, totalTry, now })
  if (approvalId !== null) return { isOverLimit: false, approvalId }
  if (refusal.code === 'risk_limit_blocked') return abortTransaction(refusal)
  if (view.settings.approveOverLimit === '1') return { isOverLimit: true, approvalId: null }
  // The figures of this refusal would reveal the total to users who do not see prices.
  if (!view.seesPrices) return abortTransaction('risk_limit_reached')
  const { formatNumber } = formatsOf(view.locale)
  const { excess, largest } = refusal.facts
  const texts = { excessText: formatNumber(excess, 2), largestText: formatNumber(largest, 2) }
  return abortTransaction({ ...refusal, facts: { ...refusal.facts, ...texts } })
}

/**
 * Takes the uses of promotions, locks the stock, checks it again, and writes the order with its lines and stock movements, and
 * with what else `also` changes for an order, in one statement.
 */
async function takeStockAndWrite(
  db: Db,
  draft: OrderDraft,
  { view, dealerId }: OrderRequest,
  also: (orderId: number) => WritePart[],
): Promise<PlacedOrder> {
  const taken = await takeUses(db, dealerId, draft.uses)
  if (taken !== null) abortTransaction(taken)
  failpoint('order.after_uses')
  const demands = stockDemands(draft.lines)
  const productIds = demands.map(({ productId }) => productId)
  const locked = await readTogether(db, 'order_stock_number', {
    stock: lockPart(productIds, view.branch),
    number: orderNumberPart,
  })
  const stock = lockedStocks(productIds, locked.stock)
  const shortage = findShortage(demands, (id) => stock.get(id)?.total ?? 0, stockRuleOf(view))
  if (shortage !== null) abortTransaction(shortage)
  failpoint('order.after_stock_lock')
  const { id, orderNo } = numbered(locked.number[0])
  const { deductions, backOrders } = deduct(demands, stock)
  await writeTogether(db, [
    orderPart({ ...draft.head, id, orderNo }),
    orderLinesPart(id, orderRows(draft.lines, backOrders)),
    deductionPart({ orderId: id }, deductions),
    ...also(id),
  ])
  await recordUses(db, { orderId: id }, dealerId, draft.uses)
  failpoint('order.after_write')
  return { ok: true, id, orderNo }
}

function numbered(next: NextOrderNumber | undefined): { id: number; orderNo: string } {
  if (next === undefined) throw new Error('Could not read the next order number.')
  return { id: next.id, orderNo: orderNumber(next.year, next.sequence) }
}

/** Writes an order with its lines. `take` assigns stock to the order and returns the back-order by product. */
export async function writeOrder(
  db: Db,
  { head, lines }: Pick<OrderDraft, 'head' | 'lines'>,
  take: (orderId: number) => Promise<ReadonlyMap<number, Decimal>>,
): Promise<PlacedOrder> {
  const { id, orderNo } = numbered(await nextOrderNumber(db))
  await writeTogether(db, [orderPart({ ...head, id, orderNo })])
  const backOrders = await take(id)
  await writeTogether(db, [orderLinesPart(id, orderRows(lines, backOrders))])
  return { ok: true, id, orderNo }
}

/** The lines of an order, with their shares of the back-orders by product. */
function orderRows(lines: OrderDraft['lines'], backOrders: ReadonlyMap<number, Decimal>): NewOrderLine[] {
  const demanded = lines.map((line) => ({ ...line, productId: line.product_id }))
  const shares = shareBackOrders(demanded, backOrders)
  return lines.map((line, i) => {
    return { ...line, line_no: i + 1, back_order: decimal(shares[i] ?? 0).toFixed(3) }
  })
}
