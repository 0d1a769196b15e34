import { type Decimal, decimal, exchange, lira } from '#domain/money/money.ts'
import type { View } from '#server/settings/settings.ts'
import type { PriceRange } from '#server/catalog/index/filter.ts'
import type { ShownPriceTerms } from '#server/catalog/index/shown-prices.ts'
import { ownRates } from '#server/catalog/index/own-rates.ts'
import { ruledPrices } from '#server/catalog/index/ruled-prices.ts'

/** Bounds of a range in the visitor's currency, for prices as the visitor sees them; null = open. */
export type PriceBorders = { min: number | null; max: number | null }

/** The prices by which this visitor's lists are sorted, filtered and counted: those that the lists show. */
export function priceTermsOf(view: View): ShownPriceTerms {
  return {
    listId: view.priceListId,
    withTax: view.settings.productsWithKdv === '1',
    defaultTaxRate: view.settings.defaultTaxRate,
    ownRates: ownRates(view.rates, view.storedRates),
    ruled: view.rules.key === '' ? null : ruledPrices(view.rules, view.discount, view.rates),
  }
}

/**
 * Converts a range to what the index compares: TRY, before the dealer's discount unless price rules contain it. Shown prices are rounded to two
 * decimals.
 */
export function priceRange({ min, max }: PriceBorders, view: View): PriceRange {
  const dealerShare = shareOf(view)
  const border = (value: number) => {
    const inLira = exchange(decimal(value).minus('0.005'), view.currency, lira, view.rates)
    return dealerShare.isZero() ? Number.POSITIVE_INFINITY : inLira.dividedBy(dealerShare).toNumber()
  }
  return {
    ...priceTermsOf(view),
    min: min === null ? 0 : border(min),
    max: max === null ? Number.POSITIVE_INFINITY : border(max + 0.01),
  }
}

/** What the shown price is of the index's. */
function shareOf({ discount, rules }: View): Decimal {
  return rules.key === '' ? decimal(100).minus(discount).dividedBy(100) : decimal(1)
}

/** The quantiles of all prices at which ranges end. */
const cuts = [0.2, 0.4, 0.6, 0.8]

/** Ranges with round bounds that divide the sample (ascending, in TRY as the index has them) about evenly. */
export function roundRanges(sample: Float64Array, view: View): PriceBorders[] {
  const unit = exchange(shareOf(view), lira, view.currency, view.rates).toNumber()
  const ends = new Set<number>()
  for (const cut of cuts) {
    const price = (sample[Math.floor(sample.length * cut)] ?? 0) * unit
    if (price > 0) ends.add(roundPrice(price))
  }
  const borders = [...ends].toSorted((a, b) => a - b)
  if (borders.length === 0) return []
  return [null, ...borders].map((min, i) => ({ min, max: borders[i] ?? null }))
}

/** The nearest of 1, 2, 2.5, 5 and 10 times a power of ten, at least 1. */
function roundPrice(price: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(price)))
  const steps = [1, 2, 2.5, 5, 10].map((step) => step * power)
  return steps.reduce((best, step) => (Math.abs(step - price) < Math.abs(best - price) ? step : best))
}
