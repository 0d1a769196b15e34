import { orderNote } from '#domain/orders/order.ts'
import { checkPurchase, insertPurchase } from '#server/purchasing/purchasing.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { OrderDraft, OrderTerms } from '#server/checkout/order-draft.ts'

/** A request that waits for an approver of the dealer, in place of an order. */
export type SubmittedPurchase = { ok: true; requestId: number }

/**
 * Writes a request in place of the order if the order needs the approval of a colleague; null if it needs none. Aborts if
 * lines of a program need approval: a program expects an order.
 */
export async function submitIfNeeded(
  db: Db,
  { head, lines }: OrderDraft,
  request: OrderTerms & { lines?: unknown },
): Promise<SubmittedPurchase | null> {
  const { userId, dealerId, view, planKey, description } = request
  const now = new Date()
  const check = await checkPurchase(db, {
    userId,
    totalTry: head.totalTry,
    productIds: lines.map((line) => line.product_id),
    now,
    isLocking: true,
  })
  if (check.reasons.length === 0) return null
  if (request.lines !== undefined) abortTransaction('purchase_needs_approval')
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
    },
    currency: head.currency,
    total: head.total,
    totalTry: head.totalTry,
    lines,
    now,
  })
  return { ok: true, requestId }
}
