import { useMemo } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { usePriceView } from '#web/app/use-price-view.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { type LineTrouble, lineTroubles } from './cart-lines.ts'
import { useStockRule } from './use-add-outcome.ts'

export function useLineTroubles(items: readonly CartItem[]): Map<number, LineTrouble> {
  const { seesPrices } = useVisitor()
  const { currency, rates } = usePriceView()
  const { stockInfoStatus, cartStockControl } = useStockRule()
  return useMemo(
    () => lineTroubles(items, { stockInfoStatus, cartStockControl }, { isVisible: seesPrices, currency, rates }),
    [items, stockInfoStatus, cartStockControl, seesPrices, currency, rates],
  )
}
