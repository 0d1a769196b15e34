import type { AddedRow } from '#contract/shop/cart.ts'
import type { Translation } from '#web/ui/translation.ts'
import { remainingStockText } from '#web/cart/page/remaining-stock.ts'

/** Why a row was not added, with the alternatives: the remaining quantity, or the product's units. */
export function rowErrorText(translation: Translation, { error, unit = '' }: AddedRow): string {
  if (error === undefined) return ''
  const { fits, left, units, base = '', unit: title = unit } = error.facts ?? {}
  const names = { unit, title: String(title), base: String(base) }
  const texts = [
    error.messages.type,
    fits === undefined
      ? ''
      : remainingStockText(translation, { fits: Number(fits), left: Number(left ?? 0), ...names }),
    units === undefined ? '' : translation.t('cartPage.paste.units', { units }),
  ]
  return texts.filter(Boolean).join(' ')
}
