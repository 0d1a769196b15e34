import { convert, type Decimal, decimal, exchange, type Money, type Rates } from '#domain/money/money.ts'

/** How a visitor sees prices: currency, rates, and whether the store shows prices with tax (productsWithKdv). */
export type PriceView = { currency: string; rates: Rates; withTax: boolean }

/** Percentages. `withTax: false` where tax is shown separately, as in the cart (docs/decisions/010). */
export type PriceTerms = { taxRate: number; profit?: number; withTax?: boolean }

/**
 * Price = amount × exchange-rate ratio × (100 + profit)/100 × (100 + taxRate)/100. The tax factor applies only when the
 * setting productsWithKdv and the with-tax flag are on (catalogue, section 9). Unrounded, in the view's currency.
 */
export function shownPrice(amount: Money, view: PriceView, terms: PriceTerms): Decimal {
  const { taxFactor, divisor } =
    view.withTax && terms.withTax !== false
      ? { taxFactor: decimal(100).plus(terms.taxRate), divisor: 10_000 }
      : { taxFactor: decimal(1), divisor: 100 }
  const factor = decimal(100)
    .plus(terms.profit ?? 0)
    .times(taxFactor)
  return exchange(decimal(amount.value).times(factor), amount.currency, view.currency, view.rates).dividedBy(divisor)
}

/** The list price is struck through only when it exceeds the sale price in the default currency (section 9). */
export function isListPriceShown(list: Money | undefined, sale: Money, view: PriceView): boolean {
  return (
    list !== undefined && convert(list, view.currency, view.rates).greaterThan(convert(sale, view.currency, view.rates))
  )
}

/**
 * round(100 − sale/list × 100), only when the list price exceeds the sale price after conversion (section 9); otherwise
 * null.
 */
export function discountBadge(list: Money | undefined, sale: Money, view: PriceView): number | null {
  if (list === undefined || !isListPriceShown(list, sale, view)) return null
  // In the list price's own currency only the sale price is converted, so an exact half stays one.
  const ratio = convert(sale, list.currency, view.rates).times(100).dividedBy(list.value)
  return decimal(100).minus(ratio).toDecimalPlaces(0).toNumber()
}

/** Applies a dealer's overall discount percentage. At most 4 decimals, like stored amounts. */
export function dealerPrice(price: Money, discount: number | string): { value: string; currency: string } {
  const value = decimal(price.value).times(decimal(100).minus(discount)).dividedBy(100)
  return { value: value.toDecimalPlaces(4).toString(), currency: price.currency }
}

/** Applies a running campaign's discount in percent. At most 4 decimals, like stored amounts. */
export function campaignPrice(price: Money, percent: number | string): { value: string; currency: string } {
  return dealerPrice(price, percent)
}

/** The price of a unit without a price of its own: the default unit's price × multiplier (decisions, "Money"). */
export function derivedUnitPrice(
  base: Money,
  multiplier: number | string,
  baseMultiplier: number | string,
): { value: string; currency: string } {
  const value = decimal(base.value).times(multiplier).dividedBy(baseMultiplier)
  return { value: value.toDecimalPlaces(4).toString(), currency: base.currency }
}
