import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { addCartLines } from '#contract/shop/cart.ts'
import { call } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { cartKey } from '#web/cart/cart-query.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'

export type OrderedLine = { code: string; unit: string; quantity: number }
export type Ordered = Pick<Reply<typeof addCartLines>, 'rows' | 'addedCount'> & { goneCount: number }

/** Puts lines into the cart by the rules of adding; `outcome` says what was added and what was not, and why. */
export function useListOrder() {
  const cache = useQueryCache()
  const { isBusy, send } = useSubmit()
  const [outcome, setOutcome] = useState<Ordered | null>(null)

  const order = (lines: readonly OrderedLine[], goneCount = 0): Promise<void> =>
    send(
      async () => {
        const { rows, addedCount } = await call(addCartLines, { body: { lines: [...lines] } })
        cache.refresh(cartKey)
        setOutcome({ rows, addedCount, goneCount })
      },
      ({ message }) => showAlert({ text: message }),
    )
  return { isBusy, outcome, order, close: () => setOutcome(null) }
}
