import type { SecondStep, SignInReply } from '#contract/shop/account.ts'
import { pages, pathAfterSignIn, secondFactorPath } from '#contract/core/pages.ts'

/**
 * Opens `next` as a new document after a sign-in: first the cart if not all of the guest's lines fit, or the set-up of a
 * second factor that the store requires. Returns the second step if the sign-in needs one.
 */
export function openAfterSignIn(
  { secondStep, user, needsFactor, leftLines }: SignInReply,
  next: string,
): SecondStep | null {
  if (secondStep !== undefined) return secondStep
  if (needsFactor === true) location.assign(secondFactorPath(next))
  else location.assign(leftLines === undefined ? pathAfterSignIn(user?.role ?? 'dealer', next) : pages.cart)
  return null
}
