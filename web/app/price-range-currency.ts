import { convert } from '#domain/money/money.ts'
import type { PriceView } from '#domain/pricing/price.ts'
import { addressOf, filtersOf, priceFilter, priceRangeOf, withFilters } from './list-address.ts'

/**
 * The address of a list after a change of currency: the price range covers the same prices, with the lower end rounded
 * down to hundredths and the upper one rounded up. Null if there is no range to convert.
 */
export function addressInCurrency(
  { pathname, search }: { pathname: string; search: string },
  currency: string,
  from: Pick<PriceView, 'currency' | 'rates'>,
): string | null {
  const parameters = new URLSearchParams(search)
  const filters = filtersOf(parameters)
  const range = priceRangeOf(filters)
  if (currency === from.currency || priceFilter(range.from, range.to) === null) return null
  const hundredths = (end: string) => convert({ value: end, currency: from.currency }, currency, from.rates).times(100)
  const low = range.from === '' ? '' : hundredths(range.from).floor().dividedBy(100).toFixed()
  const high = range.to === '' ? '' : hundredths(range.to).ceil().dividedBy(100).toFixed()
  return addressOf(pathname, withFilters(parameters, { ...filters, price: [`${low}-${high}`] }))
}
