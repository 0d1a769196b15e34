import type { Bitset } from '#server/catalog/index/bitset.ts'
import type { ListingState } from '#server/catalog/index/filter.ts'
import type { SlotLists } from '#server/catalog/index/slot-lists.ts'

/** A label's ordinal and how many products it has. */
export type LabelCount = { ordinal: number; count: number }

/** A price range in one currency; null = open. */
export type CountedRange = { min: number | null; max: number | null; count: number }

/**
 * Counts of one match, computed on first use. Brands and models are sorted by descending count; a category includes its
 * descendants.
 */
export type FacetCounts = {
  brand?: LabelCount[]
  model?: LabelCount[]
  category?: Int32Array
  value?: Int32Array
}

export function countBrands({ bits, counts }: CountableMatch, { columns, labels }: ListingState): LabelCount[] {
  return (counts.brand ??= sortByCount(tally(bits, columns.brands, labels.brands.rows.length)))
}

export function countModels({ bits, counts }: CountableMatch, { columns, labels }: ListingState): LabelCount[] {
  return (counts.model ??= sortByCount(tally(bits, columns.models, labels.models.rows.length)))
}

/** Counts by category ordinal, including descendants. */
export function countCategories({ bits, counts }: CountableMatch, { columns, labels }: ListingState): Int32Array {
  if (counts.category !== undefined) return counts.category
  const { place, end, walk } = labels.tree
  const direct = tally(bits, columns.categories, labels.categories.rows.length)
  const cumulative = new Int32Array(walk.length + 1)
  for (let i = 0; i < walk.length; i++) cumulative[i + 1] = cumulative[i]! + direct[walk[i]!]!
  counts.category = direct.map((_, ordinal) =>
    ordinal === 0 ? 0 : cumulative[end[ordinal]!]! - cumulative[place[ordinal]!]!,
  )
  return counts.category
}

/** Counts by ordinal of a value. */
export function countValues({ bits, counts }: CountableMatch, { columns, labels }: ListingState): Int32Array {
  if (counts.value !== undefined) return counts.value
  counts.value = tallyLists(bits, columns.values, labels.values.rows.length)
  return counts.value
}

type CountableMatch = { bits: Bitset; counts: FacetCounts }

function tally(bits: Bitset, column: Int32Array, labels: number): Int32Array {
  const counts = new Int32Array(labels)
  // Inlined instead of `eachBit`: half the catalog can pass through this loop.
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) counts[column[(i << 5) + 31 - Math.clz32(word & -word)]!]!++
  }
  return counts
}

function tallyLists(bits: Bitset, { starts, items: { items } }: SlotLists, labels: number): Int32Array {
  const counts = new Int32Array(labels)
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) {
      const start = starts[(i << 5) + 31 - Math.clz32(word & -word)]!
      if (start === 0) continue
      const end = start + items[start]!
      for (let at = start + 1; at <= end; at++) counts[items[at]!]!++
    }
  }
  return counts
}

/** Packs count and ordinal into one number, which sorts many times faster than pairs. */
function sortByCount(counts: Int32Array): LabelCount[] {
  const packing = counts.length
  let labels = 0
  for (let ordinal = 1; ordinal < packing; ordinal++) if (counts[ordinal]! > 0) labels++
  const packed = new Float64Array(labels)
  for (let ordinal = 1, i = 0; ordinal < packing; ordinal++) {
    if (counts[ordinal]! > 0) packed[i++] = counts[ordinal]! * packing + (packing - ordinal)
  }
  packed.sort().reverse()
  return Array.from(packed, (value) => ({
    ordinal: packing - (value % packing),
    count: Math.floor(value / packing),
  }))
}
