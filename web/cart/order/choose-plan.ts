import { chooseCartPlan } from '#contract/shop/cart.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { changeActivity, getActivity } from '#web/cart/cart-activity.ts'
import { cachedCart, cacheCart, promotedBy } from '#web/cart/cart-query.ts'
import { isOutdated, runLatest } from '#web/cart/latest-job.ts'
import { endAttempt } from './order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

const job = 'plan'
/** The plan that the server last confirmed, while a change is pending. */
let confirmed: { plan: PlanKey | null | undefined } | null = null

/** Applies the plan to all prices at once; reverts it and shows an error if the server refuses it. */
export function choosePlan(cache: QueryCache, plan: PlanKey | null): void {
  confirmed ??= { plan: getActivity().plan }
  changeActivity(() => ({ plan }))
  runLatest(job, async () => {
    changeActivity(({ sending }) => ({ sending: sending + 1 }))
    try {
      const sums = await call(chooseCartPlan, { body: { advencePrice: plan ?? '' } })
      confirmed = { plan }
      endAttempt()
      const cached = cachedCart(cache)
      if (cached === undefined || isOutdated(job)) return
      if (cached.sums) cacheCart(cache, { ...cached, sums, ...promotedBy(sums) })
      else if (cached.promoted) cacheCart(cache, { ...cached, ...promotedBy(sums) })
    } catch (error) {
      const previous = confirmed
      if (previous !== null && !isOutdated(job)) changeActivity(() => previous)
      showFailure(error)
    } finally {
      changeActivity(({ sending }) => ({ sending: sending - 1, hasSent: true }))
      if (!isOutdated(job)) confirmed = null
    }
  })
}

function showFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error
  if (error.status === 401) redirectToSignIn()
  else notify.error(error.message, { position: 'top-center' })
}
