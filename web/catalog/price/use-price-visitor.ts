import { useCartPlan } from '#web/cart/use-cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceVisitor } from './shown-prices.ts'

/** What decides which prices are shown; the cart's plan as chosen on this page load, too. */
export function usePriceVisitor(): PriceVisitor {
  const { plans, settings } = useVisitor()
  const { formatMoney } = useTranslation()
  return { plans, settings, cartPlan: useCartPlan(), formatMoney }
}
