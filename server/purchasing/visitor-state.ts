import type { Visitor } from '#contract/core/visitor.ts'
import { noWaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { findApprovers } from './approvers.ts'
import { findWaiting, waitingOf } from './list.ts'

/**
 * What every page needs to know: whether the user approves, as itself or for a colleague, what waits for it, and whether it
 * has limits.
 */
export async function loadPurchasing(
  pool: Pool,
  { actor }: Pick<CallContext, 'actor'>,
  now: Date,
): Promise<Visitor['purchasing']> {
  const none = { isApprover: false, hasLimits: false, waiting: noWaitingPurchases }
  if (!actor?.dealer) return none
  const { userId, dealer, permissions } = actor
  const row = await pool.one<{ has_limits: boolean; is_deputy: boolean; has_waiting: boolean }>(
    `SELECT EXISTS (SELECT FROM purchase_limits WHERE user_id = $1
              AND (per_order IS NOT NULL OR per_month IS NOT NULL OR cardinality(category_ids) > 0))
            OR EXISTS (SELECT FROM purchase_rules WHERE dealer_id = $2 AND cardinality(category_ids) > 0) AS has_limits,
            EXISTS (SELECT FROM approval_deputies WHERE deputy_id = $1 AND $3::date BETWEEN from_day AND to_day)
              AS is_deputy,
            EXISTS (SELECT FROM purchase_requests WHERE dealer_id = $2 AND state = 'waiting' AND user_id <> $1)
              AS has_waiting`,
    [userId, dealer.id, dayInTurkey(now)],
    'purchasing_visitor',
  )
  if (row === undefined) return none
  const isApprover = permissions.has('approve') || row.is_deputy
  const waiting =
    isApprover && row.has_waiting
      ? waitingOf(
          await findWaiting(
            pool,
            { userId, dealerId: dealer.id },
            await findApprovers(pool, dealer.id, dayInTurkey(now)),
          ),
        )
      : noWaitingPurchases
  return { isApprover, hasLimits: row.has_limits, waiting }
}
