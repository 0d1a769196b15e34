import { priceReader } from './columns.ts'
import type { PriceRange } from './filter.ts'
import type { Match, Matchable } from './match.ts'

/** Which prices are meant: those of a list, in TRY before the dealer's discount, with tax or without. */
export type PriceTerms = Pick<PriceRange, 'listId' | 'withTax' | 'defaultTaxRate'>

const sampleSize = 1_024

/** Prices of products all over a match, at most about a thousand, rising. */
export function samplePrices(index: Matchable, { bits, count }: Match, terms: PriceTerms): Float64Array {
  const priceOf = shownPrice(index, terms)
  const step = Math.max(1, Math.floor(count / sampleSize))
  const prices: number[] = []
  let seen = 0
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      if (seen++ % step !== 0) continue
      const price = priceOf((i << 5) + 31 - Math.clz32(word & -word))
      if (price > 0) prices.push(price)
    }
  }
  return Float64Array.from(prices).sort()
}

/** How many products of a match each range finds; kept with the match until a price changes. */
export function countRanges(index: Matchable, match: Match, ranges: readonly PriceRange[]): number[] {
  const [first] = ranges
  if (first === undefined) return []
  const stamp = `${index.versions.price} ${JSON.stringify(ranges)}`
  if (match.counts.ranges?.stamp === stamp) return match.counts.ranges.counts
  const priceOf = shownPrice(index, first)
  const counts = ranges.map(() => 0)
  const { bits } = match
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      const price = priceOf((i << 5) + 31 - Math.clz32(word & -word))
      for (let at = 0; at < counts.length; at++) {
        if (price >= ranges[at]!.min && price < ranges[at]!.max) counts[at]!++
      }
    }
  }
  match.counts.ranges = { stamp, counts }
  return counts
}

/** The same sum as `narrowByPrice` makes, so that a range finds what it was counted with. */
function shownPrice({ columns, defaultListId }: Matchable, { listId, withTax, defaultTaxRate }: PriceTerms) {
  const netOf = priceReader(columns, listId, defaultListId)
  if (!withTax) return netOf
  const { taxRates } = columns
  return (slot: number): number => {
    const taxRate = taxRates[slot]!
    return (netOf(slot) * (100 + (taxRate >= 0 ? taxRate : defaultTaxRate))) / 100
  }
}
