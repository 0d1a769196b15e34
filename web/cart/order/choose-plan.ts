import { chooseCartPlan } from '#contract/shop/cart.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { AnswerStore } from '#web/app/data/answer-store.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { changeActivity, getActivity } from '#web/cart/cart-activity.ts'
import { heldCart, holdCart } from '#web/cart/cart-query.ts'
import { isOutdated, runLatest } from '#web/cart/latest-job.ts'
import { endAttempt } from './order-attempt.ts'
import { signInFirst } from '#web/app/data/sign-in-first.ts'

const job = 'plan'
/** The plan as the server last had it, while a change of it is on its way. */
let before: { plan: PlanKey | null | undefined } | null = null

/** Every line and the totals are priced by the plan at once; a plan that the server refuses is told and taken back. */
export function choosePlan(answers: AnswerStore, plan: PlanKey | null): void {
  before ??= { plan: getActivity().plan }
  changeActivity(() => ({ plan }))
  runLatest(job, async () => {
    changeActivity(({ sending }) => ({ sending: sending + 1 }))
    try {
      const sums = await call(chooseCartPlan, { body: { advencePrice: plan ?? '' } })
      before = { plan }
      endAttempt()
      const held = heldCart(answers)
      if (held?.whole && !isOutdated(job)) holdCart(answers, { ...held, whole: sums })
    } catch (error) {
      const last = before
      if (last !== null && !isOutdated(job)) changeActivity(() => last)
      tellFailure(error)
    } finally {
      changeActivity(({ sending }) => ({ sending: sending - 1, hasSent: true }))
      if (!isOutdated(job)) before = null
    }
  })
}

function tellFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error
  if (error.status === 401) signInFirst()
  else notify.error(error.message, { place: 'top-center' })
}
