/**
 * What a promotion gives, in the order in which the kinds apply (docs/decisions/076):
 * - `bundle`: a set of products for one price.
 * - `free_goods`: goods for nothing with a quantity that is bought.
 * - `basket_step`: a percentage or free delivery from an amount.
 */
export const promotionKinds = ['bundle', 'free_goods', 'basket_step'] as const
export type PromotionKind = (typeof promotionKinds)[number]

/** Steps of a basket, and products of a bundle, at most. */
export const promotionRowsMax = 20
