import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'

/** Uses of a promotion that an order needs. `revision`: of the terms that it was priced with. */
export type PromotionUse = { promotionId: number; revision: string; uses: number; couponId: number | null }

/** Who keeps uses: a card payment until its order is written, or the order. */
export type UseHolder = { paymentId: number } | { orderId: number }

export type RemainingUses = { id: number; left_in_total: number | null; left_of_dealer: number | null }

/** SQL: uses that card payments hold for a cart. They are given back when the cart is ordered or another payment starts. */
export const usesHeldForCart = (cart: string) =>
  `promotion_uses u JOIN payments y ON y.id = u.payment_id AND y.intent = 'cart:' || ${cart}::integer AND u.order_id IS NULL`

/** SQL: what remains of the quotas of promotions for a dealer. What the cart itself holds for a card payment counts as remaining. */
export const remainingSql = (ids: string, dealer: string, cart: string) =>
  `SELECT m.id, m.total_quota - coalesce(t.used, 0) + held.uses AS left_in_total,
          m.dealer_quota - coalesce(d.used, 0) + held.uses AS left_of_dealer
     FROM promotions m
     LEFT JOIN promotion_totals t ON t.promotion_id = m.id
     LEFT JOIN promotion_dealers d ON d.promotion_id = m.id AND d.dealer_id = ${dealer}
     CROSS JOIN LATERAL (SELECT coalesce(sum(u.uses), 0)::integer AS uses FROM ${usesHeldForCart(cart)}
                          WHERE u.promotion_id = m.id) held
    WHERE m.id = ANY (${unseenArray(ids, 'integer')})`

/** What remains of quotas, in uses; null: no such quota. */
export function remainingOf(rows: readonly RemainingUses[]): Map<number, number | null> {
  return new Map(rows.map((row) => [row.id, leastOf([row.left_in_total, row.left_of_dealer])]))
}

function leastOf(limits: readonly (number | null)[]): number | null {
  const known = limits.filter((limit) => limit !== null)
  return known.length === 0 ? null : Math.max(0, Math.min(...known))
}

type LockedPromotion = { id: number; name: string; total_quota: number | null; dealer_quota: number | null }

/**
 * Takes uses from the quotas, in id order, until the transaction ends. Returns which promotion has changed or has no uses left;
 * the transaction has to be aborted then. Belongs before the locks on stock.
 */
