import { hasBit } from '#server/catalog/index/bitset.ts'
import {
  exceptionsOf,
  shownPriceReader,
  shownPrices,
  type ShownPriceTerms,
} from '#server/catalog/index/shown-prices.ts'
import type { PriceRange } from '#server/catalog/index/filter.ts'
import type { Match, Matchable } from '#server/catalog/index/match.ts'

const sampleSize = 1_000

/** Prices of a match: an ascending sample, and how many products are in each range. */
export type MatchPrices = { sample: Float64Array; countIn(ranges: readonly PriceRange[]): number[] }

/** Ranges passed to `countIn` must have these terms. Prices of few products are all in the sample, and read once for both. */
export function matchPrices(index: Matchable, match: Match, terms: ShownPriceTerms): MatchPrices {
  const step = Math.max(1, Math.floor(match.count / sampleSize / 4))
  const prices = sortedPrices(index, match, terms, step)
  return {
    sample: prices.subarray(countBelow(prices, Number.MIN_VALUE)),
    countIn: (ranges) =>
      step === 1
        ? ranges.map(({ min, max }) => countBelow(prices, max) - countBelow(prices, min))
        : countRanges(index, match, ranges),
  }
}

/** Ascending prices of every `step`th word of the set, which is spread over the match. */
function sortedPrices(index: Matchable, { bits, count }: Match, terms: ShownPriceTerms, step: number): Float64Array {
  const priceOf = shownPriceReader(index, terms)
  const prices = new Float64Array(count)
  let read = 0
  for (let i = 0; i < bits.length; i += step) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      const price = priceOf((i << 5) + 31 - Math.clz32(word & -word))
      if (!Number.isNaN(price)) prices[read++] = price
    }
  }
  return prices.subarray(0, read).sort()
}

/** How many of the ascending prices are below this one. */
function countBelow(prices: Float64Array, price: number): number {
  let low = 0
  let high = prices.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (prices[middle]! < price) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of matching products in each range. All ranges must use the same price terms. */
export function countRanges(index: Matchable, { bits }: Match, ranges: readonly PriceRange[]): number[] {
  const [first] = ranges
  if (first === undefined) return []
  const shown = shownPrices(index, first)
  const { priceOf, ordinaryOf } = shown
  const edges = Float64Array.from(new Set(ranges.flatMap(({ min, max }) => [min, max]))).sort()
  const reachedBy = edgesReached(edges)
  // The number of prices in the interval that ends at each edge; missing prices (NaN) go behind the last edge.
  const countsBelow = new Int32Array(edges.length + 1)
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      countsBelow[reachedBy(ordinaryOf((i << 5) + 31 - Math.clz32(word & -word)))]!++
    }
  }
  for (const slot of exceptionsOf(shown)) {
    if (!hasBit(bits, slot)) continue
    countsBelow[reachedBy(ordinaryOf(slot))]!--
    countsBelow[reachedBy(priceOf(slot))]!++
  }
  for (let i = 1; i < countsBelow.length; i++) countsBelow[i]! += countsBelow[i - 1]!
  return ranges.map(({ min, max }) => countsBelow[edges.indexOf(max)]! - countsBelow[edges.indexOf(min)]!)
}

const ambiguous = 255
const number = new Float64Array(1)
const words = new Uint32Array(number.buffer)

/** The bucket of a positive number, about three percent wide: its exponent and the first bits of its mantissa. */
function bucketOf(value: number): number {
  number[0] = value
  return words[1]! >>> 15
}

/**
 * Returns a function that counts the ascending edges a price has reached. Most buckets contain no edge, so one table
 * lookup suffices; this takes a third of the time of comparisons.
 */
function edgesReached(edges: Float64Array): (price: number) => number {
  const table = new Uint8Array(1 << 17)
  for (const [i, edge] of edges.entries()) table.fill(i + 1, bucketOf(edge))
  for (const edge of edges) table[bucketOf(edge)] = ambiguous
  table.fill(ambiguous, bucketOf(Number.POSITIVE_INFINITY))
  return (price) => {
    const place = table[bucketOf(price)]!
    if (place !== ambiguous) return place
    let reached = 0
    while (reached < edges.length && !(price < edges[reached]!)) reached++
    return reached
  }
}
