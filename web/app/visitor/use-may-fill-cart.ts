import { usesCart } from '#domain/people/uses-cart.ts'
import { useVisitor } from './use-visitor.ts'

/**
 * False for those whom the shop shows no cart: dealers' users whose role neither orders nor makes offers, and
 * representatives who have not chosen a dealer.
 */
export function useMayFillCart(): boolean {
  const { user } = useVisitor()
  const mustChoose = useMustChooseDealer()
  return !mustChoose && (user?.role !== 'dealer' || usesCart(user.permissions))
}

/** Representatives fill the carts of dealers: they choose one first. */
export function useMustChooseDealer(): boolean {
  const { user } = useVisitor()
  // Full administrators have every right; the cart itself refuses them (catalogue, section 8).
  return user?.role === 'admin' && user.roleName !== null && user.permissions.includes('field:write')
}
