import { type Decimal, decimal, exchange, isConvertible, type Money, type Rates } from '#domain/money/money.ts'
import { chainShare } from './discount-chain.ts'
import { derivedUnitPrice } from './price.ts'
import type { ChosenRules, PriceRule } from './price-rule.ts'

type Price = { value: string; currency: string }
/** `nameEn`: absent if the English name is the same. */
export type StepRule = Pick<PriceRule, 'id' | 'name'> & { nameEn?: string }

/** What a promotion does to a line (docs/decisions/076): a percentage, the share of a bundle, or 0 for free goods. */
export type PromotionMove =
  | { kind: 'promotion'; chain: string; rule: StepRule }
  | { kind: 'promotion'; fixed: Price; rule: StepRule }

/** What happens to a price, without its result. Percentages and chains are exact text. */
export type PriceMove =
  | { kind: 'discount' | 'campaign'; chain: string }
  | { kind: 'agreement' | 'chain' | 'tier'; chain: string; rule: StepRule }
  | { kind: 'agreement' | 'tier'; fixed: Price; rule: StepRule }
  | PromotionMove
  /** What dealer and store have agreed on in an offer; the rule names the offer. Nothing follows it, also no floor. */
  | { kind: 'offer'; fixed: Price; rule: StepRule }
  /**
   * A lowest price, or (chain) the greatest discount from the list price. `aboveCost`: the lowest price is this percentage above
   * the cost; it is null where the cost is unknown.
   */
  | { kind: 'floor'; rule: StepRule; fixed: Price | null; chain: string | null; aboveCost?: string }

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
  /** What one default unit costs the store, exactly; missing or null: unknown. */
  cost?: Price | null
}

/** Multipliers of the unit and of the product's default unit. */
export type UnitRatio = { multiplier: number | string; defaultMultiplier: number | string }

/**
 * The moves from the list price to the price, in order: general discount, agreement, chain, tier, campaign, floor. A fixed
 * price takes the place of everything before it, an agreement that of the general discount unless it keeps it, and nothing
 * but a floor follows a rule that stops. A fixed price that passes the floor takes its place.
 */
export function movesOf({ discount, campaign, rules, cost = null }: RuledTerms, ratio: UnitRatio): PriceMove[] {
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
    const agreed = [tier, agreement].find((rule) => rule !== undefined && rule.fixed !== null)
    moves.push(floorMove(agreed?.passesFloor === true ? agreed : floor, cost, ratio))
  }
  return moves
}

/** A rule's price as the lowest one. */
export function floorMove(rule: PriceRule, cost: Price | null, ratio: UnitRatio): PriceMove {
  const { chain, aboveCost } = rule
  const floor = { kind: 'floor', rule: named(rule), chain } as const
  return { ...floor, fixed: floorPrice(rule, cost, ratio), ...(aboveCost !== null && { aboveCost }) }
}

/** The lowest price that a fixed floor or one from cost allows; null for a floor in percent, and where the cost is unknown. */
export function floorPrice(rule: PriceRule, cost: Price | null, ratio: UnitRatio): Price | null {
  const { aboveCost } = rule
  return aboveCost === null ? fixedOf(rule, ratio) : cost && priceAboveCost(cost, aboveCost, ratio)
}

/** A price for the line's unit, rounded once. */
function priceAboveCost({ value, currency }: Price, percent: string, ratio: UnitRatio): Price {
  const parts = decimal(value).times(decimal(percent).plus(100)).times(ratio.multiplier)
  return rounded(parts.dividedBy(decimal(ratio.defaultMultiplier).times(100)), currency)
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

/** The moves with those of promotions in their place: after everything but the floor. */
export function withPromotions(moves: readonly PriceMove[], promotions: readonly PromotionMove[]): PriceMove[] {
  const floor = moves.filter(({ kind }) => kind === 'floor')
  return [...moves.filter(({ kind }) => kind !== 'floor'), ...promotions, ...floor]
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
  const wanted = cappedFloor(floor, before.currency, { list, rates })
  return wanted?.greaterThan(before.value) === true ? rounded(wanted, before.currency) : null
}

function cappedFloor(
  floor: Price | null,
  currency: string,
  { list, rates }: { list: Price | null; rates: Rates },
): Decimal | null {
  if (floor === null || !isConvertible(floor.currency, currency, rates)) return null
  const inCurrency = (money: Money) => exchange(decimal(money.value), money.currency, currency, rates)
  const lowest = inCurrency(floor)
  const highest = list !== null && isConvertible(list.currency, currency, rates) ? inCurrency(list) : lowest
  return lowest.greaterThan(highest) ? highest : lowest
}

/** The lowest price that the floor among the moves allows, in this currency; null without a floor, or without its rate. */
export function lowestPrice(
  start: readonly PriceStep[],
  moves: readonly PriceMove[],
  { currency, rates }: { currency: string; rates: Rates },
): Price | null {
  const list = priceOf(start) ?? null
  const floor = moves.find((move) => move.kind === 'floor')
  const lowest = floor === undefined ? null : cappedFloor(floorOf(floor, list), currency, { list, rates })
  return lowest && rounded(lowest, currency)
}

function rounded(value: Decimal, currency: string): Price {
  return { value: value.toDecimalPlaces(4).toString(), currency }
}
