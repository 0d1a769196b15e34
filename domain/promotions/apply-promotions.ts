import type { Rates } from '#domain/money/money.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'
import {
  type AppliedPromotion,
  type CartPart,
  type FreeGoods,
  ofKind,
  type PromotableLine,
  type PromotionHint,
  type Remaining,
  stepsOf,
} from './cart-part.ts'
import { giveFreeGoods } from './give-free-goods.ts'
import { makeBundles } from './make-bundles.ts'
import type { Promotion } from './promotion.ts'
import type { DealerPromotions } from './promotion-book.ts'
import { takeBasketSteps } from './take-basket-steps.ts'

export type PromotedCart = {
  /** The lines in their order; a line is split where only a part of it is in a bundle. */
  parts: { index: number; quantity: number; steps: PriceStep[]; users: readonly Promotion[] }[]
  free: FreeGoods[]
  applied: AppliedPromotion[]
  /** Their conditions are met, but they would change no price: they are not used. */
  withoutEffect: Promotion[]
  hints: PromotionHint[]
  /** Whether the sender pays the carrier. */
  freeDelivery: boolean
}

/** What besides the lines decides about promotions. `available` as in `giveFreeGoods`. */
export type PromotionTerms = {
  promotions: DealerPromotions
  /** Promotions whose coupon the cart has. */
  coupons: ReadonlySet<number>
  remaining: Remaining
  available: ReadonlyMap<number, number>
  rates: Rates
}

/** Applies the promotions of a dealer to a cart (docs/decisions/076). */
export function applyPromotions(lines: readonly PromotableLine[], terms: PromotionTerms): PromotedCart {
  const { promotions, coupons, remaining, available, rates } = terms
  const usable = promotions.all.filter(({ id, needsCoupon }) => !needsCoupon || coupons.has(id))
  const covers = (promotion: Promotion, { line }: CartPart) => promotions.covers(promotion, line.goods)
  const whole = lines.map((line): CartPart => ({ line, quantity: line.quantity, moves: [], users: [] }))
  const bundled = makeBundles(ofKind(usable, 'bundle'), whole, { remaining, rates })
  const given = giveFreeGoods(ofKind(usable, 'free_goods'), bundled.parts, { remaining, covers, available })
  const stepped = takeBasketSteps(ofKind(usable, 'basket_step'), given.parts, { remaining, covers, rates })
  return {
    parts: stepped.parts.map((part) => {
      return { index: part.line.index, quantity: part.quantity, steps: stepsOf(part, rates), users: part.users }
    }),
    free: given.free,
    applied: [...bundled.applied, ...given.applied, ...stepped.applied],
    withoutEffect: stepped.withoutEffect,
    hints: [...bundled.hints, ...given.hints, ...stepped.hints],
    freeDelivery: stepped.freeDelivery,
  }
}

/** What a page shows of promotions, short: it is sent with the order, which is refused if it has changed. */
export function promotionsMark({ applied, free }: Pick<PromotedCart, 'applied' | 'free'>): string {
  const uses = applied.map(
    ({ promotion, uses: count, step }) => `${promotion.id}x${count}${step === null ? '' : `@${step}`}`,
  )
  const goods = new Map<number, number>()
  for (const { promotion, quantity } of free) goods.set(promotion.id, (goods.get(promotion.id) ?? 0) + quantity)
  return [...uses, ...[...goods].filter(([, count]) => count > 0).map(([id, count]) => `${id}+${count}`)].join(' ')
}

/** The promotions of a cart's mark that its part does not have, and the basket steps that are lower in it. */
export function promotionsNotInPart(whole: string, part: string): number[] {
  const kept = new Set(part.split(' ').map((entry) => Number.parseInt(entry, 10)))
  const steps = whole.split(' ').filter((entry) => entry.includes('@'))
  return lostPromotions(whole, part).filter((id) => !kept.has(id) || steps.some((entry) => entry.startsWith(`${id}x`)))
}

/** The promotions that a mark has and that do not apply as it says any more. */
export function lostPromotions(shown: string, now: string): number[] {
  const current = new Set(now.split(' '))
  const lost = shown.split(' ').filter((part) => part !== '' && !current.has(part))
  return [...new Set(lost.map((part) => Number.parseInt(part, 10)).filter(Number.isSafeInteger))]
}
