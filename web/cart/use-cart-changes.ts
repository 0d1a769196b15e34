import { useMemo } from 'react'
import type { PlanKey } from '#contract/core/money.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { FittingPart } from '#contract/shop/limit-coach.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { choosePlan } from '#web/cart/order/choose-plan.ts'
import { type OrderForm, orderCart } from '#web/cart/order/order-cart.ts'
import { orderPart } from '#web/cart/order/order-part.ts'
import { changeUnit, setQuantity } from './change-lines.ts'

/** Changes that only pages with the cart or a way to pay make. Separate from `use-cart.ts`, which is part of the first load. */
export function useCartChanges() {
  const cache = useQueryCache()
  return useMemo(
    () => ({
      setQuantity: (line: CartItem, quantity: number) => setQuantity(cache, line, quantity),
      changeUnit: (line: CartItem, unitId: number) => changeUnit(cache, line, unitId),
      choosePlan: (plan: PlanKey | null) => choosePlan(cache, plan),
      order: (form: OrderForm, part?: FittingPart) =>
        part === undefined ? orderCart(cache, form) : orderPart(form, part),
    }),
    [cache],
  )
}
