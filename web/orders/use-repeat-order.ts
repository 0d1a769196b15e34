import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { orderAgain } from '#contract/orders.ts'
import { CallError, call } from '#web/app/call.ts'
import { useAnswers } from '#web/app/use-answer.ts'
import { cartKey } from '#web/cart/cart-query.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { showAlert } from '#web/ui/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type Repeated = Reply<typeof orderAgain>

/** Puts an order, or chosen lines of it, into the cart; `outcome` tells what became of them. */
export function useRepeatOrder(id: number) {
  const { t } = useTranslation()
  const answers = useAnswers()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Repeated | null>(null)

  async function run(lines?: number[]): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      setOutcome(await call(orderAgain, { params: { id: String(id) }, body: lines === undefined ? {} : { lines } }))
      answers.refresh(cartKey)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return signInFirst()
      await showAlert({ text: t('orders.again.failed'), facts: error.message })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, outcome, run, close: () => setOutcome(null) }
}
