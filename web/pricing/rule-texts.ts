import type { ListedPriceRule } from '#contract/admin/price-rules.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Rule = ListedPriceRule
type Named = { name: string } | null
type Dealers = { dealer: Named; group: Named; region: string | null }
type Days = Pick<Rule, 'startsOn' | 'endsOn'>

/** A discount chain in the notation of the page: %12,5+3 or 12.5+3%. */
export function useChainText(): (chain: string) => string {
  const { t, language } = useTranslation()
  return (chain) => t('priceRules.chain', { chain: language === 'en' ? chain : chain.replaceAll('.', ',') })
}

/** What a rule says, in words. */
export function useRuleTexts() {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const chainText = useChainText()

  const dealersOf = ({ dealer, group, region }: Dealers): string => {
    if (dealer !== null) return dealer.name
    if (group !== null) return t('priceRules.who.group', { name: group.name })
    return region === null ? t('priceRules.who.all') : t('priceRules.who.region', { name: region })
  }
  const goodsOf = ({ product, brand, category }: Rule): string => {
    if (product !== null) return `${product.code} · ${product.name}`
    if (brand !== null) return t('priceRules.what.brand', { name: brand })
    return category ?? t('priceRules.what.all')
  }
  const worthOf = ({ kind, priceList, fixed, chain, aboveCost, unit, keepsDiscount }: Rule): string => {
    if (kind === 'list') return priceList ?? ''
    if (aboveCost !== null) return t('priceRules.worth.aboveCost', { percent: formatQuantity(aboveCost) })
    if (fixed !== null) {
      const price = formatMoney(fixed.value, fixed.currency)
      if (kind === 'order_minimum') return t('priceRules.worth.order_minimum', { price })
      return unit === null ? price : t('priceRules.worth.perUnit', { price, unit })
    }
    const discount = chainText(chain ?? '')
    if (kind === 'floor') return t('priceRules.worth.floor', { discount })
    return keepsDiscount ? t('priceRules.worth.onTop', { discount }) : discount
  }
  const valueOf = (rule: Rule): string => {
    const { kind, minQuantity, unit } = rule
    if (rule.quantity !== null) {
      const counted = [formatQuantity(rule.quantity), unit].filter((part) => part !== null).join(' ')
      return t(`priceRules.worth.${kind}`, { quantity: counted, days: rule.periodDays ?? 0 })
    }
    if (minQuantity === null) return worthOf(rule)
    const quantity = formatQuantity(minQuantity)
    const from =
      unit === null ? t('priceRules.worth.from', { quantity }) : t('priceRules.worth.fromUnit', { quantity, unit })
    return `${from}: ${worthOf(rule)}`
  }
  const daysOf = ({ startsOn, endsOn }: Days): string => {
    if (startsOn !== null && endsOn !== null) return `${formatDay(startsOn)} – ${formatDay(endsOn)}`
    if (startsOn !== null) return t('priceRules.days.from', { day: formatDay(startsOn) })
    return endsOn === null ? t('priceRules.days.always') : t('priceRules.days.until', { day: formatDay(endsOn) })
  }
  return { dealersOf, goodsOf, valueOf, daysOf }
}
