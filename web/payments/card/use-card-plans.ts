import { useEffect, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { binControl, type InstallmentPlan } from '#contract/shop/payments.ts'
import { storedCardPlans } from '#contract/shop/stored-cards.ts'
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

/** The card whose plans are wanted: its number as far as it is typed, or a stored card. */
export type PlannedCard = { number: string } | { storedId: number }

/**
 * Bank and plans of a card, requested when its number is complete or it is chosen; another one aborts the request
 * (checkout, section 7).
 */
export function useCardPlans(
  planned: PlannedCard,
  purpose: Purpose,
  amount: string,
  { requestCount, reload }: { requestCount: number; reload(): void },
): CardPlans {
  const card = 'storedId' in planned ? planned.storedId : binOf(planned.number)
  const key = JSON.stringify([card, planQuery(purpose, amount), requestCount])
  const [latest, setLatest] = useState<{ key: string; answer: Answer } | null>(null)
  useEffect(() => {
    const [wanted, query] = JSON.parse(key) as [string | number | null, ReturnType<typeof planQuery>]
    if (wanted === null) return
    const controller = new AbortController()
    const { signal } = controller
    void requestPlans(wanted, query, signal)
      .then((card): Answer => ({ card }))
      .catch((error: unknown): Answer | null => {
        if (error instanceof CallError) return { error }
        if (signal.aborted) return null
        throw error
      })
      .then((answer) => answer !== null && !signal.aborted && setLatest({ key, answer }))
    return () => controller.abort()
  }, [key])
  if (card === null) return { state: 'none' }
  if (latest?.key !== key) return { state: 'loading' }
  if ('card' in latest.answer) return { state: 'loaded', card: latest.answer.card }
  return { state: 'failed', error: latest.answer.error, reload }
}

/** `wanted`: the first digits of a number, or the id of a stored card, which no payment link has. */
function requestPlans(wanted: string | number, query: ReturnType<typeof planQuery>, signal: AbortSignal) {
  if (typeof wanted === 'string') return call(binControl, { body: { binNumber: wanted, ...query } }, { signal })
  const { amount } = query
  const type = 'type' in query ? query.type : 'pay'
  return call(storedCardPlans, { params: { id: String(wanted) }, query: { type, amount } }, { signal })
}

/** The plan chosen before the payer chooses: the default plan, otherwise the single payment. */
export function defaultPlan(plans: readonly InstallmentPlan[]): InstallmentPlan | null {
  return plans.find(({ isDefault }) => isDefault) ?? plans.find(({ installment }) => installment === 1) ?? null
}
