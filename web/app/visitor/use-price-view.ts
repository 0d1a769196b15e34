import { useMemo } from 'react'
import type { Rates } from '#domain/money/money.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import type { PriceView } from '#domain/pricing/price.ts'
import { useVisitor } from './use-visitor.ts'

/** Exchange rates: TRY for one unit of each currency of the store. */
export function ratesOf(currencies: Visitor['currencies']): Rates {
  return Object.fromEntries(currencies.map((currency) => [currency.code, currency.exchangeRate]))
}

/** What this visitor's prices depend on: the chosen currency, the rates, and whether tax is included. */
export function usePriceView(): PriceView {
  const { currency, currencies, settings } = useVisitor()
  return useMemo(
    () => ({ currency: currency.code, rates: ratesOf(currencies), withTax: settings.productsWithKdv === '1' }),
    [currency.code, currencies, settings.productsWithKdv],
  )
}
