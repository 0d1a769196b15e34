import { isValidOn, type RuleDealer } from '#domain/pricing/price-rule.ts'
import type { PricedGoods } from '#domain/pricing/rule-book.ts'
import { comparePromotions, type Promotion } from './promotion.ts'

/** The promotions of one dealer on one day. */
export type DealerPromotions = {
  /** Equal for equal promotions; empty: there are none. */
  key: string
  /** Whose they are; null: a guest's. */
  dealerId: number | null
  /** In the order in which they apply. */
  all: readonly Promotion[]
  /** Whether these goods are what the promotion is about; parts of bundles are named by product. */
  covers(promotion: Promotion, goods: PricedGoods): boolean
  /** For hashes of what a visitor sees. */
  toJSON(): string
}

/** All promotions of the store. */
export type PromotionBook = {
  /** Promotions of a dealer; null: a guest. `day` is YYYY-MM-DD. */
  of(dealer: RuleDealer | null, day: string): DealerPromotions
}

export const noPromotions: DealerPromotions = {
  key: '',
  dealerId: null,
  all: [],
  covers: () => false,
  toJSON: () => '',
}

/** `parentOf` leads from a category to the one above it. `version` goes into the keys, so that caches notice changes. */
export function createPromotionBook(
  promotions: readonly Promotion[],
  parentOf: ReadonlyMap<number, number | null>,
  version: number | string,
): PromotionBook {
  return {
    of(dealer, day) {
      if (promotions.length === 0) return noPromotions
      const all = promotions.filter((promotion) => isValidOn(promotion, day) && isFor(promotion, dealer))
      if (all.length === 0) return noPromotions
      const key = [version, ...all.map(({ id }) => id)].join(' ')
      return {
        key,
        dealerId: dealer?.id ?? null,
        all: all.toSorted(comparePromotions),
        covers: (promotion, goods) => covers(promotion, goods, parentOf),
        toJSON: () => key,
      }
    },
  }
}

function isFor({ dealerId, groupId, region }: Promotion, dealer: RuleDealer | null): boolean {
  if (dealerId !== null) return dealer?.id === dealerId
  if (groupId !== null) return dealer?.groupId === groupId
  if (region !== null) return dealer?.region === region
  return true
}

/** More levels than a tree of categories has. */
const deepest = 64

function covers(
  promotion: Promotion,
  { id, parentId, brandId, categoryId }: PricedGoods,
  parentOf: ReadonlyMap<number, number | null>,
): boolean {
  if (promotion.kind === 'bundle') return promotion.parts.some((part) => part.productId === id)
  if (promotion.productId !== null) return promotion.productId === id || promotion.productId === parentId
  if (promotion.brandId !== null) return promotion.brandId === brandId
  if (promotion.categoryId === null) return true
  let category = categoryId
  for (let level = 0; category !== null && level < deepest; level++) {
    if (category === promotion.categoryId) return true
    category = parentOf.get(category) ?? null
  }
  return false
}
