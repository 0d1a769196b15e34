import { CreditCard } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { PlanPrice } from '#web/catalog/price/shown-prices.ts'

/** The name of a payment plan, with its badges: default, paid by card. */
export function PlanName({ plan }: { plan: PlanPrice }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {plan.name}
      {plan.isDefault ? <span className="text-12 font-semibold text-brand-ink">{t('product.yourPlan')}</span> : null}
      {plan.isVirtual ? (
        <span className="inline-flex items-center gap-1 text-12 font-normal text-ink-2">
          <CreditCard size={12} aria-hidden="true" /> {t('product.paidByCard')}
        </span>
      ) : null}
    </span>
  )
}
