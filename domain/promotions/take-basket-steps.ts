import { type Decimal, decimal, type Rates, roundMoney } from '#domain/money/money.ts'
import { priceOf } from '#domain/pricing/price-steps.ts'
import {
  type AppliedPromotion,
  type CartPart,
  isOpenTo,
  mayApply,
  moveBy,
  priceIn,
  type PromotionHint,
  type Remaining,
  stepsOf,
} from './cart-part.ts'
import type { Promotion, PromotionOf } from './promotion.ts'

type Basket = PromotionOf<'basket_step'>
type Stepped = {
  parts: CartPart[]
  applied: AppliedPromotion[]
  withoutEffect: Promotion[]
  hints: PromotionHint[]
  freeDelivery: boolean
}

type Terms = {
  remaining: Remaining
  rates: Rates
  covers(promotion: Promotion, part: CartPart): boolean
}

/**
 * Takes the step that the amount of the covered lines reaches. All amounts are those before the first step. A step that changes
 * no price and brings no free delivery is not taken: floors keep the prices where they are.
 */
export function takeBasketSteps(baskets: readonly Basket[], parts: readonly CartPart[], terms: Terms): Stepped {
  const taken: Stepped = { parts: [...parts], applied: [], withoutEffect: [], hints: [], freeDelivery: false }
  for (const basket of baskets) {
    if (mayApply(basket, terms.remaining) === 0) continue
    const isCovered = taken.parts.map((part) => terms.covers(basket, part) && isOpenTo(basket, part))
    const amount = amountOf(
      parts.filter((_part, i) => isCovered[i]),
      basket.currency,
      terms.rates,
    )
    const step = basket.steps.findLast((each) => amount.greaterThanOrEqualTo(each.amount))
    const next = basket.steps.find((each) => amount.lessThan(each.amount))
    if (next !== undefined && amount.greaterThan(0)) taken.hints.push(hintOf(basket, next, amount))
    if (step === undefined) continue
    const { percent } = step
    const stepped = taken.parts.map((part, i) => {
      if (isCovered[i] !== true) return part
      const move = percent === null ? [] : [{ ...moveBy(basket), chain: percent }]
      return { ...part, moves: [...part.moves, ...move], users: [...part.users, basket] }
    })
    if (!step.freeDelivery && !stepped.some((part, i) => isChanged(taken.parts[i]!, part, terms.rates))) {
      taken.withoutEffect.push(basket)
      continue
    }
    taken.parts = stepped
    taken.applied.push({ promotion: basket, uses: 1, step: step.amount })
    taken.freeDelivery ||= step.freeDelivery
  }
  return taken
}

function isChanged(before: CartPart, after: CartPart, rates: Rates): boolean {
  const [old, now] = [before, after].map((part) => priceOf(stepsOf(part, rates)))
  return old !== undefined && now !== undefined && !decimal(old.value).equals(now.value)
}

/** The amount before tax, rounded to kuruş. A line without a rate counts nothing. */
function amountOf(parts: readonly CartPart[], currency: string, rates: Rates): Decimal {
  const exact = parts.reduce(
    (sum, part) => sum.plus((priceIn(part, currency, rates) ?? decimal(0)).times(part.quantity)),
    decimal(0),
  )
  return roundMoney(exact)
}

function hintOf(promotion: Basket, { amount, percent, freeDelivery }: Basket['steps'][number], reached: Decimal) {
  const missing = decimal(amount).minus(reached).toString()
  return { kind: 'more_amount' as const, promotion, missing, currency: promotion.currency, percent, freeDelivery }
}
