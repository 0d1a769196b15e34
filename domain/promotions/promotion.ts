import type { RuleDealers, RuleGoods } from '#domain/pricing/price-rule.ts'
import { type PromotionKind, promotionKinds } from './promotion-kinds.ts'

/** Numbers as exact texts. `percent` null: no percentage. */
export type BasketStep = { amount: string; percent: string | null; freeDelivery: boolean }

/** A part of a set: whole units of a product. */
export type BundlePart = { productId: number; unitId: number; quantity: number }

type PromotionTerms =
  | { kind: 'bundle'; price: { value: string; currency: string }; parts: readonly BundlePart[] }
  /** Quantities in default units. `freeProductId` null: the product that is bought is also given. */
  | { kind: 'free_goods'; buy: string; free: number; freeProductId: number | null }
  /** Steps in rising order of their amounts. */
  | { kind: 'basket_step'; currency: string; steps: readonly BasketStep[] }

/** The goods are those that count; a bundle has parts in their place. Days are YYYY-MM-DD. Limits are in uses; null: no limit. */
export type Promotion = RuleDealers &
  RuleGoods & {
    id: number
    code: string
    name: { tr: string; en: string }
    startsOn: string | null
    endsOn: string | null
    priority: number
    combines: boolean
    needsCoupon: boolean
    totalQuota: number | null
    dealerQuota: number | null
    orderLimit: number | null
    /** Changes with every change of its terms. */
    revision: string
  } & PromotionTerms

export type PromotionOf<Kind extends PromotionKind> = Extract<Promotion, { kind: Kind }>

const dealerRank = ({ dealerId, groupId, region }: RuleDealers): number =>
  dealerId !== null ? 3 : groupId !== null ? 2 : region !== null ? 1 : 0

const goodsRank = ({ productId, brandId, categoryId }: RuleGoods): number =>
  productId !== null ? 3 : brandId !== null ? 2 : categoryId !== null ? 1 : 0

const boughtOf = (promotion: Promotion): number => (promotion.kind === 'free_goods' ? Number(promotion.buy) : 0)

/** Sorts promotions in the order in which they apply: by kind, then by precedence (docs/decisions/076). */
export function comparePromotions(a: Promotion, b: Promotion): number {
  return (
    promotionKinds.indexOf(a.kind) - promotionKinds.indexOf(b.kind) ||
    b.priority - a.priority ||
    dealerRank(b) - dealerRank(a) ||
    goodsRank(b) - goodsRank(a) ||
    boughtOf(b) - boughtOf(a) ||
    b.id - a.id
  )
}
