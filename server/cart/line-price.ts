import { priceUnderPlan } from '#domain/cart/cart.ts'
import { decimal, isConvertible, type Money } from '#domain/money/money.ts'
import { floorMove, type PriceMove, type PriceStep, priceOf, stepsFrom } from '#domain/pricing/price-steps.ts'
import { type PriceParts, unitPriceParts } from '#domain/pricing/unit-price.ts'
import { costOf } from '#server/pricing/pricing.ts'
import type { View } from '#server/settings/settings.ts'
import { type GoodsCell, goodsOf } from './unit-price-sql.ts'

type PriceView = Pick<View, 'rules' | 'discount' | 'rates' | 'currency'>

/** A line as its price is calculated. Multipliers as exact text. */
type LineFacts = {
  view: PriceView
  goods: GoodsCell
  /** Percent that a running campaign takes off. */
  campaign: string | null
  /** Whether the stored price is the unit's own. */
  isOwn: boolean
  /** The unit's name. */
  unit: string
  multiplier: string
  defaultMultiplier: string
  quantity: number
}

/**
 * How one unit of a line comes to its price from the stored one (undefined: it has none), under the dealer's rules. No steps:
 * it has no price.
 */
function linePriceSteps(stored: Money | undefined, line: LineFacts): PriceStep[] {
  const { parts } = linePriceParts(stored, line)
  return stepsFrom(parts.start, parts.moves, line.view.rates)
}

/** What the steps of a price are made of. `floor`: what the floor says, also where a fixed price passes it; null: there is none. */
type LineParts = { parts: PriceParts; isStopped: boolean; floor: PriceMove | null }

function linePriceParts(stored: Money | undefined, line: LineFacts): LineParts {
  const { view, goods, campaign, isOwn, unit, multiplier, defaultMultiplier, quantity } = line
  const { rules, discount, rates } = view
  const ratio = { multiplier, defaultMultiplier }
  const chosen = rules.choose(goodsOf(goods), {
    unit,
    quantity,
    defaultUnits: decimal(multiplier).times(quantity).dividedBy(defaultMultiplier).toString(),
  })
  // A price without a rate is none, as on product pages; a rule may still give a fixed one.
  const usable = stored !== undefined && isConvertible(stored.currency, view.currency, rates) ? stored : undefined
  const cost = costOf(goods[4])
  const parts = unitPriceParts(usable, {
    ...ratio,
    isOwn,
    discount,
    campaign,
    rules: chosen,
    cost,
    rates,
  })
  const isStopped = [chosen.agreement, chosen.chain, chosen.tier].some((rule) => rule?.stops === true)
  const floor = chosen.floor === undefined ? null : floorMove(chosen.floor, cost, ratio)
  return { parts, isStopped, floor }
}

/** The price that the steps lead to; undefined without one. */
export function linePrice(stored: Money | undefined, line: LineFacts): { value: string; currency: string } | undefined {
  return priceOf(linePriceSteps(stored, line))
}

/** What a statement reads of a line to price it; `plan_value` is set if the product has a price for the chosen plan. */
export type PricedRow = {
  quantity: number
  goods: GoodsCell
  /** The unit's name. */
  unit: string
  /** The default unit's name. */
  default_unit: string | null
  multiplier: string
  default_multiplier: string | null
  /** The list that the price is from. */
  price_list_id: number | null
  sale_value: string | null
  sale_currency: string | null
  plan_value: string | null
  plan_currency: string | null
  /** Whether the price is the unit's own. */
  is_own: boolean | null
  /** Percent that a running campaign takes off. */
  campaign: string | null
}

/** How a line comes to its price from the stored one. */
export function lineSteps(row: PricedRow, view: PriceView): PriceStep[] {
  const { parts } = lineParts(row, view)
  return stepsFrom(parts.start, parts.moves, view.rates)
}

/** The parts of a line's price, before promotions, and whether a rule stops them. */
export function lineParts(row: PricedRow, view: PriceView): LineParts {
  return linePriceParts(storedPrice(row, view)?.price, {
    view,
    goods: row.goods,
    campaign: row.campaign,
    isOwn: row.is_own === true,
    unit: row.unit,
    multiplier: row.multiplier,
    defaultMultiplier: row.default_multiplier ?? '1',
    quantity: row.quantity,
  })
}

/** The price under the chosen plan, if the product has one, otherwise the sale price. */
export function storedPrice(
  row: PricedRow,
  { currency, rates }: PriceView,
): { price: { value: string; currency: string }; isPlans: boolean } | undefined {
  const plan = moneyOf(row.plan_value, row.plan_currency)
  const price = priceUnderPlan(moneyOf(row.sale_value, row.sale_currency), plan, currency, rates)
  return price && { price, isPlans: price === plan }
}

export function moneyOf(
  value: string | null,
  currency: string | null,
): { value: string; currency: string } | undefined {
  return value === null || currency === null ? undefined : { value, currency }
}