export async function takeUses(db: Db, dealerId: number, wanted: readonly PromotionUse[]): Promise<Refusal | null> {
  const uses = wanted.toSorted((a, b) => a.promotionId - b.promotionId)
  if (uses.length === 0) return null
  // A change of quotas waits for this lock, and then counts what was taken.
  const rows = await db.query<LockedPromotion>(
    `SELECT m.id, m.name, m.total_quota, m.dealer_quota
       FROM unnest($1::integer[], $2::integer[]) AS wanted (id, revision)
       JOIN promotions m ON m.id = wanted.id AND m.revision = wanted.revision AND m.is_active
      ORDER BY m.id FOR SHARE OF m`,
    [uses.map(({ promotionId }) => promotionId), uses.map(({ revision }) => Number(revision))],
    'promotions_lock',
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  if (uses.some(({ promotionId }) => !known.has(promotionId))) return refuse('promotions_changed')
  for (const { promotionId, uses: count } of uses) {
    const { name, total_quota: total, dealer_quota: ofDealer } = known.get(promotionId)!
    const isTaken =
      (total === null || (await addToTotal(db, promotionId, count, total))) &&
      (await addToDealer(db, { promotionId, dealerId, count, quota: ofDealer }))
    if (!isTaken) return refuse('promotion_used_up', { name })
  }
  return takeCoupons(db, uses)
}

async function addToTotal(db: Db, promotionId: number, count: number, quota: number): Promise<boolean> {
  const changed = await db.execute(
    `INSERT INTO promotion_totals AS t (promotion_id, used) SELECT $1, $2::integer WHERE $2::integer <= $3
     ON CONFLICT (promotion_id) DO UPDATE SET used = t.used + $2::integer WHERE t.used + $2::integer <= $3`,
    [promotionId, count, quota],
    'promotion_take_total',
  )
  return changed === 1
}

type DealerUse = { promotionId: number; dealerId: number; count: number; quota: number | null }

async function addToDealer(db: Db, { promotionId, dealerId, count, quota }: DealerUse): Promise<boolean> {
  const changed = await db.execute(
    `INSERT INTO promotion_dealers AS d (promotion_id, dealer_id, used)
     SELECT $1, $2, $3::integer WHERE $4::integer IS NULL OR $3::integer <= $4
     ON CONFLICT (promotion_id, dealer_id) DO UPDATE SET used = d.used + $3::integer
      WHERE $4::integer IS NULL OR d.used + $3::integer <= $4`,
    [promotionId, dealerId, count, quota],
    'promotion_take_dealer',
  )
  return changed === 1
}

/** A coupon counts once per order. */
async function takeCoupons(db: Db, uses: readonly PromotionUse[]): Promise<Refusal | null> {
  const ids = couponsOf(uses).toSorted((a, b) => a - b)
  for (const id of ids) {
    const changed = await db.execute(
      `UPDATE promotion_coupons SET used = used + 1
        WHERE id = $1 AND (max_orders IS NULL OR used < max_orders)
          AND coalesce(ends_on >= (now() AT TIME ZONE 'Europe/Istanbul')::date, true)`,
      [id],
      'promotion_take_coupon',
    )
    if (changed !== 1) return refuse('coupon_used_up')
  }
  return null
}

/**
 * Counts uses without regard to quotas, for an order that is paid: those of promotions that still exist. Returns them.
 */
export async function forceUses(db: Db, dealerId: number, wanted: readonly PromotionUse[]): Promise<PromotionUse[]> {
  const uses = wanted.toSorted((a, b) => a.promotionId - b.promotionId)
  if (uses.length === 0) return []
  const rows = await db.query<{ id: number; total_quota: number | null; coupons: number[] }>(
    `SELECT m.id, m.total_quota,
            ARRAY(SELECT c.id FROM promotion_coupons c WHERE c.promotion_id = m.id AND c.id = ANY ($2::integer[])) AS coupons
       FROM promotions m WHERE m.id = ANY ($1::integer[]) ORDER BY m.id FOR SHARE OF m`,
    [uses.map(({ promotionId }) => promotionId), couponsOf(uses)],
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const counted: PromotionUse[] = []
  for (const use of uses) {
    const row = known.get(use.promotionId)
    if (row === undefined) continue
    const couponId = use.couponId !== null && row.coupons.includes(use.couponId) ? use.couponId : null
    if (row.total_quota !== null) await addToTotal(db, use.promotionId, use.uses, 2 ** 31 - 1)
    await addToDealer(db, { promotionId: use.promotionId, dealerId, count: use.uses, quota: null })
    if (couponId !== null) {
      await db.execute('UPDATE promotion_coupons SET used = used + 1 WHERE id = $1', [couponId])
    }
    counted.push({ ...use, couponId })
  }
  return counted
}

/** The ids of the coupons that were used. */
export const couponsOf = (uses: readonly PromotionUse[]): number[] => uses.flatMap(({ couponId }) => couponId ?? [])

/** Writes who keeps the uses that were taken. */
export async function recordUses(
  db: Db,
  holder: UseHolder,
  dealerId: number,
  uses: readonly PromotionUse[],
): Promise<void> {
  if (uses.length === 0) return
  await db.execute(
    `INSERT INTO promotion_uses (promotion_id, dealer_id, coupon_id, uses, payment_id, order_id)
     SELECT t.promotion_id, $1, t.coupon_id, t.uses, $2, $3
       FROM unnest($4::integer[], $5::integer[], $6::integer[]) AS t (promotion_id, coupon_id, uses)`,
    [
      dealerId,
      'paymentId' in holder ? holder.paymentId : null,
      'orderId' in holder ? holder.orderId : null,
      uses.map(({ promotionId }) => promotionId),
      uses.map(({ couponId }) => couponId),
      uses.map((use) => use.uses),
    ],
    'promotion_uses_insert',
  )
}

/** Gives the uses of a payment to its order. Returns whether the payment had any. */
export async function transferUses(db: Db, paymentId: number, orderId: number): Promise<boolean> {
  const moved = await db.execute(
    'UPDATE promotion_uses SET order_id = $2 WHERE payment_id = $1 AND order_id IS NULL',
    [paymentId, orderId],
    'promotion_uses_transfer',
  )
  return moved > 0
}

type ReturnedUse = { promotion_id: number; dealer_id: number; coupon_id: number | null; uses: number }

/**
 * Gives the uses of a cancelled order, or those that a payment holds without an order, back to the quotas, at most once, in the
 * order in which they are taken.
 */
export async function returnUses(db: Db, holder: UseHolder): Promise<void> {
  const [condition, id, name] =
    'orderId' in holder
      ? ['order_id = $1', holder.orderId, 'promotion_uses_return_order']
      : ['payment_id = $1 AND order_id IS NULL', holder.paymentId, 'promotion_uses_return_payment']
  const rows = await db.query<ReturnedUse>(
    `DELETE FROM promotion_uses WHERE ${condition} RETURNING promotion_id, dealer_id, coupon_id, uses`,
    [id],
    name,
  )
  if (rows.length === 0) return
  // A change of quotas counts the uses again: it waits for this lock, or this waits for it.
  await db.execute(
    'SELECT FROM promotions WHERE id = ANY ($1::integer[]) ORDER BY id FOR SHARE',
    [rows.map((row) => row.promotion_id)],
    'promotions_return_lock',
  )
  for (const row of rows.toSorted((a, b) => a.promotion_id - b.promotion_id)) {
    await db.execute(
      'UPDATE promotion_totals SET used = greatest(0, used - $2) WHERE promotion_id = $1',
      [row.promotion_id, row.uses],
      'promotion_return_total',
    )
    await db.execute(
      'UPDATE promotion_dealers SET used = greatest(0, used - $3) WHERE promotion_id = $1 AND dealer_id = $2',
      [row.promotion_id, row.dealer_id, row.uses],
      'promotion_return_dealer',
    )
  }
  const coupons = rows.flatMap(({ coupon_id: couponId }) => couponId ?? []).toSorted((a, b) => a - b)
  for (const couponId of coupons) {
    await db.execute(
      'UPDATE promotion_coupons SET used = greatest(0, used - 1) WHERE id = $1',
      [couponId],
      'promotion_return_coupon',
    )
  }
}
