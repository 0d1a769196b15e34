/** A way to pay that the cart offers: an order on account, or payment by card. */
export type PayWays = { order: boolean; card: boolean }

/**
 * What a chosen payment plan offers (checkout, section 4): a virtual one payment by card, another one an order on account;
 * without a plan both.
 */
export function payWays(plan: { isVirtual: boolean } | null | undefined): PayWays {
  if (!plan) return { order: true, card: true }
  return { order: !plan.isVirtual, card: plan.isVirtual }
}
