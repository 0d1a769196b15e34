import { type ErrorCode, refuse, type Refusal } from '#contract/core/errors.ts'
import type { DealerPromotions } from '#domain/promotions/promotion-book.ts'
import { readCoupon } from '#domain/promotions/coupon-code.ts'
import { createQuota } from '#server/platform/limits/quota.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { usesHeldForCart } from './uses.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'

/** A coupon that was typed for a cart and is still good for it. */
export type CartCoupon = { id: number; promotion_id: number; code: string }

/** Coupons of a cart at most. */
const couponsMax = 10

/** Orders that have used coupon `c`, without the card payments of the cart. */
const usedSql = (cart: string) => `c.used - (SELECT count(*) FROM ${usesHeldForCart(cart)} WHERE u.coupon_id = c.id)`

const isGoodSql = (dealer: string, used: string) =>
  `(c.dealer_id IS NULL OR c.dealer_id = ${dealer})
     AND coalesce(c.ends_on >= (now() AT TIME ZONE 'Europe/Istanbul')::date, true)
     AND (c.max_orders IS NULL OR ${used} < c.max_orders)`

/** SQL: the coupons of a cart that its dealer may use now, one per promotion. */
export const cartCouponsSql = (cart: string, dealer: string) =>
  `SELECT DISTINCT ON (c.promotion_id) c.id, c.promotion_id, c.code
     FROM cart_coupons k JOIN promotion_coupons c ON c.id = k.coupon_id
    WHERE k.cart_id = ${cart} AND ${isGoodSql(dealer, usedSql(cart))} ORDER BY c.promotion_id, k.added_at, c.id`

async function loadCartCoupons(db: Db, cartId: number, dealerId: number | null): Promise<CartCoupon[]> {
  return db.query<CartCoupon>(cartCouponsSql('$1', '$2'), [cartId, dealerId], 'cart_coupons_load')
}

/** SQL: coupons by their ids, as far as the dealer may use them now. */
export const couponsSql = (ids: string, dealer: string) =>
  `SELECT DISTINCT ON (c.promotion_id) c.id, c.promotion_id, c.code FROM promotion_coupons c
    WHERE c.id = ANY (${unseenArray(ids, 'integer')}) AND ${isGoodSql(dealer, 'c.used')} ORDER BY c.promotion_id, c.id`

const rates = {
  each: [
    { max: 10, seconds: 600 },
    { max: 50, seconds: 86_400 },
  ],
}

/** Limits how many codes a dealer may try, on its pages and with its programs together, so that they cannot be guessed. */
export function limitCouponTries(pool: Pool, dealerId: number): Refusal | null {
  const seconds = createQuota(pool, 'coupons', rates).take(String(dealerId))
  return seconds === 0 ? null : refuse('coupon_tries', { seconds })
}

type FoundCoupon = { id: number; promotion_id: number; is_ended: boolean; is_used_up: boolean }

/** The coupon of a typed code that this dealer may use, for a cart if there is one. A code of another dealer is unknown to it. */
export async function findCoupon(
  db: Db,
  typed: string,
  promotions: DealerPromotions,
  cartId: number | null = null,
): Promise<FoundCoupon | Refusal> {
  const code = readCoupon(typed)
  if (code === null) return refuse('coupon_unknown')
  const row = await db.one<FoundCoupon & { is_over: boolean }>(
    `SELECT c.id, c.promotion_id, coalesce(c.ends_on < (now() AT TIME ZONE 'Europe/Istanbul')::date, false) AS is_ended,
            coalesce(${usedSql('$3')} >= c.max_orders, false) AS is_used_up,
            coalesce(m.ends_on < (now() AT TIME ZONE 'Europe/Istanbul')::date, false) AS is_over
       FROM promotion_coupons c JOIN promotions m ON m.id = c.promotion_id
      WHERE c.code = $1 AND (c.dealer_id IS NULL OR c.dealer_id = $2)`,
    [code, promotions.dealerId, cartId],
    'coupon_find',
  )
  if (row === undefined) return refuse('coupon_unknown')
  if (row.is_ended || row.is_over) return refuse('coupon_ended')
  if (!promotions.all.some(({ id }) => id === row.promotion_id)) return refuse('coupon_unknown')
  return row.is_used_up ? refuse('coupon_used_up') : row
}

/** Adds a coupon to a locked cart. */
export async function addCoupon(
  db: Db,
  cartId: number,
  typed: string,
  promotions: DealerPromotions,
): Promise<ErrorCode | null> {
  const coupon = await findCoupon(db, typed, promotions, cartId)
  if ('code' in coupon) return coupon.code
  // Those that the cart does not show, because they or their promotions have ended, cannot be removed and do not count.
  const shown = (await loadCartCoupons(db, cartId, promotions.dealerId)).filter(
    (other) => other.id !== coupon.id && promotions.all.some(({ id }) => id === other.promotion_id),
  )
  if (shown.length >= couponsMax) return 'coupon_too_many'
  await db.execute('INSERT INTO cart_coupons (cart_id, coupon_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    cartId,
    coupon.id,
  ])
  return null
}

/** Removes a coupon from a locked cart. */
export async function removeCoupon(db: Db, cartId: number, typed: string): Promise<void> {
  await db.execute(
    `DELETE FROM cart_coupons WHERE cart_id = $1
        AND coupon_id IN (SELECT id FROM promotion_coupons WHERE code = $2)`,
    [cartId, readCoupon(typed) ?? ''],
  )
}

/** Removes these coupons from a locked cart, after an order that used them. */
export async function removeUsedCoupons(db: Db, cartId: number, couponIds: readonly number[]): Promise<void> {
  if (couponIds.length === 0) return
  await db.execute(
    'DELETE FROM cart_coupons WHERE cart_id = $1 AND coupon_id = ANY ($2::integer[])',
    [cartId, couponIds],
    'cart_coupons_remove',
  )
}
