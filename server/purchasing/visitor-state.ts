import type { Visitor } from '#contract/core/visitor.ts'
import { noWaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { findApprovers } from './approvers.ts'
import { findWaiting, waitingOf } from './list.ts'

/** What every page needs to know of a user's orders and approvals. */
export type PurchasingState = { has_limits: boolean; is_deputy: boolean; has_waiting: boolean }

/** The columns of `PurchasingState`. `dealer`, `day` and `user`: the parameters of the statement. */
export const purchasingStateSql = (dealer: string, day: string, user: string): string =>
  `EXISTS (SELECT FROM purchase_limits WHERE user_id = ${user}
     AND (per_order IS NOT NULL OR per_month IS NOT NULL OR cardinality(category_ids) > 0))
   OR EXISTS (SELECT FROM purchase_rules WHERE dealer_id = ${dealer} AND cardinality(category_ids) > 0) AS has_limits,
   EXISTS (SELECT FROM approval_deputies WHERE deputy_id = ${user} AND ${day}::date BETWEEN from_day AND to_day)
     AS is_deputy,
   EXISTS (SELECT FROM purchase_requests WHERE dealer_id = ${dealer} AND state = 'waiting' AND user_id <> ${user})
     AS has_waiting`

/**
 * Whether the user approves, as itself or for a colleague, what waits for it, and whether it has limits. Reads what waits
 * only where requests of colleagues wait.
 */
export async function presentPurchasing(
  db: Db,
  { userId, permissions, dealer }: Pick<Actor, 'userId' | 'permissions'> & { dealer: { id: number } },
  state: PurchasingState,
  now: Date,
): Promise<Visitor['purchasing']> {
  const isApprover = permissions.has('approve') || state.is_deputy
  if (!isApprover || !state.has_waiting) return { isApprover, hasLimits: state.has_limits, waiting: noWaitingPurchases }
  const approvers = await findApprovers(db, dealer.id, dayInTurkey(now))
  const ids = await findWaiting(db, { userId, dealerId: dealer.id }, approvers)
  return { isApprover, hasLimits: state.has_limits, waiting: waitingOf(ids) }
}
