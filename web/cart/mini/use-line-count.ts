import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import type { HeldCart } from '#web/cart/cart-query.ts'
import { useHeldCart } from '#web/cart/use-cart.ts'

const countLines = ({ items, whole }: HeldCart) => whole?.lineCount ?? items.length

/** Lines in the cart; until it is loaded, what the page was sent with. */
export function useLineCount(): number {
  const { cartLineCount } = useVisitor()
  return useHeldCart(countLines) ?? cartLineCount
}
