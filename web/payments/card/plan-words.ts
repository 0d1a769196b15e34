import type { InstallmentPlan } from '#contract/shop/payments.ts'
import type { Translation } from '#web/ui/translation.ts'

/** The name of a plan in installment tables, and its commission. */
export function planTexts(
  { t, formatQuantity }: Pick<Translation, 't' | 'formatQuantity'>,
  { installment, commisionFee }: InstallmentPlan,
) {
  return {
    name: installment === 1 ? t('payment.plans.single') : t('payment.plans.count', { count: installment }),
    commission:
      commisionFee === 0
        ? t('payment.plans.noFee')
        : t('payment.plans.percent', { percent: formatQuantity(commisionFee) }),
  }
}
