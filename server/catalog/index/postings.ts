import { eachBit } from './bitset.ts'
import type { Columns } from './columns.ts'
import type { Labels } from './labels.ts'
import { eachOfSlot } from './slot-lists.ts'

/** Slots grouped by a dense number: group g has `slots[starts[g]]` to `slots[starts[g + 1] - 1]` in ascending order. */
export type Postings = { starts: Int32Array; slots: Int32Array }

/** Live slots by brand ordinal, by model ordinal, and by the position of their category in the tree walk. */
export type ListingPostings = { brand: Postings; model: Postings; category: Postings }

export function createListingPostings(columns: Columns, labels: Labels): ListingPostings {
  const { place, walk } = labels.tree
  return {
    brand: group(columns, labels.brands.rows.length, (slot) => columns.brands[slot]!),
    model: group(columns, labels.models.rows.length, (slot) => columns.models[slot]!),
    category: group(columns, walk.length, (slot) => place[columns.categories[slot]!]!),
  }
}

/** Live slots by ordinal of a value; a slot is in the group of each of its values. */
export function createValuePostings({ live, values }: Columns, groups: number): Postings {
  const starts = new Int32Array(groups + 1)
  eachBit(live, (slot) => eachOfSlot(values, slot, (value) => starts[value + 1]!++))
  for (let i = 1; i <= groups; i++) starts[i]! += starts[i - 1]!
  const next = starts.slice()
  const slots = new Int32Array(starts[groups]!)
  eachBit(live, (slot) =>
    eachOfSlot(values, slot, (value) => {
      slots[next[value]!++] = slot
    }),
  )
  return { starts, slots }
}

function group(columns: Columns, groups: number, groupOf: (slot: number) => number): Postings {
  const starts = new Int32Array(groups + 1)
  let count = 0
  eachBit(columns.live, (slot) => {
    starts[groupOf(slot) + 1]!++
    count++
  })
  for (let i = 1; i <= groups; i++) starts[i]! += starts[i - 1]!
  const next = starts.slice()
  const slots = new Int32Array(count)
  eachBit(columns.live, (slot) => {
    slots[next[groupOf(slot)]!++] = slot
  })
  return { starts, slots }
}
