import { type Decimal, decimal } from '#domain/money/money.ts'
import { momentInTurkey, dayInTurkey } from '#domain/text/calendar-day.ts'
import { expiryDays, monthStart, type PurchaseReason, purchaseReasonsOf } from '#domain/orders/purchase-approval.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ReadPart } from '#server/platform/db/together.ts'

/** Amounts in lira with tax as exact text. */
export type PurchaseLimits = {
  per_order: string | null
  per_month: string | null
  category_ids: number[]
  expiry_days: number | null
  /** Whether the user has limits of its own. */
  is_limited: boolean
}

const limitsSql = `SELECT l.per_order::text, l.per_month::text,
            coalesce(l.category_ids, '{}') || CASE WHEN u.user_role = 'owner' THEN '{}' ELSE coalesce(r.category_ids, '{}') END
              AS category_ids,
            r.expiry_days, l.user_id IS NOT NULL AS is_limited
       FROM users u LEFT JOIN purchase_limits l ON l.user_id = u.id
       LEFT JOIN purchase_rules r ON r.dealer_id = u.dealer_id WHERE u.id = $1`

/** What applies to a user: its own limits, and the dealer's rule unless it is an owner. */
async function loadLimits(db: Db, userId: number): Promise<PurchaseLimits> {
  return purchaseLimitsOf(await db.query<PurchaseLimits>(limitsSql, [userId], 'purchase_limits_of'))
}

/** The same, to be read with other statements; `purchaseLimitsOf` reads its row. */
export function purchaseLimitsPart(userId: number): ReadPart<PurchaseLimits> {
  return { sql: limitsSql, params: [userId] }
}

export function purchaseLimitsOf([row]: readonly PurchaseLimits[]): PurchaseLimits {
  return row ?? { per_order: null, per_month: null, category_ids: [], expiry_days: null, is_limited: false }
}

/** Until the transaction ends, other orders of the user with a limit wait: those on account, by programs and by card. */
async function lockLimits(db: Db, userId: number): Promise<void> {
  await db.execute(
    'SELECT FROM purchase_limits WHERE user_id = $1 FOR NO KEY UPDATE',
    [userId],
    'purchase_limits_locked',
  )
}

/**
 * What users have ordered in the current month of Turkey, in lira with tax: orders that are not cancelled, requests that
 * wait, and carts whose card payment is being captured, except the payment `exceptPaymentId`.
 */
export async function monthTotals(
  db: Db,
  userIds: readonly number[],
  { now, exceptPaymentId = null }: { now: Date; exceptPaymentId?: number | null },
): Promise<Map<number, Decimal>> {
  const rows = await db.query<{ user_id: number; total: string }>(
    `SELECT user_id, sum(total) AS total FROM (
       SELECT user_id, total_try AS total FROM orders
        WHERE user_id = ANY ($1::integer[]) AND NOT is_cancel AND created_at >= $2
       UNION ALL
       SELECT user_id, total_try FROM purchase_requests WHERE user_id = ANY ($1::integer[]) AND state = 'waiting'
       UNION ALL
       SELECT user_id, base_amount FROM payments
        WHERE user_id = ANY ($1::integer[]) AND kind = 'order' AND state IN ('capturing', 'unknown') AND order_id IS NULL
          AND id IS DISTINCT FROM $3
     ) counted GROUP BY user_id`,
    [userIds, momentInTurkey(monthStart(dayInTurkey(now))), exceptPaymentId],
    'purchase_month',
  )
  return new Map(rows.map(({ user_id: userId, total }) => [userId, decimal(total)]))
}

/** The names of those categories that the products belong to, directly or below them. */
async function findCategories(
  db: Db,
  categoryIds: readonly number[],
  productIds: readonly number[],
): Promise<string[]> {
  if (categoryIds.length === 0) return []
  const rows = await db.query<{ name: string }>(
    `WITH RECURSIVE below AS (
       SELECT id, id AS root FROM categories WHERE id = ANY ($1::integer[])
       UNION SELECT c.id, below.root FROM categories c JOIN below ON c.parent_id = below.id)
     SELECT DISTINCT root.name
       FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
       JOIN below ON below.id = coalesce(p.category_id, parent.category_id)
       JOIN categories root ON root.id = below.root
      WHERE p.id = ANY ($2::integer[]) ORDER BY root.name`,
    [categoryIds, productIds],
    'purchase_categories',
  )
  return rows.map(({ name }) => name)
}

/** Those of these products that a user may not order without approval, whatever the amount. */
export async function findProductsForApproval(
  db: Db,
  userId: number,
  productIds: readonly number[],
): Promise<number[]> {
  const { category_ids: categoryIds } = await loadLimits(db, userId)
  if (categoryIds.length === 0) return []
  const rows = await db.query<{ id: number }>(
    `WITH RECURSIVE below AS (
       SELECT id FROM categories WHERE id = ANY ($1::integer[])
       UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id)
     SELECT p.id FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
      WHERE p.id = ANY ($2::integer[]) AND coalesce(p.category_id, parent.category_id) IN (SELECT id FROM below)`,
    [categoryIds, productIds],
    'purchase_products',
  )
  return rows.map(({ id }) => id)
}

/** Why an order needs approval, with the limits at this time. */
export type PurchaseCheck = {
  reasons: PurchaseReason[]
  perOrder: string | null
  perMonth: string | null
  monthTotal: string
  orderTotal: string
  categories: string[]
  expiryDays: number
}

export type CheckedOrder = {
  userId: number
  totalTry: string
  productIds: readonly number[]
  now: Date
  /** In the order's transaction: parallel orders of the user count each other. */
  isLocking: boolean
  /** The user's limits as they were read before; otherwise they are read now. */
  limits?: PurchaseLimits | undefined
  exceptPaymentId?: number
}

/** Whether an order needs the approval of a colleague of its user. No reason: it does not. */
export async function checkPurchase(db: Db, order: CheckedOrder): Promise<PurchaseCheck> {
  let limits = order.limits ?? (await loadLimits(db, order.userId))
  if (order.isLocking && limits.is_limited) {
    await lockLimits(db, order.userId)
    // Read again after the lock: what held it before is committed by now.
    limits = await loadLimits(db, order.userId)
  }
  const { per_order: perOrder, per_month: perMonth } = limits
  const { now, exceptPaymentId } = order
  const isCounting = perMonth !== null
  const totals = isCounting
    ? await monthTotals(db, [order.userId], { now, ...(exceptPaymentId !== undefined && { exceptPaymentId }) })
    : new Map<number, Decimal>()
  const monthTry = totals.get(order.userId) ?? decimal(0)
  const categories = await findCategories(db, limits.category_ids, order.productIds)
  const limitOf = (text: string | null) => (text === null ? null : decimal(text))
  const reasons = purchaseReasonsOf(
    { perOrder: limitOf(perOrder), perMonth: limitOf(perMonth) },
    { totalTry: decimal(order.totalTry), monthTry, hasCategory: categories.length > 0 },
  )
  return {
    reasons,
    perOrder,
    perMonth,
    monthTotal: monthTry.toFixed(2),
    orderTotal: decimal(order.totalTry).toFixed(2),
    categories,
    expiryDays: limits.expiry_days ?? expiryDays.default,
  }
}
