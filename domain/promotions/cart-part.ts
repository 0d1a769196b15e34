import { type Decimal, decimal, exchange, isConvertible, type Rates } from '#domain/money/money.ts'
import { type PriceStep, priceOf, type PromotionMove, stepsFrom, withPromotions } from '#domain/pricing/price-steps.ts'
import type { PricedGoods } from '#domain/pricing/rule-book.ts'
import type { PriceParts } from '#domain/pricing/unit-price.ts'
import type { Promotion } from './promotion.ts'
import type { PromotionKind } from './promotion-kinds.ts'

/** A line that takes part: it is on sale, has a price, and no rule of its price stops. */
export type PromotableLine = {
  /** Identifies the line. */
  index: number
  goods: PricedGoods
  unitId: number
  quantity: number
  /** Default units in one of its unit, exact. */
  defaultUnits: string
  price: PriceParts
}

/** A quantity of a line with what promotions have done to it. */
export type CartPart = {
  line: PromotableLine
  quantity: number
  moves: readonly PromotionMove[]
  /** The promotions that have used it. */
  users: readonly Promotion[]
}

/** What remains of a promotion's quotas, in uses; null: no quota. */
export type Remaining = (promotion: Promotion) => number | null

/** Uses of a promotion in this cart. `step`: the amount of the basket step that is reached. */
export type AppliedPromotion = { promotion: Promotion; uses: number; step: string | null }

/** Default units of a product for nothing; `missing`: what stock does not cover. */
export type FreeGoods = { promotion: Promotion; productId: number; quantity: number; missing: number }

/** What a little more would bring. */
export type PromotionHint = { promotion: Promotion } & (
  | { kind: 'more_units'; productId: number | null; missing: string; free: number }
  | { kind: 'more_amount'; missing: string; currency: string; percent: string | null; freeDelivery: boolean }
  | { kind: 'missing_parts'; parts: { unitId: number; quantity: number }[] }
)

/** Whether a promotion may use a part: it or the ones before do not combine. */
export function isOpenTo(promotion: Promotion, { users }: CartPart): boolean {
  return users.every((user) => user.combines) && (promotion.combines || users.length === 0)
}

/** The price of one unit of a part, with what promotions have done to it. */
export function stepsOf({ line: { price }, moves }: Pick<CartPart, 'line' | 'moves'>, rates: Rates): PriceStep[] {
  return stepsFrom(price.start, withPromotions(price.moves, moves), rates)
}

/** Exact price of one unit in a currency; null without a price or a rate. */
export function priceIn(part: Pick<CartPart, 'line' | 'moves'>, currency: string, rates: Rates): Decimal | null {
  const price = priceOf(stepsOf(part, rates))
  if (price === undefined || !isConvertible(price.currency, currency, rates)) return null
  return exchange(decimal(price.value), price.currency, currency, rates)
}

export const moveBy = ({ id, name: { tr, en } }: Promotion) => ({
  kind: 'promotion' as const,
  rule: { id, name: tr, ...(en !== tr && { nameEn: en }) },
})

/** How often a promotion may still apply: its limit per order and what remains of its quotas. */
export function mayApply(promotion: Promotion, remaining: Remaining): number {
  const limits = [promotion.orderLimit, remaining(promotion)].map((limit) => limit ?? Number.MAX_SAFE_INTEGER)
  return Math.max(0, Math.min(...limits))
}

export const ofKind = <Kind extends PromotionKind>(promotions: readonly Promotion[], kind: Kind) =>
  promotions.filter((promotion): promotion is Extract<Promotion, { kind: Kind }> => promotion.kind === kind)
