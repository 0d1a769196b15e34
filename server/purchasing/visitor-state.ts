import type { Visitor } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'

/** What every page needs to know: whether the user approves, as itself or for a colleague, and whether it has limits. */
export async function loadPurchasing(
  pool: Pool,
  { actor }: Pick<CallContext, 'actor'>,
  now: Date,
): Promise<Visitor['purchasing']> {
  if (!actor?.dealer) return { isApprover: false, hasLimits: false }
  const row = await pool.one<{ has_limits: boolean; is_deputy: boolean }>(
    `SELECT EXISTS (SELECT FROM purchase_limits WHERE user_id = $1
              AND (per_order IS NOT NULL OR per_month IS NOT NULL OR cardinality(category_ids) > 0))
            OR EXISTS (SELECT FROM purchase_rules WHERE dealer_id = $2 AND cardinality(category_ids) > 0) AS has_limits,
            EXISTS (SELECT FROM approval_deputies WHERE deputy_id = $1 AND $3::date BETWEEN from_day AND to_day)
              AS is_deputy`,
    [actor.userId, actor.dealer.id, dayInTurkey(now)],
    'purchasing_visitor',
  )
  return {
    isApprover: actor.permissions.has('approve') || row?.is_deputy === true,
    hasLimits: row?.has_limits === true,
  }
}
