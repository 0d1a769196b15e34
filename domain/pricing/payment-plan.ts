/** The payment methods that the cart offers: an order on account, card payment, or both. */
export type PaymentMethods = { order: boolean; card: boolean }

/**
 * The payment methods of the chosen plan (checkout, section 4): card payment for a virtual plan, an order on account
 * for any other, both without a plan.
 */
export function paymentMethods(plan: { isVirtual: boolean } | null | undefined): PaymentMethods {
  if (!plan) return { order: true, card: true }
  return { order: !plan.isVirtual, card: plan.isVirtual }
}
