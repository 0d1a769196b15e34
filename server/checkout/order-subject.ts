import { noteMax } from '#contract/shop/cart.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { paymentMethods } from '#domain/pricing/payment-plan.ts'
import { loadBuyer } from '#server/account/account.ts'
import { cartHash, type ChargedLine, lockCart, stockRuleOf, removePaidLines } from '#server/cart/cart.ts'
import { cancelPaidOrder, enqueueOrderMail } from '#server/orders/orders.ts'
import {
  isReplaced,
  isFullyRefunded,
  type OpenedSubject,
  type PaidPayment,
  type PaymentSubject,
  type Settled,
  type StartRequest,
} from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { couponsOf, removeUsedCoupons } from '#server/promotions/promotions.ts'
import { checkPurchase } from '#server/purchasing/purchasing.ts'
import { type CallContext, checkAccess, type DealerContext } from '#server/visitor/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { lockAccounts, postCardPayment, postCardRefund } from '#server/statement/statement.ts'
import { requestedPlan, type Store, viewOf } from '#server/settings/settings.ts'
import { cartIntent, holdStock, keepUses, releaseHeld, replaceCartAttempts, useStock } from './held-stock.ts'
import { deliveryRequest } from './delivery.ts'
import { draftOrder, exceedsColumnLimits, type OrderDraft, type OrderTerms } from './order-draft.ts'
import { findQuantityRefusal } from './quantity-rules.ts'
import { findReferences, loadCategories } from './queries.ts'
import { writeOrder } from './place-order.ts'

/** Everything that becomes the order after payment, and the cart for which it was charged. */
type CartSnapshot = Pick<OrderDraft, 'head' | 'lines'> & {
  cartHash: string
  cartLines: ChargedLine[]
  /** Missing in payments that were started before there were promotions. */
  uses?: OrderDraft['uses']
}

/** The payment subject that turns a cart paid by card into an order and a credit of the dealer's account. */
export function orderSubject({ store, now }: { store: Store; now: () => Date }): PaymentSubject {
  return {
    open: (db, request, context) => openCartPayment(db, request, context, store),
    hold(db, { id, snapshot }) {
      const { head, lines, uses } = snapshot as CartSnapshot
      const rule = stockRuleOf({ settings: store.facts().settings })
      return holdStock(db, id, { lines, branchId: head.branchId, dealerId: head.dealerId, uses }, rule)
    },
    confirm: confirmCart,
    settle: settleOrder,
    release: (db, { id }) => releaseHeld(db, id),
    async refunded(db, payment, refund) {
      // The account is locked before the stock, as by an order.
      const movementId = await postCardRefund(db, payment, refund, now())
      if (await isFullyRefunded(db, payment.id, refund.id)) await cancelPaidOrder(db, payment.id)
      return { movementId }
    },
  }
}

/**
 * The user's cart at today's prices, in lira. The risk limit is not checked: it limits debt, and this order is paid
 * before it exists. `hold` checks the stock, after an older attempt has released what it held.
 */
async function openCartPayment(
  db: Db,
  request: StartRequest,
  context: CallContext,
  store: Store,
): Promise<OpenedSubject | Refusal> {
  const refusal = checkAccess({ access: 'dealer', needs: ['order', 'pay'] }, context)
  if (refusal !== null) return refusal
  const terms = orderTerms(request, context as DealerContext, store)
  if ('ok' in terms) return terms
  const cartId = await lockCart(db, terms.userId)
  const draft = await draftOrder(db, cartId, terms)
  if (!draft.ok) return draft
  const broken = await findQuantityRefusal(db, { ...terms, cartId, rows: draft.rows, subtotal: draft.head.subtotal })
  if (broken !== null) return broken
  if (exceedsColumnLimits(draft)) return refuse('quantity_invalid')
  if (await needsApproval(db, terms.userId, draft)) return refuse('purchase_needs_approval')
  return openedPayment(db, cartId, draft, terms)
}

/** Whether a colleague has to approve the order: a card does not go around the limits of its user. */
export async function needsApproval(
  db: Db,
  userId: number,
  { head, lines }: Pick<OrderDraft, 'head' | 'lines'>,
  { exceptPaymentId, isLocking = true }: { exceptPaymentId?: number; isLocking?: boolean } = {},
): Promise<boolean> {
  const productIds = lines.map((line) => line.product_id)
  const { reasons } = await checkPurchase(db, {
    userId,
    totalTry: head.totalTry,
    productIds,
    now: new Date(),
    isLocking,
    ...(exceptPaymentId !== undefined && { exceptPaymentId }),
  })
  return reasons.length > 0
}

