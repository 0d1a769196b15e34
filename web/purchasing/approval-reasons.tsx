import { reasonSentences } from '#contract/shop/purchase-reasons.ts'
import type { PurchaseReasonFacts } from '#contract/shop/purchases.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Why an order needs approval, one sentence each. `isOwn`: of the visitor. */
export function ApprovalReasons({ why, isOwn }: { why: PurchaseReasonFacts; isOwn: boolean }) {
  const { t, formatMoney } = useTranslation()
  return reasonSentences(why, { formatMoney, isOwn }).map(({ reason, key, facts }) => (
    <p key={reason}>{t(`purchases.why.${key}`, facts)}</p>
  ))
}
