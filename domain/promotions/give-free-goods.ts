import { type Decimal, decimal } from '#domain/money/money.ts'
import {
  type AppliedPromotion,
  type CartPart,
  type FreeGoods,
  isOpenTo,
  mayApply,
  type PromotionHint,
  type Remaining,
} from './cart-part.ts'
import type { Promotion, PromotionOf } from './promotion.ts'

type Giving = PromotionOf<'free_goods'>
type Given = { parts: CartPart[]; free: FreeGoods[]; applied: AppliedPromotion[]; hints: PromotionHint[] }

type Terms = {
  remaining: Remaining
  covers(promotion: Promotion, part: CartPart): boolean
  /** Default units of a product that can be given, after what is bought; 0 for one that is not on sale. */
  available: ReadonlyMap<number, number>
}

/** Gives what is bought the goods that belong to it, as far as quotas and stock allow. */
export function giveFreeGoods(promotions: readonly Giving[], parts: readonly CartPart[], terms: Terms): Given {
  const given: Given = { parts: [...parts], free: [], applied: [], hints: [] }
  const stock = new Map(terms.available)
  for (const promotion of promotions) {
    let left = mayApply(promotion, terms.remaining)
    let uses = 0
    for (const group of groupsOf(promotion, given.parts, terms)) {
      const bought = unitsOf(group.parts)
      const times = Math.min(left, bought.dividedBy(promotion.buy).floor().toNumber())
      const wanted = times * promotion.free
      const quantity = Math.max(0, Math.min(wanted, stock.get(group.productId) ?? 0))
      stock.set(group.productId, (stock.get(group.productId) ?? 0) - quantity)
      const used = Math.ceil(quantity / promotion.free)
      if (wanted > 0) {
        given.free.push({ promotion, productId: group.productId, quantity, missing: wanted - quantity })
      }
      left -= used
      uses += used
      if (used > 0) given.parts = use(promotion, group.parts, given.parts)
      if (left > 0 && wanted === quantity) given.hints.push(hintOf(promotion, group.bought, bought))
    }
    if (uses > 0) given.applied.push({ promotion, uses, step: null })
  }
  return given
}

/** What counts together. `bought` null: several products do. */
type Group = { productId: number; bought: number | null; parts: CartPart[] }

function groupsOf(promotion: Giving, parts: readonly CartPart[], { covers }: Terms): Group[] {
  const open = parts.filter((part) => covers(promotion, part) && isOpenTo(promotion, part))
  const { freeProductId } = promotion
  if (freeProductId !== null) {
    const isOne = promotion.productId !== null
    return open.length === 0
      ? []
      : [{ productId: freeProductId, bought: isOne ? promotion.productId : null, parts: open }]
  }
  const byProduct = Map.groupBy(open, ({ line }) => line.goods.id)
  return [...byProduct].map(([id, own]) => ({ productId: id, bought: id, parts: own }))
}

const unitsOf = (parts: readonly CartPart[]): Decimal =>
  parts.reduce((sum, { line, quantity }) => sum.plus(decimal(line.defaultUnits).times(quantity)), decimal(0))

function use(promotion: Promotion, used: readonly CartPart[], parts: readonly CartPart[]): CartPart[] {
  return parts.map((part) => (used.includes(part) ? { ...part, users: [...part.users, promotion] } : part))
}

/** How much more brings the next goods. */
function hintOf(promotion: Giving, productId: number | null, bought: Decimal): PromotionHint {
  const sets = bought.dividedBy(promotion.buy).floor()
  const missing = sets.plus(1).times(promotion.buy).minus(bought).toString()
  return { kind: 'more_units', promotion, productId, missing, free: promotion.free }
}
