import { decimalText, fraction, over, plus, rounded, times, zero, type Fraction } from './fraction.ts'
import { inCurrency, oraclePrice, type ExactAmount } from './oracle-price.ts'
import type { Amount, StoreCart, StoreFacts, StoreProduct } from './store-facts.ts'

/** Unit prices with four decimals, in their own currency (null on request), and totals with two. */
export type OracleCart = {
  unitPrices: (Amount | null)[]
  subtotal: string
  tax: string
  total: string
  /** In lira. */
  liraTotal: string
}

type ExactLine = { price: ExactAmount | undefined; quantity: Fraction; taxRate: Fraction }

/**
 * Prices a cart by the text of decision 075 and of the specification, catalogue section 9, with exact fractions.
 * Prices on request and in a currency without a rate count as 0.
 */
export function oracleCart(facts: StoreFacts, cart: StoreCart): OracleCart {
  const dealer = facts.dealers.find(({ id }) => id === cart.dealer)
  const lines = cart.lines.map((line): ExactLine => {
    const product = facts.products.find(({ id }) => id === line.product) as StoreProduct
    const price = oraclePrice({ facts, dealer, product, line }, cart.plan)
    return { price, quantity: fraction(line.quantity), taxRate: fraction(product.taxRate) }
  })
  const shown = totals(lines, cart.currency, facts)
  return {
    unitPrices: lines.map(({ price }) => price && amountText(price)).map((price) => price ?? null),
    subtotal: decimalText(shown.subtotal, 2),
    tax: decimalText(shown.tax, 2),
    total: decimalText(plus(shown.subtotal, shown.tax), 2),
    liraTotal: liraTotal(lines, facts),
  }
}

function amountText({ value, currency }: ExactAmount): Amount {
  return { value: decimalText(value, 4), currency }
}

/** Subtotal and tax are each rounded once, from exact sums. */
function totals(lines: ExactLine[], currency: string, facts: StoreFacts) {
  const taxed = lines.map(({ price, quantity, taxRate }) => {
    const value = (price && inCurrency(price, currency, facts.rates)) ?? zero
    const amount = times(value, quantity)
    return { amount, tax: over(times(amount, taxRate), fraction(100)) }
  })
  return {
    subtotal: rounded(
      taxed.reduce((sum, { amount }) => plus(sum, amount), zero),
      2,
    ),
    tax: rounded(
      taxed.reduce((sum, { tax }) => plus(sum, tax), zero),
      2,
    ),
  }
}

function liraTotal(lines: ExactLine[], facts: StoreFacts): string {
  const { subtotal, tax } = totals(lines, 'TRY', facts)
  return decimalText(plus(subtotal, tax), 2)
}
