import { usesCart } from '#domain/people/uses-cart.ts'
import { useVisitor } from './use-visitor.ts'

/** False for dealers' users whose role neither orders nor makes offers: the shop shows them no cart. */
export function useMayFillCart(): boolean {
  const { user } = useVisitor()
  return user?.role !== 'dealer' || usesCart(user.permissions)
}
