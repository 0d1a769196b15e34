import type { PurchaseReasonFacts } from '#contract/shop/purchases.ts'
import { lira } from '#domain/money/money.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Why an order needs approval, one sentence each. Without amounts where prices are hidden. */
export function ApprovalReasons({ why }: { why: PurchaseReasonFacts }) {
  const { t, formatMoney } = useTranslation()
  const { reasons, perOrder, perMonth, monthTotal = 0, categories } = why
  const sentences = {
    order:
      perOrder === 0
        ? t('purchases.why.always')
        : perOrder == null
          ? t('purchases.why.order')
          : t('purchases.why.orderOf', { limit: formatMoney(perOrder, lira) }),
    month:
      perMonth == null
        ? t('purchases.why.month')
        : t('purchases.why.monthOf', { limit: formatMoney(perMonth, lira), spent: formatMoney(monthTotal, lira) }),
    category: t('purchases.why.category', { names: categories.join(', ') }),
  }
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason}>{sentences[reason]}</p>
      ))}
    </>
  )
}
