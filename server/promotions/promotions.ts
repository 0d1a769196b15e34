/** Public face of promotions (docs/decisions/076). `settings` has them in memory, `cart` applies them. */
export { registerPromotions } from './administration.ts'
export { promotionExports } from './promotion-exports.ts'
export {
  addCoupon,
  type CartCoupon,
  findCoupon,
  limitCouponTries,
  removeCoupon,
  removeUsedCoupons,
} from './coupons.ts'
export {
  emptyPromotion,
  mergePromotions,
  openPromotionImport,
  type PromotionImport,
  promotionStaging,
  removePromotions,
} from './import-promotions.ts'
export { loadPromotionPage } from './promotion-records.ts'
export type { PromotionTerms } from './resolve-promotion.ts'
export {
  cartFactsSql,
  factsOf,
  loadPromotionFacts,
  type PromotionFacts,
  type PromotionFactsCell,
  withQuotas,
} from './promotion-facts.ts'
export { namesOfPromotions } from './promotion-names.ts'
export {
  couponsOf,
  forceUses,
  type PromotionUse,
  recordUses,
  returnUses,
  takeUses,
  transferUses,
} from './uses.ts'
