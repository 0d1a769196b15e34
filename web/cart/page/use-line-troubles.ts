import { useMemo } from 'react'
import type { CartItem } from '#contract/shop/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { type LineTrouble, lineTroubles } from '#web/cart/cart-lines.ts'
import { useStockRule } from '#web/product/use-add-outcome.ts'
import { useCartPrices } from '#web/cart/use-cart.ts'

export function useLineTroubles(items: readonly CartItem[]): Map<number, LineTrouble> {
  const { seesPrices } = useVisitor()
  const prices = useCartPrices()
  const { stockInfoStatus, cartStockControl } = useStockRule()
  return useMemo(
    () => lineTroubles(items, { stockInfoStatus, cartStockControl }, { ...prices, isVisible: seesPrices }),
    [items, stockInfoStatus, cartStockControl, seesPrices, prices],
  )
}
