import { useCallback } from 'react'
import { getLimitAdvice, type LimitAdvice } from '#contract/shop/limit-coach.ts'
import type { Decimal } from '#domain/money/money.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { useLimitRefusal } from '#web/cart/order/limit-refusal.ts'
import { useApproval } from '#web/cart/order/approval-note.tsx'
import { useCartPlan, useLineCount } from '#web/cart/use-cart.ts'

/** The advice of a cart; undefined while it is loading. */
export type Advice = { isNeeded: boolean; advice: LimitAdvice | undefined; reload(): void }

/**
 * What to do about a cart over the dealer's limit, or over the own limit of the user. Asks the server only then; users who do
 * not see prices do not know, and ask wherever a limit applies.
 */
export function useLimitAdvice(totalTry: Decimal | number): Advice {
  const { account, seesPrices, user } = useVisitor()
  const plan = useCartPlan()
  const lineCount = useLineCount()
  const refusal = useLimitRefusal(totalTry)
  const isOwnExceeded = useApproval(totalTry) !== null
  const isUnknown = account?.limitMode != null && !seesPrices
  const isNeeded = user?.canOrder === true && (refusal !== null || isOwnExceeded || isUnknown)
  const fetcher: Fetcher<LimitAdvice> = useCallback(
    async ({ signal }) => {
      // The server answers for the cart that it has.
      await allJobsDone()
      return call(getLimitAdvice, { query: { advencePrice: plan ?? '' } }, { signal })
    },
    [plan],
  )
  const key = `limit advice ${plan ?? ''} ${lineCount} ${Number(totalTry)} ${account?.availableLimit} ${account?.isOrderBlocked}`
  const advice = useQuery(key, isNeeded ? fetcher : null, { freshFor: 5_000 })
  const cache = useQueryCache()
  return { isNeeded, advice, reload: () => cache.refresh(key) }
}

/** The store has approved this cart, or decides about the order itself: the limit does not stop the order. */
export function passesLimit({ advice }: Advice): boolean {
  if (advice === undefined) return false
  const { approval, ask } = advice
  return ask === 'order' || (approval?.state === 'approved' && approval.problem === null)
}
