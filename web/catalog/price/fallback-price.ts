import type { TypedPrices, TypedUnit } from '#contract/admin/products.ts'
import { derivedUnitPrice } from '#domain/pricing/price.ts'
import { priceText, readFigure, readPrice } from '#domain/pricing/price-text.ts'

/** The prices of a unit: sale, list, and the five plans by index. */
export type PriceName = 'sale' | 'listPrice' | 0 | 1 | 2 | 3 | 4

export type Fallback = {
  value: string
  currency: string
  /** Source of the price. */
  from: { kind: 'list' } | { kind: 'unit'; unit: string; multiplier: number } | { kind: 'sale' }
}

export const priceOf = (prices: TypedPrices, name: PriceName) =>
  typeof name === 'number' ? prices.plans[name] : prices[name]

const rowOf = (unit: TypedUnit | undefined, list: number): TypedPrices | undefined => {
  const row = unit?.prices.find((prices) => prices.list === list)
  return row !== undefined && readPrice(row.sale.value) !== null ? row : undefined
}

/**
 * The price that applies when a field is left empty (decisions, "Money"): the unit's price in the default list, else
 * the default unit's (in this list, then in the default one) × multiplier. A plan without a price costs the sale price.
 * Null: no price applies.
 */
export function fallbackPrice(
  units: readonly TypedUnit[],
  { at, list, defaultList, name }: { at: number; list: number; defaultList: number; name: PriceName },
): Fallback | null {
  const unit = units[at]
  if (unit === undefined) return null
  const ownPrices = rowOf(unit, list)
  // A list with its own sale price takes no other price from elsewhere.
  if (ownPrices !== undefined) return typeof name === 'number' ? { ...ownPrices.sale, from: { kind: 'sale' } } : null
  const other = rowOf(unit, defaultList)
  if (other !== undefined) return found(other, name, { kind: 'list' })
  const base = units.find(({ isDefault }) => isDefault)
  const row = base === unit ? undefined : (rowOf(base, list) ?? rowOf(base, defaultList))
  return base === undefined || row === undefined ? null : derived(found(row, name, null), unit, base)
}

type Found = Omit<Fallback, 'from'>

function found(row: TypedPrices, name: PriceName, from: Fallback['from']): Fallback | null
function found(row: TypedPrices, name: PriceName, from: null): Found | null
function found(row: TypedPrices, name: PriceName, from: Fallback['from'] | null): Found | Fallback | null {
  const price = priceOf(row, name)
  const shown = price !== undefined && readPrice(price.value) !== null ? price : name === 'listPrice' ? null : row.sale
  return shown && { value: shown.value, currency: shown.currency, ...(from && { from }) }
}

function derived(price: Found | null, unit: TypedUnit, base: TypedUnit): Fallback | null {
  const [multiplier, baseMultiplier] = [readFigure(unit.multiplier, 3), readFigure(base.multiplier, 3)]
  const value = price && readPrice(price.value)
  if (!price || !value || !multiplier || !baseMultiplier || baseMultiplier.isZero()) return null
  const amount = { value: value.toFixed(), currency: price.currency }
  const { value: result, currency } = derivedUnitPrice(amount, multiplier.toFixed(), baseMultiplier.toFixed())
  const factor = multiplier.dividedBy(baseMultiplier).toDecimalPlaces(3).toNumber()
  return { value: priceText(result), currency, from: { kind: 'unit', unit: base.name, multiplier: factor } }
}
