import { type Decimal, decimal, type Rates } from '#domain/money/money.ts'
import { priceOf, type PromotionMove } from '#domain/pricing/price-steps.ts'
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
import type { PromotionOf } from './promotion.ts'

type Bundle = PromotionOf<'bundle'>
type Bundled = { parts: CartPart[]; applied: AppliedPromotion[]; hints: PromotionHint[] }

/** Makes as many sets as the lines fill. Lines of which only a part is in a set are split. */
export function makeBundles(
  bundles: readonly Bundle[],
  parts: readonly CartPart[],
  { remaining, rates }: { remaining: Remaining; rates: Rates },
): Bundled {
  const made: Bundled = { parts: [...parts], applied: [], hints: [] }
  for (const bundle of bundles) {
    const sets = mayApply(bundle, remaining)
    const count = Math.min(sets, countSets(bundle, made.parts))
    const shares = count === 0 ? null : sharesOf(bundle, made.parts, rates)
    if (shares !== null) {
      made.parts = bundle.parts.reduce(
        (rest, part, i) => splitOff(rest, bundle, { unitId: part.unitId, quantity: part.quantity * count }, shares[i]!),
        made.parts,
      )
      made.applied.push({ promotion: bundle, uses: count, step: null })
    } else if (count === 0 && sets > 0) made.hints.push(...hintOf(bundle, made.parts))
  }
  return made
}

/** The part of a unit's line that a bundle may use: no piece is in two sets. */
function freePart(bundle: Bundle, unitId: number, parts: readonly CartPart[]): CartPart | undefined {
  return parts.find((part) => part.line.unitId === unitId && part.users.length === 0 && isOpenTo(bundle, part))
}

function countSets(bundle: Bundle, parts: readonly CartPart[]): number {
  if (bundle.parts.length === 0) return 0
  const counts = bundle.parts.map(({ unitId, quantity }) =>
    Math.floor((freePart(bundle, unitId, parts)?.quantity ?? 0) / quantity),
  )
  return Math.min(...counts)
}

const places = 4

/**
 * The prices of one unit of each part; null: the set is not cheaper, a part has no price in its currency, or would fall
 * below its floor.
 */
function sharesOf(bundle: Bundle, parts: readonly CartPart[], rates: Rates): Decimal[] | null {
  const { price, parts: wanted } = bundle
  const found = wanted.map(({ unitId }) => freePart(bundle, unitId, parts)!)
  const regular = found.map((part) => priceIn(part, price.currency, rates))
  if (regular.some((value) => value === null)) return null
  const prices = regular.map((value) => value!)
  const whole = prices.reduce((sum, value, i) => sum.plus(value.times(wanted[i]!.quantity)), decimal(0))
  if (!whole.greaterThan(price.value)) return null
  const shares = prices.map((value) => decimal(price.value).times(value).dividedBy(whole).toDecimalPlaces(places))
  const taker = takerOf(wanted.map(({ quantity }) => quantity))
  const others = shares.reduce(
    (sum, share, i) => (i === taker ? sum : sum.plus(share.times(wanted[i]!.quantity))),
    decimal(0),
  )
  shares[taker] = decimal(price.value).minus(others).dividedBy(wanted[taker]!.quantity).toDecimalPlaces(places)
  const isBelowFloor = found.some(({ line }, i) => {
    const reached = priceOf(stepsOf({ line, moves: [shareMove(bundle, shares[i]!)] }, rates))
    return reached === undefined || !decimal(reached.value).equals(shares[i]!)
  })
  return isBelowFloor || shares.some((share) => share.isNegative()) ? null : shares
}

/** The part with the fewest pieces, of equal ones the last, takes what rounding leaves. */
const takerOf = (quantities: readonly number[]): number =>
  quantities.reduce((best, quantity, i) => (quantity <= quantities[best]! ? i : best), 0)

function shareMove(bundle: Bundle, share: Decimal): PromotionMove {
  return { ...moveBy(bundle), fixed: { value: share.toString(), currency: bundle.price.currency } }
}

function splitOff(
  parts: readonly CartPart[],
  bundle: Bundle,
  { unitId, quantity }: { unitId: number; quantity: number },
  share: Decimal,
): CartPart[] {
  const free = freePart(bundle, unitId, parts)
  return parts.flatMap((part) => {
    if (part !== free) return [part]
    const inSet = { ...part, quantity, moves: [shareMove(bundle, share)], users: [bundle] }
    return part.quantity === quantity ? [inSet] : [inSet, { ...part, quantity: part.quantity - quantity }]
  })
}

/** What is missing for one set, if a part of it is in the cart. */
function hintOf(bundle: Bundle, parts: readonly CartPart[]): PromotionHint[] {
  const missing = bundle.parts.flatMap(({ unitId, quantity }) => {
    const lacking = quantity - (freePart(bundle, unitId, parts)?.quantity ?? 0)
    return lacking > 0 ? [{ unitId, quantity: lacking }] : []
  })
  const isBegun = bundle.parts.some(({ unitId }) => freePart(bundle, unitId, parts) !== undefined)
  return isBegun && missing.length > 0 ? [{ kind: 'missing_parts', promotion: bundle, parts: missing }] : []
}
