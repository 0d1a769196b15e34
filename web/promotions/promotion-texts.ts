import type { ListedPromotion } from '#contract/admin/promotions.ts'
import { useChainText, useRuleTexts } from '#web/pricing/rule-texts.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** For whom, when and for which products a promotion is, and what it gives. */
export function usePromotionTexts(promotion: ListedPromotion) {
  const { product, brand, category, parts, free, bundlePrice, steps } = promotion
  const { dealersOf, daysOf } = useRuleTexts()
  const { t, formatMoney, formatQuantity } = useTranslation()
  const chainText = useChainText()
  const brandText = brand === null ? null : t('priceRules.what.brand', { name: brand })
  const shared = { dealers: dealersOf(promotion), days: daysOf(promotion) }
  const goods = parts.length > 0 ? parts.join(' + ') : (product ?? brandText ?? category ?? t('priceRules.what.all'))
  if (free !== null) {
    const size = `${formatQuantity(Number(free.buy))}+${formatQuantity(free.free)}`
    return { ...shared, goods, gives: free.product === null ? size : `${size} · ${free.product}` }
  }
  if (bundlePrice !== null) return { ...shared, goods, gives: formatMoney(bundlePrice.value, bundlePrice.currency) }
  const given = steps.map(({ amount: { value, currency }, percent, freeDelivery }) => {
    const parts = [percent === '' ? '' : chainText(percent), freeDelivery ? t('promotions.fields.freeDelivery') : '']
    const price = formatMoney(value, currency, Number.isInteger(value) ? 0 : 2)
    return `${t('priceRules.worth.order_minimum', { price })}: ${parts.filter((part) => part !== '').join(' · ')}`
  })
  return { ...shared, goods, gives: given.join('\n') }
}
