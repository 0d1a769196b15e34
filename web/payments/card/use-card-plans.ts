import { useEffect, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { binControl, type InstallmentPlan } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { type Purpose, planQuery } from '#web/payments/purpose.ts'
import { binOf } from './typed-card.ts'

export type FoundCard = Reply<typeof binControl>
export type CardPlans =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'loaded'; card: FoundCard }
  | { state: 'failed'; error: CallError; reload(): void }

type Answer = { card: FoundCard } | { error: CallError }

/**
 * Bank and plans of the typed number, requested when it is complete; another number aborts the request (checkout,
 * section 7).
 */
export function useCardPlans(
  number: string,
  purpose: Purpose,
  amount: string,
  { requestCount, reload }: { requestCount: number; reload(): void },
): CardPlans {
  const bin = binOf(number)
  const key = JSON.stringify([bin, planQuery(purpose, amount), requestCount])
  const [latest, setLatest] = useState<{ key: string; answer: Answer } | null>(null)
  useEffect(() => {
    const [binNumber, query] = JSON.parse(key) as [string | null, ReturnType<typeof planQuery>]
    if (binNumber === null) return
    const controller = new AbortController()
    const { signal } = controller
    void call(binControl, { body: { binNumber, ...query } }, { signal })
      .then((card): Answer => ({ card }))
      .catch((error: unknown): Answer | null => {
        if (error instanceof CallError) return { error }
        if (signal.aborted) return null
        throw error
      })
      .then((answer) => answer !== null && !signal.aborted && setLatest({ key, answer }))
    return () => controller.abort()
  }, [key])
  if (bin === null) return { state: 'none' }
  if (latest?.key !== key) return { state: 'loading' }
  if ('card' in latest.answer) return { state: 'loaded', card: latest.answer.card }
  return { state: 'failed', error: latest.answer.error, reload }
}

/** The plan chosen before the payer chooses: the default plan, otherwise the single payment. */
export function defaultPlan(plans: readonly InstallmentPlan[]): InstallmentPlan | null {
  return plans.find(({ isDefault }) => isDefault) ?? plans.find(({ installment }) => installment === 1) ?? null
}
