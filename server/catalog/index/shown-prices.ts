import type { Columns } from './columns.ts'
import { type RuledLabels, ruledPriceReader, type RuledPrices } from './ruled-prices.ts'

/** Reads a TRY price before tax: the list's own price, otherwise the default list's. NaN = no price, or on request. */
function priceReader(columns: Columns, listId: number, defaultListId: number): (slot: number) => number {
  const basePrices = columns.prices.get(defaultListId)
  const listPrices = listId === defaultListId ? undefined : columns.prices.get(listId)
  if (listPrices === undefined)
    return basePrices === undefined ? () => Number.NaN : (slot) => basePrices[slot]! || Number.NaN
  return (slot) => {
    const price = listPrices[slot]!
    return (Number.isNaN(price) && basePrices !== undefined ? basePrices[slot]! : price) || Number.NaN
  }
}

/**
 * Identifies the prices that a visitor sees: a price list in TRY, with or without tax. Without price rules (`ruled` missing or null),
 * prices are the ones before the dealer's discount, which changes no order.
 */
export type ShownPriceTerms = { listId: number; withTax: boolean; defaultTaxRate: number; ruled?: RuledPrices | null }

/** Reads the price that a list shows, sorts and filters by: `priceReader`, with tax where the store shows it. */
export function shownPriceReader(
  { columns, labels, defaultListId }: { columns: Columns; labels: RuledLabels; defaultListId: number },
  { listId, withTax, defaultTaxRate, ruled }: ShownPriceTerms,
): (slot: number) => number {
  const listOf = priceReader(columns, listId, defaultListId)
  const netOf = ruled == null ? listOf : ruledPriceReader({ columns, labels }, ruled, listOf)
  if (!withTax) return netOf
  const { taxRates } = columns
  return (slot) => {
    const taxRate = taxRates[slot]!
    return (netOf(slot) * (100 + (taxRate >= 0 ? taxRate : defaultTaxRate))) / 100
  }
}
