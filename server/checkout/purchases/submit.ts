import { orderNote } from '#domain/orders/order.ts'
import { checkPurchase, insertPurchase } from '#server/purchasing/purchasing.ts'
import { couponsOf } from '#server/promotions/promotions.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { hasOrderNo } from '#server/orders/orders.ts'
import type { OrderDraft, OrderTerms } from '#server/checkout/order-draft.ts'

/** A request that waits for an approver of the dealer, in place of an order. */
export type SubmittedPurchase = { ok: true; requestId: number }

/** The coupons of the cart stay with the request. */
function couponTerms(uses: OrderDraft['uses']): { couponIds?: number[] } {
  const couponIds = couponsOf(uses)
  return couponIds.length === 0 ? {} : { couponIds }
}

/**
 * Writes a request in place of the order if the order needs the approval of a colleague; null if it needs none. Aborts if
 * lines of a program need approval and the program expects an order.
 */
export async function submitIfNeeded(
  db: Db,
  { head, bought: lines, uses, facts }: OrderDraft,
  request: OrderTerms & { lines?: unknown; mayWait?: boolean | undefined },
): Promise<SubmittedPurchase | null> {
  const { userId, dealerId, view, planKey, description } = request
  const now = new Date()
  const check = await checkPurchase(db, {
    userId,
    totalTry: head.totalTry,
    productIds: lines.map((line) => line.product_id),
    now,
    isLocking: true,
    limits: facts.purchaseLimits,
  })
  if (check.reasons.length === 0) return null
  if (request.lines !== undefined && request.mayWait !== true) abortTransaction('purchase_needs_approval')
  const { dealerOrderNo } = request
  if (dealerOrderNo !== undefined && (await hasOrderNo(db, dealerId, dealerOrderNo)))
    abortTransaction('own_order_no_used')
  const requestId = await insertPurchase(db, {
    dealerId,
    userId,
    check,
    terms: {
      note: orderNote(description),
      planKey,
      branchId: view.branch,
      addressId: head.deliveryAddressId ?? null,
      delivery: head.delivery ?? null,
      ...(dealerOrderNo !== undefined && { dealerOrderNo }),
      ...couponTerms(uses),
    },
    currency: head.currency,
    total: head.total,
    totalTry: head.totalTry,
    lines,
    now,
  })
  return { ok: true, requestId }
}
