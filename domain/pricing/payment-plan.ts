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

/**
 * The plan of the cash price, with which other ways to pay are compared: none where the store has no default plan, else the
 * first plan on account that is due at once, else the default.
 */
export function cashPlanOf<Plan extends { isDefault: boolean; isVirtual: boolean; dueDays: number | null }>(
  plans: readonly Plan[],
): Plan | null {
  const byDefault = plans.find(({ isDefault }) => isDefault)
  if (byDefault === undefined) return null
  return plans.find(({ isVirtual, dueDays }) => dueDays === 0 && !isVirtual) ?? byDefault
}
