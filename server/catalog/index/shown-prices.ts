import { lira } from '#domain/money/money.ts'
import type { Columns } from './columns.ts'
import { type Family, priceAmount, priceCurrency, variantPriceAt } from './family.ts'
import { type ListPrices, priceIn } from './list-prices.ts'
import type { OwnRates } from './own-rates.ts'
import { type PriceBands, type RuledLabels, ruledPriceReader, type RuledPrices } from './ruled-prices.ts'

/** Reads a TRY price before tax: the list's own price, otherwise the default list's. NaN = no price, or on request. */
function priceReader(columns: Columns, listId: number, defaultListId: number): (slot: number) => number {
  const base = columns.prices.get(defaultListId)
  const list = listId === defaultListId ? undefined : columns.prices.get(listId)
  if (list === undefined) return base === undefined ? () => Number.NaN : baseReader(base)
  if (base === undefined) return (slot) => priceIn(list, slot) || Number.NaN
  return (slot) => {
    const price = priceIn(list, slot)
    return (Number.isNaN(price) ? priceIn(base, slot) : price) || Number.NaN
  }
}

/** Most lists have few prices of their own, so this is read most often. */
function baseReader(list: ListPrices): (slot: number) => number {
  const { few, all } = list
  return few === null ? (slot) => all[slot]! || Number.NaN : (slot) => priceIn(list, slot) || Number.NaN
}

/** Reads prices at a visitor's own rates, to 4 decimals. `of` reads them at the rates of the index. */
function atOwnRates(
  columns: Columns,
  { listId, defaultListId }: { listId: number; defaultListId: number },
  { ratios }: OwnRates,
  of: (slot: number) => number,
): (slot: number) => number {
  const ratioOf = columns.currencyCodes.map((code) => ratios[code] ?? 1)
  const list = listId === defaultListId ? undefined : columns.prices.get(listId)
  const ofList = columns.currencies.get(listId)
  const ofBase = columns.currencies.get(defaultListId)
  return (slot) => {
    const isOfList = list !== undefined && !Number.isNaN(priceIn(list, slot))
    const currencies = isOfList ? ofList : ofBase
    const place = currencies === undefined ? Number.NaN : priceIn(currencies, slot)
    const price = of(slot)
    return Number.isNaN(place) ? price : Math.round(price * ratioOf[place]! * 10_000) / 10_000
  }
}

/**
 * Identifies the prices that a visitor sees: a price list in TRY, with or without tax. Without price rules (`ruled` missing or null),
 * prices are the ones before the dealer's discount, which changes no order. `ownRates`: the visitor's, where they differ from the index's.
 */
export type ShownPriceTerms = {
  listId: number
  withTax: boolean
  defaultTaxRate: number
  ruled?: RuledPrices | null
  ownRates?: OwnRates | null
}

/** Prices that a list shows, sorts and filters by: with tax where the store shows it. NaN = no price, or on request. */
export type ShownPrices = {
  priceOf(slot: number): number
  /** The price, unless the slot is an exception; this is much faster to read. */
  ordinaryOf(slot: number): number
  /** Slots with prices of their own, as keys; dead ones may be among them. */
  exceptions: readonly ReadonlyMap<number, unknown>[]
  /** The plain prices of a list that are near, and how near: within the bands. Null: there are none. */
  near: (PriceBands & { plain: ShownPriceTerms }) | null
}

type PriceIndex = { columns: Columns; labels: RuledLabels; defaultListId: number }

export function shownPrices(index: PriceIndex, terms: ShownPriceTerms): ShownPrices {
  const { columns, labels, defaultListId } = index
  const { listId, withTax, defaultTaxRate, ruled, ownRates } = terms
  // The prices of a list with few are those of the default list, but for these few.
  const few = (listId === defaultListId ? null : columns.prices.get(listId)?.few) ?? null
  const nearList = few === null && columns.prices.has(listId) ? listId : defaultListId
  const own = (of: (slot: number) => number, id: number) =>
    ownRates == null ? of : atOwnRates(columns, { listId: id, defaultListId }, ownRates, of)
  const listOf = own(priceReader(columns, listId, defaultListId), listId)
  const lists = {
    of: listOf,
    ordinaryOf: nearList === listId ? listOf : own(priceReader(columns, nearList, defaultListId), nearList),
    ofVariant: variantReader(columns, { listId, defaultListId }, ownRates ?? null),
  }
  const reader = ruled == null ? null : ruledPriceReader({ columns, labels }, ruled, lists)
  const shown = (netOf: (slot: number) => number) => (withTax ? taxedReader(columns, netOf, defaultTaxRate) : netOf)
  // At other rates, prices are in another order than those of any list.
  const bands = ownRates == null ? (reader === null ? sameAsList : reader.bands) : null
  const exceptions = [...(few ? [few] : []), ...(reader?.exceptions ?? [])].filter(({ size }) => size > 0)
  const ordinaryOf = shown(reader?.ordinaryOf ?? lists.ordinaryOf)
  return {
    priceOf: exceptions.length === 0 ? ordinaryOf : shown(reader?.priceOf ?? lists.of),
    ordinaryOf,
    exceptions,
    near: bands && { ...bands, plain: { listId: nearList, withTax, defaultTaxRate } },
  }
}

const sameAsList: PriceBands = { low: 1, high: 1, bandOf: () => 0, lows: [1], highs: [1] }

/** Each exception once. */
export function exceptionsOf({ exceptions }: ShownPrices): Iterable<number> {
  const [only, ...others] = exceptions
  if (only === undefined) return []
  return others.length === 0 ? only.keys() : new Set(exceptions.flatMap((each) => [...each.keys()]))
}

/** Reads the price that a list shows, sorts and filters by. */
export function shownPriceReader(index: PriceIndex, terms: ShownPriceTerms): (slot: number) => number {
  return shownPrices(index, terms).priceOf
}

/** Reads the price of a variant: that of the list, otherwise that of the default list. */
function variantReader(
  { currencyCodes }: Columns,
  { listId, defaultListId }: { listId: number; defaultListId: number },
  ownRates: OwnRates | null,
): (family: Family, at: number) => number {
  const ratioOf = [lira, ...currencyCodes].map((code) => ownRates?.ratios[code] ?? 1)
  return (family, at) => {
    const own = variantPriceAt(family, at, listId)
    const price = own < 0 ? variantPriceAt(family, at, defaultListId) : own
    if (price < 0) return Number.NaN
    return (priceAmount(family, price) || Number.NaN) * ratioOf[priceCurrency(family, price)]!
  }
}

function taxedReader(
  { taxRates }: Columns,
  netOf: (slot: number) => number,
  defaultTaxRate: number,
): (slot: number) => number {
  return (slot) => {
    const taxRate = taxRates[slot]!
    return (netOf(slot) * (100 + (taxRate >= 0 ? taxRate : defaultTaxRate))) / 100
  }
}
