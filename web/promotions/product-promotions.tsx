import '#web/app/page-words.ts'
import { Gift } from 'lucide-react'
import type { ProductPromotion } from '#contract/shop/promotions.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** What promotions give with this product. */
export function ProductPromotions({ promotions }: { promotions: readonly ProductPromotion[] }) {
  const { t } = useTranslation()
  const textOf = usePromotionText()
  if (promotions.length === 0) return null
  return (
    <ul
      aria-label={t('promotions.product.title')}
      data-testid="product-promotions"
      className="mb-2.5 flex flex-col gap-1.5"
    >
      {promotions.map((promotion) => (
        <li
          key={`${promotion.kind} ${promotion.name}`}
          className="flex items-start gap-2 rounded-badge bg-success-soft px-2 py-1 text-13 text-success"
        >
          <Gift size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>
            <b className="font-semibold">{textOf(promotion)}</b>
            <span className="block text-12">
              {promotion.name}
              {promotion.endsOn !== null && (
                <> · {t('promotions.product.until', { day: formatDay(promotion.endsOn) })}</>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function usePromotionText(): (promotion: ProductPromotion) => string {
  const { t, formatMoney, formatQuantity } = useTranslation()
  return (promotion) => {
    if (promotion.kind === 'free_goods') {
      const { buy, free, freeProduct } = promotion
      const facts = { buy: formatQuantity(buy), free: formatQuantity(free), gift: freeProduct ?? '' }
      return t(freeProduct === null ? 'promotions.product.same' : 'promotions.product.other', facts)
    }
    const { price } = promotion
    const parts = promotion.parts
      .map(({ quantity, unit, name }) => `${formatQuantity(quantity)} ${unit} ${name}`)
      .join(' + ')
    if (price === undefined) return t('promotions.product.bundleHidden', { parts })
    return t('promotions.product.bundle', { parts, price: formatMoney(price.value, price.currency) })
  }
}
