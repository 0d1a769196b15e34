import { type Decimal, decimal } from '#domain/money/money.ts'
import type { Translation } from '#web/ui/translation.ts'

/** A signed percentage: −%3,0 in Turkish, −3.0% in English. */
export function percentText(
  { t, formatNumber }: Pick<Translation, 't' | 'formatNumber'>,
  percent: Decimal | number,
  decimals = Math.min(3, decimal(percent).decimalPlaces()),
): string {
  const size = t('catalog.percent', { value: formatNumber(decimal(percent).abs(), decimals) })
  return decimal(percent).lessThan(0) ? `−${size}` : size
}
