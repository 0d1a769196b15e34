import type { CartPromotions } from '#contract/shop/promotions.ts'
import { Price } from '#web/app/price.tsx'
import { TotalsRow } from '#web/product/totals-list.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PromotionRowsProps = { promotions: CartPromotions | null; currency: string }

/** How the subtotal comes about: what the lines cost, and what each promotion takes off. Nothing if none takes anything off. */
export function PromotionRows({ promotions, currency }: PromotionRowsProps) {
  const { t } = useTranslation()
  const taking = (promotions?.applied ?? []).filter(({ amount = 0 }) => amount !== 0)
  if (promotions?.before === undefined || taking.length === 0) return null
  return (
    <>
      <TotalsRow name={t('promotions.cart.before')} className="[&>dt]:text-ink-2">
        <Price value={promotions.before} currency={currency} />
      </TotalsRow>
      {taking.map(({ id, name, amount = 0 }) => (
        <TotalsRow key={id} name={name} className="text-success [&>dt]:min-w-0">
          −<Price value={amount} currency={currency} />
        </TotalsRow>
      ))}
    </>
  )
}
