import { type Bitset, createBitset, setBit } from './bitset.ts'
import { markPostings } from '#server/catalog/index/text/label-words.ts'
import type { ShownPriceTerms } from './shown-prices.ts'
import type { SortableIndex } from '#server/catalog/index/order/orders.ts'
import type { ListingPostings, Postings } from './postings.ts'
import { eachOfSlot } from './slot-lists.ts'

export type Group = keyof ListingPostings

/** Ordinals of values of one attribute, of which a product has one. */
export type AttributeFilter = { attribute: number; values: readonly number[] }

/** Bounds in TRY before the dealer's discount. They apply to the price as shown, with or without tax. */
export type PriceRange = ShownPriceTerms & { min: number; max: number }

/**
 * The filters of a list. Labels are ordinals; several labels of one group are alternatives, and all groups must match.
 */
export type Filter = {
  /** The category or brand of the page itself. */
  placeCategory?: number
  placeBrand?: number
  brands: readonly number[]
  models: readonly number[]
  categories: readonly number[]
  /** At most one for each attribute. */
  attributes?: readonly AttributeFilter[]
  price?: PriceRange
  inStockOnly: boolean
  /** As typed. */
  text: string
  /** Matches only what was typed: no correction, ending, synonym or missing word. */
  isExactText?: boolean
}

export const noFilter: Filter = { brands: [], models: [], categories: [], inStockOnly: false, text: '' }

/**
 * The filter without the selection in one group. A category page counts as a selection; the brand of a brand page
 * stays.
 */
export function withoutGroup(filter: Filter, group: Group | 'price'): Filter {
  if (group === 'price') {
    const { price: _, ...unpriced } = filter
    return unpriced
  }
  if (group === 'brand') return { ...filter, brands: [] }
  if (group === 'model') return { ...filter, models: [] }
  const { placeCategory: _, ...others } = filter
  return { ...others, categories: [] }
}

/** The filter without the selection in one attribute. */
export function withoutAttribute(filter: Filter, attribute: number): Filter {
  const { attributes = [], ...others } = filter
  const kept = attributes.filter((chosen) => chosen.attribute !== attribute)
  return kept.length === 0 ? others : { ...others, attributes: kept }
}

export function hasSelection(filter: Filter, group: Group): boolean {
  if (group === 'brand') return filter.brands.length > 0
  if (group === 'model') return filter.models.length > 0
  return filter.placeCategory !== undefined || filter.categories.length > 0
}

/** A condition on one group: it can mark all allowed slots, or test a single slot. */
export type Condition = { size: number; mark(into: Bitset): void; allows(slot: number): boolean }

export type ListingState = SortableIndex & {
  postings: ListingPostings
  /** Grouped on first use: most lists have no filter by attributes. */
  valuePostings(): Postings
}

export function conditionsOf(state: ListingState, filter: Filter): Condition[] {
  const { columns, labels, postings } = state
  const { place, end } = labels.tree
  const categoryRange = (category: number): OrdinalRange => [place[category] ?? 0, end[category] ?? 0]
  const singleRange = (ordinal: number): OrdinalRange => [ordinal, ordinal + 1]
  const conditions: Condition[] = []
  const add = (postingsOf: Postings, ranges: OrdinalRange[], groupOf: (slot: number) => number) => {
    if (ranges.length > 0) conditions.push(createCondition(postingsOf, ranges, groupOf))
  }
  const categoryOf = (slot: number) => place[columns.categories[slot]!]!
  const brandOf = (slot: number) => columns.brands[slot]!
  if (filter.placeCategory !== undefined) add(postings.category, [categoryRange(filter.placeCategory)], categoryOf)
  if (filter.placeBrand !== undefined) add(postings.brand, [singleRange(filter.placeBrand)], brandOf)
  add(postings.category, filter.categories.map(categoryRange), categoryOf)
  add(postings.brand, filter.brands.map(singleRange), brandOf)
  add(postings.model, filter.models.map(singleRange), (slot) => columns.models[slot]!)
  for (const { values } of filter.attributes ?? []) conditions.push(valueCondition(state, values))
  return conditions
}

function valueCondition({ columns, valuePostings }: ListingState, values: readonly number[]): Condition {
  const { starts } = valuePostings()
  const chosen = new Set(values)
  return {
    size: values.reduce((sum, value) => sum + starts[value + 1]! - starts[value]!, 0),
    mark: (into) => {
      for (const value of values) markPostings(valuePostings(), value, value + 1, into)
    },
    allows: (slot) => {
      let isAllowed = false
      eachOfSlot(columns.values, slot, (value) => {
        if (chosen.has(value)) isAllowed = true
      })
      return isAllowed
    },
  }
}

type OrdinalRange = [from: number, to: number]

function createCondition(postings: Postings, ranges: OrdinalRange[], groupOf: (slot: number) => number): Condition {
  const allowed = createBitset(postings.starts.length)
  for (const [from, to] of ranges) for (let i = from; i < to; i++) setBit(allowed, i)
  return {
    size: ranges.reduce((sum, [from, to]) => sum + postings.starts[to]! - postings.starts[from]!, 0),
    mark: (into) => {
      for (const [from, to] of ranges) markPostings(postings, from, to, into)
    },
    allows: (slot) => {
      const group = groupOf(slot)
      return (allowed[group >>> 5]! & (1 << (group & 31))) !== 0
    },
  }
}

export function filterKey({
  placeCategory,
  placeBrand,
  brands,
  models,
  categories,
  attributes,
  price,
  inStockOnly,
  text,
  isExactText,
}: Filter): string {
  return JSON.stringify([
    placeCategory,
    placeBrand,
    brands,
    models,
    categories,
    attributes?.map(({ attribute, values }) => [attribute, ...values]),
    price && Object.values(price),
    inStockOnly,
    text,
    isExactText,
  ])
}
