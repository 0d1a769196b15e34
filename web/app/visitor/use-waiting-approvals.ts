import { countPurchases } from '#contract/shop/waiting-purchases.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from './use-visitor.ts'

export const waitingApprovalsKey = 'approvals waiting'

const fetchCount: Fetcher<{ count: number }> = ({ signal }) => call(countPurchases, {}, { signal })
const select = ({ count }: { count: number }) => count

/** How many orders of colleagues wait for the visitor's approval; 0 for those who do not approve. */
export function useWaitingApprovals(): number {
  const { purchasing } = useVisitor()
  return useQuery(waitingApprovalsKey, purchasing.isApprover ? fetchCount : null, { select, freshFor: 30_000 }) ?? 0
}
