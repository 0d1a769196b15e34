import { useMemo } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { type LineTrouble, lineTroubles } from './cart-lines.ts'
import { useStockRule } from './use-add-outcome.ts'
import { useCartPrices } from './use-cart.ts'

export function useLineTroubles(items: readonly CartItem[]): Map<number, LineTrouble> {
  const { seesPrices } = useVisitor()
  const prices = useCartPrices()
  const { stockInfoStatus, cartStockControl } = useStockRule()
  return useMemo(
    () => lineTroubles(items, { stockInfoStatus, cartStockControl }, { ...prices, isVisible: seesPrices }),
    [items, stockInfoStatus, cartStockControl, seesPrices, prices],
  )
}
