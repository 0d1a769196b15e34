import { lira } from '#domain/money/money.ts'
import type { NewOrder } from '#server/orders/orders.ts'
import type { View } from '#server/settings/settings.ts'

type PricedView = Pick<View, 'currency' | 'rates' | 'rateSources' | 'ratePolicy'>

/**
 * The rates that prices in these currencies use, with their sources. The rate of the invoice's day matters only to prices in other
 * currencies than lira.
 */
export function statedRates(
  { currency, rates, rateSources, ratePolicy }: PricedView,
  priced: ReadonlySet<string>,
): Required<Pick<NewOrder, 'rates' | 'rateSources' | 'ratePolicy'>> {
  const codes = [...new Set([currency, ...priced])]
  const isForeign = [...priced].some((code) => code !== lira)
  return {
    rates: Object.fromEntries(codes.map((code) => [code, rates[code] ?? '1'])),
    rateSources: Object.fromEntries(
      codes.flatMap((code) => (rateSources[code] === undefined ? [] : [[code, rateSources[code]]])),
    ),
    ratePolicy: isForeign ? ratePolicy : 'order_day',
  }
}
