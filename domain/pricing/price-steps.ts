import { type Decimal, decimal, exchange, isConvertible, type Money, type Rates } from '#domain/money/money.ts'
import { chainShare } from './discount-chain.ts'
import { derivedUnitPrice } from './price.ts'
import type { ChosenRules, PriceRule } from './price-rule.ts'

type Price = { value: string; currency: string }
type StepRule = Pick<PriceRule, 'id' | 'name'>

/** What happens to a price, without its result. Percentages and chains are exact text. */
export type PriceMove =
  | { kind: 'discount' | 'campaign'; chain: string }
  | { kind: 'agreement' | 'chain' | 'tier'; chain: string; rule: StepRule }
  | { kind: 'agreement' | 'tier'; fixed: Price; rule: StepRule }
  /** A lowest price, or (chain) the greatest discount from the list price. */
  | { kind: 'floor'; rule: StepRule; fixed: Price | null; chain: string | null }

/** A move with the price after it. `list` is the stored price; `unit` derives it for another unit by the multipliers. */
export type PriceStep = (
  | PriceMove
  | { kind: 'list' }
  | { kind: 'unit'; multiplier: string; defaultMultiplier: string }
) &
  Price

/** What decides about a unit's price besides its stored price. */
export type RuledTerms = {
  /** The dealer's general discount in percent. */
  discount: number | string
  /** Percent that a running campaign takes off; null = none. */
  campaign: number | string | null
  rules: ChosenRules
}

/** Multipliers of the unit and of the product's default unit. */
export type UnitRatio = { multiplier: number | string; defaultMultiplier: number | string }

/**
 * The moves from the list price to the price, in order: general discount, agreement, chain, tier, campaign, floor. A fixed
 * price takes the place of everything before it, an agreement that of the general discount unless it keeps it, and nothing
 * but a floor follows a rule that stops.
 */
export function movesOf({ discount, campaign, rules }: RuledTerms, ratio: UnitRatio): PriceMove[] {
  const { agreement, chain, tier, floor } = rules
  const moves: PriceMove[] = []
  const isGeneral = agreement === undefined || (agreement.fixed === null && agreement.keepsDiscount)
  if (isGeneral && Number(discount) !== 0) moves.push({ kind: 'discount', chain: String(discount) })
  for (const rule of [agreement, chain, tier]) {
    if (rule !== undefined) moves.push(moveOf(rule, ratio))
  }
  const isStopped = [agreement, chain, tier].some((rule) => rule?.stops === true)
  if (campaign !== null && !isStopped) moves.push({ kind: 'campaign', chain: String(campaign) })
  if (floor !== undefined) {
    moves.push({ kind: 'floor', rule: named(floor), fixed: fixedOf(floor, ratio), chain: floor.chain })
  }
  return moves
}

const named = ({ id, name }: PriceRule): StepRule => ({ id, name })

function moveOf(rule: PriceRule, ratio: UnitRatio): PriceMove {
  const kind = rule.kind as 'agreement' | 'chain' | 'tier'
  const fixed = fixedOf(rule, ratio)
  if (fixed !== null && kind !== 'chain') return { kind, fixed, rule: named(rule) }
  return { kind, chain: rule.chain ?? '0', rule: named(rule) }
}

/** A fixed price for the line's unit. */
function fixedOf({ fixed, unit }: PriceRule, { multiplier, defaultMultiplier }: UnitRatio): Price | null {
  if (fixed === null || unit !== null) return fixed
  return derivedUnitPrice(fixed, multiplier, defaultMultiplier)
}

/** The stored price as the first step, and as the second the unit's where it has no price of its own. */
export function listSteps(kept: Money, { isOwn, ...ratio }: UnitRatio & { isOwn: boolean }): PriceStep[] {
  const list: PriceStep = { kind: 'list', value: String(kept.value), currency: kept.currency }
  if (isOwn) return [list]
  const { multiplier, defaultMultiplier } = ratio
  const derived = derivedUnitPrice(kept, multiplier, defaultMultiplier)
  const isSame = decimal(multiplier).equals(defaultMultiplier)
  if (isSame) return [list]
  return [
    list,
    { kind: 'unit', multiplier: String(multiplier), defaultMultiplier: String(defaultMultiplier), ...derived },
  ]
}

/**
 * Continues the steps of the list price (none: the product has no price, or is on request) with moves, each result rounded to
 * 4 decimals like stored amounts. A move that changes nothing is left out. No steps: there is no price.
 */
export function stepsFrom(start: readonly PriceStep[], moves: readonly PriceMove[], rates: Rates): PriceStep[] {
  const list = priceOf(start) ?? null
  const steps = [...start]
  for (const move of moves) {
    const after = applyMove(priceOf(steps) ?? null, move, { list, rates })
    if (after !== null) steps.push({ ...move, ...after })
  }
  return steps
}

/** The price that the steps lead to; undefined without a step. */
export function priceOf(steps: readonly PriceStep[]): Price | undefined {
  const last = steps.at(-1)
  return last && { value: last.value, currency: last.currency }
}

/** Null: the move changes nothing and is not shown. */
function applyMove(
  before: Price | null,
  move: PriceMove,
  { list, rates }: { list: Price | null; rates: Rates },
): Price | null {
  if (move.kind === 'floor') return before === null ? null : raised(before, floorOf(move, list), { list, rates })
  if ('fixed' in move) return move.fixed
  if (before === null) return null
  return rounded(decimal(before.value).times(chainShare(move.chain)), before.currency)
}

/** Unrounded. A floor in percent counts from the list price, so a product without one has none. */
function floorOf({ fixed, chain }: Extract<PriceMove, { kind: 'floor' }>, list: Price | null): Price | null {
  if (fixed !== null || list === null || chain === null) return fixed
  return { value: decimal(list.value).times(chainShare(chain)).toString(), currency: list.currency }
}

/** A floor raises a price that is below it, but never above the list price. */
function raised(
  before: Price,
  floor: Price | null,
  { list, rates }: { list: Price | null; rates: Rates },
): Price | null {
  const { currency } = before
  if (floor === null || !isConvertible(floor.currency, currency, rates)) return null
  const inCurrency = (money: Money) => exchange(decimal(money.value), money.currency, currency, rates)
  const lowest = inCurrency(floor)
  const highest = list !== null && isConvertible(list.currency, currency, rates) ? inCurrency(list) : lowest
  const wanted = lowest.greaterThan(highest) ? highest : lowest
  return wanted.greaterThan(before.value) ? rounded(wanted, currency) : null
}

function rounded(value: Decimal, currency: string): Price {
  return { value: value.toDecimalPlaces(4).toString(), currency }
}
