import { chooseCartPlan } from '#contract/shop/cart.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { changeActivity, getActivity } from '#web/cart/cart-activity.ts'
import { cachedCart, cacheCart } from '#web/cart/cart-query.ts'
import { isOutdated, runLatest } from '#web/cart/latest-job.ts'
import { endAttempt } from './order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

const job = 'plan'
/** The plan as the server last had it, while a change of it is on its way. */
let before: { plan: PlanKey | null | undefined } | null = null

/** Every line and the totals are priced by the plan at once; a plan that the server refuses is told and taken back. */
export function choosePlan(cache: QueryCache, plan: PlanKey | null): void {
  before ??= { plan: getActivity().plan }
  changeActivity(() => ({ plan }))
  runLatest(job, async () => {
    changeActivity(({ sending }) => ({ sending: sending + 1 }))
    try {
      const sums = await call(chooseCartPlan, { body: { advencePrice: plan ?? '' } })
      before = { plan }
      endAttempt()
      const cached = cachedCart(cache)
      if (cached?.whole && !isOutdated(job)) cacheCart(cache, { ...cached, whole: sums })
    } catch (error) {
      const last = before
      if (last !== null && !isOutdated(job)) changeActivity(() => last)
      showFailure(error)
    } finally {
      changeActivity(({ sending }) => ({ sending: sending - 1, hasSent: true }))
      if (!isOutdated(job)) before = null
    }
  })
}

function showFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error
  if (error.status === 401) redirectToSignIn()
  else notify.error(error.message, { place: 'top-center' })
}
