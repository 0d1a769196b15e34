import { lira } from '#domain/money/money.ts'

/** The prices of a product by list. */
export type ListPriceFacts = {
  /** TRY; only lists with their own price for the product. */
  prices: ReadonlyMap<number, number>
  /** The currency that such a price is from, where it is not lira. */
  currencies: ReadonlyMap<number, string>
}

/** What one default unit costs. */
export type UnitCostFacts = { value: number; currency: string }

/** A variant's own prices, like those of its family. */
export type VariantPrices = ListPriceFacts & { id: number; cost?: UnitCostFacts }

/**
 * The active variants of a family with their own prices, as numbers: an object and maps for each variant take five times the
 * memory. Of each variant its id, its cost (NaN = unknown), the place of the cost's currency in `currencyCodes` plus 1 (0 =
 * lira), and the number of its prices; of each price the list, the amount in TRY, and the place of the currency that it is from
 * plus 1 (0 = lira).
 */
export type Family = readonly number[]

const headLength = 4
const priceLength = 3

/** `placeOf` gives the place of a currency other than lira. */
export function packFamily(variants: readonly VariantPrices[], placeOf: (code: string) => number): Family {
  const codeOf = (currency = lira) => (currency === lira ? 0 : placeOf(currency) + 1)
  const numbers = variants.flatMap(({ id, cost, prices, currencies }) => [
    id,
    cost?.value ?? Number.NaN,
    codeOf(cost?.currency),
    prices.size,
    ...[...prices].flatMap(([list, price]) => [list, price, codeOf(currencies.get(list))]),
  ])
  return familyOf(numbers)
}

/** The family that these numbers are. A copy has no room for more, which an array that grew has. */
export const familyOf = (numbers: Iterable<number>): Family => [...numbers].slice()

/** Where the variant after the one at `at` starts. The first is at 0. */
export const nextVariant = (family: Family, at: number): number => at + headLength + family[at + 3]! * priceLength

export const variantId = (family: Family, at: number): number => family[at]!
export const variantCost = (family: Family, at: number): number => family[at + 1]!
export const variantCostCurrency = (family: Family, at: number): number => family[at + 2]!

export function variantIds(family: Family): number[] {
  const ids: number[] = []
  for (let at = 0; at < family.length; at = nextVariant(family, at)) ids.push(variantId(family, at))
  return ids
}

/** Where the price that a variant has in a list is; −1 if it has none. */
export function variantPriceAt(family: Family, at: number, listId: number): number {
  const end = nextVariant(family, at)
  for (let price = at + headLength; price < end; price += priceLength) if (family[price] === listId) return price
  return -1
}

export const priceAmount = (family: Family, price: number): number => family[price + 1]!
export const priceCurrency = (family: Family, price: number): number => family[price + 2]!
