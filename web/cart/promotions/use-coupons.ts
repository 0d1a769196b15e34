import { useState } from 'react'
import { addCoupon, type CartSums, removeCoupon } from '#contract/shop/cart.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { changeActivity } from '#web/cart/cart-activity.ts'
import { changeCart } from '#web/cart/cart-query.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'

/** Adds and removes coupons of the cart. `error`: why the last one was refused. */
export function useCoupons() {
  const cache = useQueryCache()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  /** Resolves with whether it was done. */
  async function run(send: () => Promise<CartSums>): Promise<boolean> {
    setBusy(true)
    setError(null)
    changeActivity(({ sending }) => ({ sending: sending + 1 }))
    try {
      await allJobsDone()
      const sums = await send()
      changeCart(cache, (items) => items, sums)
      return true
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.status === 401) redirectToSignIn()
      else setError(failure.message)
      return false
    } finally {
      changeActivity(({ sending }) => ({ sending: sending - 1, hasSent: true }))
      setBusy(false)
    }
  }
  return {
    isBusy,
    error,
    add: (code: string) => run(() => call(addCoupon, { body: { code } })),
    remove: (code: string) => run(() => call(removeCoupon, { params: { code } })),
  }
}
