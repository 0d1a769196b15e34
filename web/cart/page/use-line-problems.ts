import { useMemo } from 'react'
import type { CartItem } from '#contract/shop/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { type LineProblem, findLineProblems } from '#web/cart/cart-lines.ts'
import { useStockRule } from '#web/product/use-add-outcome.ts'
import { findRuleProblems } from './rule-problems.ts'
import { useCartPrices } from '#web/cart/use-cart.ts'

export function useLineProblems(items: readonly CartItem[]): Map<number, LineProblem> {
  const { seesPrices } = useVisitor()
  const prices = useCartPrices()
  const { stockInfoStatus, cartStockControl } = useStockRule()
  return useMemo(
    () =>
      new Map([
        ...findRuleProblems(items),
        ...findLineProblems(items, { stockInfoStatus, cartStockControl }, { ...prices, isVisible: seesPrices }),
      ]),
    [items, stockInfoStatus, cartStockControl, seesPrices, prices],
  )
}
