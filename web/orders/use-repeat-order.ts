import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { orderAgain } from '#contract/shop/orders.ts'
import { call } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { cartKey } from '#web/cart/cart-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type Repeated = Reply<typeof orderAgain>

/** Adds an order, or chosen lines of it, to the cart; `outcome` describes the result. */
export function useRepeatOrder(id: number) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const { isBusy, send } = useSubmit()
  const [outcome, setOutcome] = useState<Repeated | null>(null)

  const run = (lines?: number[]): Promise<void> =>
    send(
      async () => {
        setOutcome(await call(orderAgain, { params: { id: String(id) }, body: lines === undefined ? {} : { lines } }))
        cache.refresh(cartKey)
      },
      ({ message }) => showAlert({ text: t('orders.again.failed'), facts: message }),
    )
  return { isBusy, outcome, run, close: () => setOutcome(null) }
}
