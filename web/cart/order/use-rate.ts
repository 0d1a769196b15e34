import { decimal, lira } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'

/**
 * `1 USD = ₺34,5012`: the rate at which a cart in another currency is charged; null for lira. For pages with
 * `page-words.ts`.
 */
export function useRate(currency: string): string | null {
  const { t, formatMoney } = useTranslation()
  const { currencies } = useVisitor()
  const rate = currencies.find(({ code }) => code === currency)?.exchangeRate
  if (currency === lira || rate == null) return null
  const decimals = Math.min(4, Math.max(2, decimal(rate).decimalPlaces()))
  return t('payment.order.rate', { currency, rate: formatMoney(rate, lira, decimals) })
}
