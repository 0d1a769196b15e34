import { formatQuantity } from '#domain/text/format.ts'
import type { Translation } from '#web/ui/translation.ts'

/** What stock leaves of a product: `fits` whole units of `unit`; else `left` base units, which make none of them. */
type RemainingStock = {
  fits: number
  left: number
  unit: string
  /** `unit` with what it holds: KOLİ (48). */
  title: string
  /** Name of the base unit; '' where the product has none. */
  base: string
}

/** The sentence behind a shortage's own. */
export function remainingStockText(t: Translation['t'], { fits, left, unit, title, base }: RemainingStock): string {
  if (fits > 0) return t('cart.line.left', { fits: formatQuantity(fits), unit })
  if (left < 1) return t('cart.line.noneLeft')
  return t('cart.line.leftOfBase', { left: [formatQuantity(left), base].join(' ').trim(), unit: title })
}
