import type { CartItem } from '#contract/cart.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { useCartItems } from './use-cart.ts'

const countLines = (items: CartItem[]) => items.length

/** Lines in the cart; until it is loaded, what the page was sent with. */
export function useLineCount(): number {
  const { cartLineCount } = useVisitor()
  return useCartItems(countLines) ?? cartLineCount
}
