import { useEffect, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { binControl, type InstallmentPlan } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { type Purpose, planQuestion } from '#web/payments/purpose.ts'
import { binOf } from './typed-card.ts'

export type KnownCard = Reply<typeof binControl>
export type CardPlans =
  | { state: 'none' }
  | { state: 'asking' }
  | { state: 'known'; card: KnownCard }
  | { state: 'failed'; error: CallError; again(): void }

type Answer = { card: KnownCard } | { error: CallError }

/**
 * Bank and plans of the typed number, requested when it is complete; another number aborts the request (checkout,
 * section 7).
 */
export function useCardPlans(
  number: string,
  purpose: Purpose,
  amount: string,
  { asked, again }: { asked: number; again(): void },
): CardPlans {
  const bin = binOf(number)
  const key = JSON.stringify([bin, planQuestion(purpose, amount), asked])
  const [known, setKnown] = useState<{ key: string; answer: Answer } | null>(null)
  useEffect(() => {
    const [binNumber, question] = JSON.parse(key) as [string | null, ReturnType<typeof planQuestion>]
    if (binNumber === null) return
    const controller = new AbortController()
    const { signal } = controller
    void call(binControl, { body: { binNumber, ...question } }, { signal })
      .then((card): Answer => ({ card }))
      .catch((error: unknown): Answer | null => {
        if (error instanceof CallError) return { error }
        if (signal.aborted) return null
        throw error
      })
      .then((answer) => answer !== null && !signal.aborted && setKnown({ key, answer }))
    return () => controller.abort()
  }, [key])
  if (bin === null) return { state: 'none' }
  if (known?.key !== key) return { state: 'asking' }
  if ('card' in known.answer) return { state: 'known', card: known.answer.card }
  return { state: 'failed', error: known.answer.error, again }
}

/** The plan chosen before the payer chooses: the default plan, otherwise the single payment. */
export function defaultPlan(plans: readonly InstallmentPlan[]): InstallmentPlan | null {
  return plans.find(({ isDefault }) => isDefault) ?? plans.find(({ installment }) => installment === 1) ?? null
}