/** The terms of the order. Refuses plans that cannot be paid by card (checkout, section 4). */
function orderTerms(request: StartRequest, context: DealerContext, store: Store): OrderTerms | Refusal {
  const { actor } = context
  const facts = store.facts()
  const view = viewOf(context, facts)
  const plan = requestedPlan(request.planKey, facts)
  if (plan === undefined) return refuse('plan_unknown')
  if (!paymentMethods(plan).card) return refuse('plan_needs_order')
  // The database accepts no NUL in texts.
  const description = request.description.replaceAll('\0', '')
  if (description.length > noteMax) return refuse('note_too_long')
  const delivery = deliveryRequest(request.delivery ?? {}, context, store)
  return {
    userId: actor.userId,
    dealerId: actor.dealer.id,
    view,
    description,
    planKey: plan?.key ?? null,
    shownPromotions: request.promotions,
    delivery,
  }
}

async function openedPayment(
  db: Db,
  cartId: number,
  { head, lines, rows, uses }: OrderDraft,
  { userId, dealerId, view, description }: OrderTerms,
): Promise<OpenedSubject | Refusal> {
  const amount = head.totalTry
  if (!decimal(amount).greaterThan(0)) return refuse('amount_invalid')
  const cartLines = rows.map((row) => ({ id: row.line_id, unitId: row.unit_id, quantity: row.quantity }))
  const snapshot: CartSnapshot = { head, lines, uses, cartLines, cartHash: await cartHash(db, cartId) }
  const name = translate(view.locale, 'paymentBasket.order')
  const category = translate(view.locale, 'paymentBasket.category')
  return {
    ok: true,
    intent: cartIntent(cartId),
    dealerId,
    userId,
    paymentLinkId: null,
    amount,
    currency: lira,
    snapshot,
    description: description?.trim() ?? '',
    categoryIds: await loadCategories(
      db,
      lines.map(({ product_id }) => product_id),
    ),
    buyer: await loadBuyer(db, dealerId, userId),
    // Lines in several currencies would not add up to the exact amount; the provider needs only this one.
    basket: [{ id: `cart-${cartId}`, name, category, amount }],
  }
}

/**
 * Refuses if the cart is no longer the charged one: it may have been ordered on account, or changed, in another window.
 */
async function confirmCart(db: Db, { id, userId, snapshot }: PaidPayment): Promise<Refusal | null> {
  const cartId = await lockCart(db, ownerOf(userId))
  const charged = snapshot as CartSnapshot
  const isSame = (await cartHash(db, cartId)) === charged.cartHash
  if (!isSame || (await isReplaced(db, id))) return refuse('cart_changed_meanwhile')
  // Other orders of the month, or another limit, since the payment started.
  return (await needsApproval(db, ownerOf(userId), charged, { exceptPaymentId: id }))
    ? refuse('purchase_needs_approval')
    : null
}

/**
 * Writes the order from the snapshot: what was charged, even if prices, stock or the cart have changed. Credits the account
 * with the payment; the debit is the ERP's invoice. Locks the cart, the account and the stock in this order, as an order on
 * account does.
 */
async function settleOrder(db: Db, payment: PaidPayment): Promise<Settled> {
  const { head, lines, cartLines, uses } = payment.snapshot as CartSnapshot
  const cartId = await lockCart(db, ownerOf(payment.userId))
  if (await isReplaced(db, payment.id)) return { kind: 'return', attention: 'paid_twice' }
  await replaceCartAttempts(db, cartId, payment.id)
  await lockAccounts(db, [payment.dealerId])
  const charged = { lines, head: { ...head, ...(await findReferences(db, head)) } }
  let isShort = false
  const { id, orderNo } = await writeOrder(db, charged, async (orderId) => {
    const order = { lines, branchId: head.branchId, dealerId: head.dealerId, uses }
    await keepUses(db, payment.id, orderId, order)
    const used = await useStock(db, payment.id, orderId, order)
    isShort = used.isShort
    return used.backOrders
  })
  await removePaidLines(db, cartId, cartLines)
  await removeUsedCoupons(db, cartId, couponsOf(uses ?? []))
  const movementId = await postCardPayment(db, payment, { orderNo })
  await enqueueOrderMail(db, id, payment.locale)
  return { kind: 'order', orderId: id, movementId, attention: isShort ? 'stock_short' : null }
}

function ownerOf(userId: number | null): number {
  if (userId === null) throw new Error('The payment of an order belongs to a user.')
  return userId
}
