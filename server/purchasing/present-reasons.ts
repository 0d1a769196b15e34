import type { PurchaseReasonFacts } from '#contract/shop/purchases.ts'
import type { PurchaseReason } from '#domain/orders/purchase-approval.ts'
import type { PurchaseFactsRow } from './request-rows.ts'

/** Why approval is needed, without amounts for readers who do not see prices. */
export function presentReasons(
  facts: PurchaseFactsRow & { reasons: readonly PurchaseReason[] },
  seesPrices: boolean,
): PurchaseReasonFacts {
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  return {
    reasons: [...facts.reasons],
    categories: [...facts.categories],
    ...(seesPrices && {
      perOrder: numberOf(facts.perOrder),
      perMonth: numberOf(facts.perMonth),
      monthTotal: Number(facts.monthTotal),
      ...(facts.orderTotal !== undefined && { orderTotal: Number(facts.orderTotal) }),
    }),
  }
}
