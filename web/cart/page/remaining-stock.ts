import type { Translation } from '#web/ui/translation.ts'

/** Remaining stock of a product: `fits` whole units of `unit`, or `left` base units if no whole unit fits. */
type RemainingStock = {
  fits: number
  left: number
  unit: string
  /** `unit` with its multiplier: KOLİ (48). */
  title: string
  /** Name of the base unit; '' if the product has none. */
  base: string
}

/** The sentence that follows the message about a shortage. */
export function remainingStockText(
  { t, formatQuantity }: Pick<Translation, 't' | 'formatQuantity'>,
  { fits, left, unit, title, base }: RemainingStock,
): string {
  if (fits > 0) return t('cart.line.left', { fits: formatQuantity(fits), unit })
  if (left < 1) return t('cart.line.noneLeft')
  return t('cart.line.leftOfBase', { left: [formatQuantity(left), base].join(' ').trim(), unit: title })
}
