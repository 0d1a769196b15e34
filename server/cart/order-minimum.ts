import type { Money } from '#contract/core/money.ts'
import type { View } from '#server/settings/settings.ts'

/** The minimum amount of an order before tax for this visitor; null without one. */
export function orderMinimumOf({ orderRules, seesPrices }: Pick<View, 'orderRules' | 'seesPrices'>): Money | null {
  const fixed = orderRules.orderMinimum?.fixed
  return fixed && seesPrices ? { value: Number(fixed.value), currency: fixed.currency } : null
}
