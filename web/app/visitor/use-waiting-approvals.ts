import { useLocation } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { countPurchases, type WaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from './use-visitor.ts'

export const waitingApprovalsKey = 'approvals waiting'

const fetchWaiting: Fetcher<WaitingPurchases> = ({ signal }) => call(countPurchases, {}, { signal })

/** Orders of colleagues that wait for the visitor's approval; none for those who do not approve. */
export function useWaitingApprovals(): WaitingPurchases {
  const { purchasing } = useVisitor()
  const latest = useQuery(waitingApprovalsKey, purchasing.isApprover ? fetchWaiting : null, { freshFor: 30_000 })
  return latest ?? purchasing.waiting
}

/** Those that the page mentions below its header; null: there are none, or the page is theirs. */
export function useShownApprovals(): WaitingPurchases | null {
  const waiting = useWaitingApprovals()
  const { pathname } = useLocation()
  return waiting.count > 0 && !pathname.startsWith(pages.approvals) ? waiting : null
}
