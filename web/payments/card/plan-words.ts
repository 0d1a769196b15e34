import type { InstallmentPlan } from '#contract/shop/payments.ts'
import type { Translation } from '#web/ui/translation.ts'

type Counted = { installment: number; extraInstallments?: number | undefined }

/** `6 taksit`, with a campaign of the bank `6 + 2 taksit`. */
export function countText(t: Translation['t'], { installment, extraInstallments: extra = 0 }: Counted): string {
  if (extra === 0) return t('payment.plans.count', { count: installment })
  return t('payment.plans.countAndExtra', { number: installment, extra })
}

/** How often the card is charged. */
export const monthsOf = ({ installment, extraInstallments = 0 }: Counted): number => installment + extraInstallments

/** The name of a plan in installment tables, and its commission. */
export function planTexts({ t, formatQuantity }: Pick<Translation, 't' | 'formatQuantity'>, plan: InstallmentPlan) {
  const { installment, commisionFee } = plan
  return {
    name: installment === 1 ? t('payment.plans.single') : countText(t, plan),
    commission:
      commisionFee === 0
        ? t('payment.plans.noFee')
        : t('payment.plans.percent', { percent: formatQuantity(commisionFee) }),
  }
}
