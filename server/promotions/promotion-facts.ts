import type { DealerPromotions } from '#domain/promotions/promotion-book.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type CartCoupon, cartCouponsSql, couponsSql } from './coupons.ts'
import { type RemainingUses, remainingOf, remainingSql } from './uses.ts'

/** What the promotions of a dealer depend on besides the lines, read without a lock. */
export type PromotionFacts = {
  /** One per promotion. */
  coupons: CartCoupon[]
  /** Uses that remain of quotas, by promotion; null: no such quota. */
  remaining: ReadonlyMap<number, number | null>
}

/** JSON of the facts, as statements return them. */
export type PromotionFactsCell = { coupons: CartCoupon[]; remaining: RemainingUses[] }

const cellSql = (coupons: string, remaining: string) =>
  `jsonb_build_object('coupons', (SELECT coalesce(json_agg(t), '[]') FROM (${coupons}) t),
                      'remaining', (SELECT coalesce(json_agg(t), '[]') FROM (${remaining}) t))`

/** SQL of a cell for a cart. `ids`: of the promotions with quotas. */
export const cartFactsSql = ({ cart, dealer, ids }: Record<'cart' | 'dealer' | 'ids', string>) =>
  cellSql(cartCouponsSql(cart, dealer), remainingSql(ids, dealer, cart))

export const factsOf = ({ coupons, remaining }: PromotionFactsCell): PromotionFacts => ({
  coupons,
  remaining: remainingOf(remaining),
})

/** The ids of promotions with quotas. */
export const withQuotas = ({ all }: DealerPromotions): number[] =>
  all.flatMap(({ id, totalQuota, dealerQuota }) => ((totalQuota ?? dealerQuota) === null ? [] : [id]))

/** The facts for lines that are in no cart, with these coupons. */
export async function loadPromotionFacts(
  db: Db,
  couponIds: readonly number[],
  promotions: DealerPromotions,
): Promise<PromotionFacts> {
  const row = await db.one<{ facts: PromotionFactsCell }>(
    `SELECT ${cellSql(couponsSql('$1', '$2'), remainingSql('$3', '$2', 'NULL'))} AS facts`,
    [couponIds, promotions.dealerId, withQuotas(promotions)],
    'promotion_facts',
  )
  return factsOf(row?.facts ?? { coupons: [], remaining: [] })
}
