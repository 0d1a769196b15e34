import { priceReader } from '#server/catalog/index/columns.ts'
import type { PriceRange } from '#server/catalog/index/filter.ts'
import type { Match, Matchable } from '#server/catalog/index/match.ts'

/** Which prices are meant: those of a list, in TRY before the dealer's discount, with tax or without. */
export type PriceTerms = Pick<PriceRange, 'listId' | 'withTax' | 'defaultTaxRate'>

const sampleSize = 1_000

/** Prices of at least a thousand products all over a match, or of all there are, rising. */
export function samplePrices(index: Matchable, { bits, count }: Match, terms: PriceTerms): Float64Array {
  const priceOf = shownPrice(index, terms)
  const prices: number[] = []
  // Whole words of the set, evenly spread.
  const step = Math.max(1, Math.floor(count / sampleSize / 4))
  for (let i = 0; i < bits.length; i += step) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      const price = priceOf((i << 5) + 31 - Math.clz32(word & -word))
      if (price > 0) prices.push(price)
    }
  }
  return Float64Array.from(prices).sort()
}

/** How many products of a match each range finds. The ranges are of the same prices. */
export function countRanges(index: Matchable, { bits }: Match, ranges: readonly PriceRange[]): number[] {
  const [first] = ranges
  if (first === undefined) return []
  const priceOf = shownPrice(index, first)
  const edges = Float64Array.from(new Set(ranges.flatMap(({ min, max }) => [min, max]))).sort()
  const placeOf = placesAmong(edges)
  // How many prices stand right before each edge; those that are none (NaN) behind the last one.
  const before = new Int32Array(edges.length + 1)
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      before[placeOf(priceOf((i << 5) + 31 - Math.clz32(word & -word)))]!++
    }
  }
  for (let i = 1; i < before.length; i++) before[i]! += before[i - 1]!
  return ranges.map(({ min, max }) => before[edges.indexOf(max)]! - before[edges.indexOf(min)]!)
}

const unsure = 255
const number = new Float64Array(1)
const halves = new Uint32Array(number.buffer)

/** The stretch of numbers, some three percent wide, that a positive one lies in: its exponent and the first bits behind it. */
function stretchOf(value: number): number {
  number[0] = value
  return halves[1]! >>> 15
}

/**
 * How many rising edges a price has reached. Most stretches have no edge in them, so one look into a table tells; that takes
 * a third of the time that comparing takes.
 */
function placesAmong(edges: Float64Array): (price: number) => number {
  const table = new Uint8Array(1 << 17)
  for (const [i, edge] of edges.entries()) table.fill(i + 1, stretchOf(edge))
  for (const edge of edges) table[stretchOf(edge)] = unsure
  table.fill(unsure, stretchOf(Number.POSITIVE_INFINITY))
  return (price) => {
    const place = table[stretchOf(price)]!
    if (place !== unsure) return place
    let reached = 0
    while (reached < edges.length && !(price < edges[reached]!)) reached++
    return reached
  }
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
