import type { View } from '#server/settings/settings.ts'

const kinds = new WeakMap<View, string>()

/**
 * What a presented product depends on besides the product. Visitors of one kind see the same products at the same prices:
 * rules of a single dealer or agreed rates make it a kind of its own.
 */
export function kindOf(view: View): string {
  const known = kinds.get(view)
  if (known !== undefined) return known
  const { stamp, priceListId, defaultPriceListId, discount, rules, orderRules, seesPrices, seesStock, cartPlan } = view
  const parts = [stamp, priceListId, defaultPriceListId, discount, rules.key, orderRules.key, seesPrices, seesStock]
  const kind = JSON.stringify([...parts, cartPlan])
  kinds.set(view, kind)
  return kind
}

/** What a list and a product page depend on besides their products and their address. */
export const readerOf = (view: View): string =>
  JSON.stringify([kindOf(view), view.locale, view.currency, view.showNotInStocks, view.view, view.promotions.key])
