import type { ProductDetail, Unit } from '#contract/shop/product.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The lower prices of greater quantities; nothing where there are none. */
export function PriceTiers({ product, unit }: { product: ProductDetail; unit: Unit | undefined }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const view = usePriceView()
  const tiers = unit?.tiers ?? []
  if (unit === undefined || tiers.length === 0) return null
  return (
    <section aria-label={t('catalog.tiers')} className="mt-2.5 rounded-control bg-tile px-3 py-2 text-13">
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
        {tiers.map(({ quantity, price }) => (
          <div key={quantity} className="contents">
            <dt className="text-ink-2">
              {t('catalog.tierFrom', { quantity: formatQuantity(quantity), unit: unit.value })}
            </dt>
            <dd className="text-right font-semibold">
              {formatMoney(shownPrice(price, view, { taxRate: product.taxRate }), view.currency)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
