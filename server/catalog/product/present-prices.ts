import { type Money, type PlanKey, planKeys } from '#contract/core/money.ts'
import type { PriceTier, QuantityPrices } from '#contract/shop/product.ts'
import { currencyCode, decimal, isConvertible, lira } from '#domain/money/money.ts'
import { type PriceMove, movesOf, priceOf, stepsFrom } from '#domain/pricing/price-steps.ts'
import type { PricedGoods, TierThreshold } from '#domain/pricing/rule-book.ts'
import { scaleByChain, scalePrice } from '#domain/pricing/scale-price.ts'
import type { View } from '#server/settings/settings.ts'
import { costOf, type UnitCost } from '#server/pricing/pricing.ts'
import type { ProductRow, UnitPriceRow } from './product-rows.ts'

export type PresentOptions = {
  /** Includes the plan prices even if `showPaymentPlanPrice` hides them: the cart is calculated with them. */
  allPlans?: boolean
  /** The quantity by unit that prices are for; 1 where it is missing. */
  quantities?: ReadonlyMap<number, number>
  /** For parents: the variant whose rules decide about the price. */
  pricedAs?: PricedVariant
}

export type PricedVariant = { id: number; cost: UnitCost | null }

/** How prices are calculated for a visitor; null = prices are hidden. */
export type PriceTerms = {
  /** What the dealer pays, in thousandths of a percent. */
  dealerShare: number
  /** What remains after the campaign discount, in hundredths of a percent; null = no campaign. */
  campaignShare: number | null
  showsList: boolean
  plans: ReadonlySet<PlanKey>
  cartPlan: PlanKey | null
  rates: View['rates']
  ruled: RuledTerms | null
}

/** What price rules go by; null where none apply to the visitor. */
type RuledTerms = Pick<View, 'rules' | 'discount'> & {
  goods: PricedGoods
  /** Of one default unit. */
  cost: { value: string; currency: string } | null
  campaign: string | null
  quantities: ReadonlyMap<number, number> | undefined
}

/** A unit as prices are calculated for it; the multipliers are the unit's and the default unit's, in thousandths. */
export type PricedUnit = { id: number; name: string; multiplier: number; defaultMultiplier: number; isOwn: boolean }

export type Prices = { defaultPrice: Money; cartPrice?: Money; listPrice?: Money } & Partial<Record<PlanKey, Money>>

const wholeShare = 100_000
const wholeCampaignShare = 10_000

export function priceTerms(
  view: View,
  row: ProductRow,
  { allPlans = false, quantities, pricedAs }: PresentOptions,
): PriceTerms | null {
  if (!view.seesPrices) return null
  const { settings, discount, rates, rules } = view
  const { campaign } = row
  const priced =
    pricedAs === undefined ? { id: row.id, parentId: row.parent_id } : { id: pricedAs.id, parentId: row.id }
  const goods = { ...priced, brandId: row.brand_id, categoryId: row.category_id }
  return {
    dealerShare: wholeShare - Math.round(Number(discount) * 1000),
    campaignShare: campaign === null ? null : wholeCampaignShare - Math.round(Number(campaign) * 100),
    showsList: settings.showListPrice === '1',
    cartPlan: view.cartPlan,
    plans: new Set(allPlans || settings.showPaymentPlanPrice === '1' ? view.planKeys : []),
    rates,
    ruled:
      rules.key === '' ? null : { rules, discount, goods, campaign, quantities, cost: costOf((pricedAs ?? row).cost) },
  }
}

/** What the cart charges for one unit; 0 = no price. */
export function chargedPrice(row: UnitPriceRow | null, terms: PriceTerms, unit: PricedUnit): Money {
  const priceFor = terms.ruled === null ? generalPrices(terms, unit) : ruledPrices(terms, terms.ruled, unit)
  return chargedAt(row, terms.cartPlan, priceFor)
}

/**
 * Stored prices for a unit. Discounts and rules apply to the sale price and the plans. In a campaign, the price before the
 * campaign discount serves as list price where the store has none.
 */
export function presentPrices(row: UnitPriceRow | null, terms: PriceTerms, unit: PricedUnit): Prices {
  const priceFor = terms.ruled === null ? generalPrices(terms, unit) : ruledPrices(terms, terms.ruled, unit)
  if (row === null) return { defaultPrice: priceFor(0, lira) }
  const { campaignShare } = terms
  const prices: Prices = { defaultPrice: priceFor(row[0], row[1]) }
  const whole = generalPrices({ ...terms, dealerShare: wholeShare, campaignShare: null }, unit)
  if (terms.showsList && row[2] !== null && row[3] !== null) prices.listPrice = whole(row[2], row[3])
  else if (terms.showsList && campaignShare !== null) {
    prices.listPrice = beforeCampaign(terms, unit)(row[0], row[1])
  }
  for (const [i, key] of planKeys.entries()) {
    const value = row[4 + i * 2] as number | null
    const currency = row[5 + i * 2] as string | null
    if (value === null || currency === null) continue
    if (terms.plans.has(key)) prices[key] = priceFor(value, currency)
    if (key === terms.cartPlan) {
      const charged = priceFor(value, currency)
      if (isCharged(charged, prices.defaultPrice)) prices.cartPrice = charged
    }
  }
  return prices
}

/** Calculates a price from a stored one; 0 where there is none. */
type PriceFor = (value: number, currency: string) => Money

/** The specification's arithmetic: the unit, the dealer's discount, the campaign's. */
function generalPrices({ dealerShare, campaignShare, rates }: PriceTerms, unit: PricedUnit): PriceFor {
  return (value, currency) => {
    // A price without an exchange rate counts as no price (decisions, "Money").
    if (value === 0 || !isConvertible(currency, lira, rates)) return { value: 0, currency: currencyCode(currency) }
    const scaled = unitAmount(value, unit)
    const dealers = dealerShare === wholeShare ? scaled : scalePrice(scaled, dealerShare, wholeShare)
    return {
      value: campaignShare === null ? dealers : scalePrice(dealers, campaignShare, wholeCampaignShare),
      currency: currencyCode(currency),
    }
  }
}

/** The price without the campaign. */
function beforeCampaign(terms: PriceTerms, unit: PricedUnit): PriceFor {
  const { ruled } = terms
  return ruled === null
    ? generalPrices({ ...terms, campaignShare: null }, unit)
    : ruledPrices(terms, { ...ruled, campaign: null }, unit)
}

function unitAmount(value: number, { isOwn, multiplier, defaultMultiplier }: PricedUnit): number {
  return isOwn || multiplier === defaultMultiplier ? value : scalePrice(value, multiplier, defaultMultiplier)
}

/** The same under price rules, for `quantity` of the unit. A price without a rate is none, but a rule may give a fixed one. */
function ruledPrices({ rates }: PriceTerms, ruled: RuledTerms, unit: PricedUnit, quantity?: number): PriceFor {
  const moves = movesFor(ruled, unit, quantity ?? ruled.quantities?.get(unit.id) ?? 1)
  return (value, currency) => {
    // A list price that rounds to 0 is on request, too.
    const list = value === 0 || !isConvertible(currency, lira, rates) ? null : unitAmount(value, unit) || null
    const price = movedPrice(list, currency, moves, rates)
    const isUsable = price !== null && isConvertible(price.currency, lira, rates)
    return isUsable ? price : { value: 0, currency: currencyCode(price?.currency ?? currency) }
  }
}

function movesFor(
  { rules, discount, goods, campaign, cost }: RuledTerms,
  unit: PricedUnit,
  quantity: number,
): PriceMove[] {
  const { name, multiplier, defaultMultiplier } = unit
  const defaultUnits =
    multiplier === defaultMultiplier
      ? quantity
      : decimal(quantity).times(multiplier).dividedBy(defaultMultiplier).toString()
  const chosen = rules.choose(goods, { unit: name, quantity, defaultUnits })
  return movesOf({ discount, campaign, rules: chosen, cost }, unit)
}

/** `stepsFrom` with numbers where whole ten-thousandths suffice; a product list needs hundreds of these. */
function movedPrice(
  list: number | null,
  currency: string,
  moves: readonly PriceMove[],
  rates: View['rates'],
): Money | null {
  if (moves.some(({ kind }) => kind === 'floor')) {
    const start = list === null ? [] : [{ kind: 'list', value: String(list), currency } as const]
    const price = priceOf(stepsFrom(start, moves, rates))
    return price === undefined ? null : { value: Number(price.value), currency: currencyCode(price.currency) }
  }
  let price = list === null ? null : { value: list, currency: currencyCode(currency) }
  for (const move of moves) {
    if ('fixed' in move && move.fixed !== null) {
      price = { value: Number(move.fixed.value), currency: currencyCode(move.fixed.currency) }
    } else if (price !== null && 'chain' in move && move.chain !== null) {
      price = { ...price, value: scaleByChain(price.value, move.chain) }
    }
  }
  return price
}

/** The prices from each tier's quantity on under the cart's plan, as far as they are lower than the ones before. */
export function presentTiers(row: UnitPriceRow | null, terms: PriceTerms, unit: PricedUnit): PriceTier[] {
  const { ruled, cartPlan } = terms
  if (ruled === null) return []
  const quantities = tierQuantities(ruled, unit)
  if (quantities.length === 0) return []
  const tiers: PriceTier[] = []
  let before = Number.POSITIVE_INFINITY
  for (const quantity of [1, ...quantities]) {
    const price = chargedAt(row, cartPlan, ruledPrices(terms, ruled, unit, quantity))
    if (price.value > 0 && price.value < before && quantity > 1) tiers.push({ quantity, price })
    if (price.value > 0) before = price.value
  }
  return tiers
}

/**
 * The prices from each quantity of a line on, the first from 1; undefined where all quantities cost the same. Carts need them
 * to show a changed quantity at its price.
 */
export function presentQuantityPrices(
  row: UnitPriceRow | null,
  terms: PriceTerms,
  unit: PricedUnit,
): QuantityPrices[] | undefined {
  const { ruled } = terms
  if (ruled?.quantities === undefined) return undefined
  const quantities = tierQuantities(ruled, unit)
  if (quantities.length === 0) return undefined
  return [1, ...quantities].map((quantity) => {
    const at = { ...terms, ruled: { ...ruled, quantities: new Map([[unit.id, quantity]]) } }
    return { quantity, ...presentPrices(row, at, unit) }
  })
}

/** The quantities of a line above 1 from which another tier may apply, in ascending order. */
function tierQuantities({ rules, goods }: RuledTerms, unit: PricedUnit): number[] {
  const quantities = new Set(rules.thresholds(goods, unit.name).map((each) => lineQuantity(each, unit)))
  return [...quantities].filter((quantity) => quantity > 1).toSorted((a, b) => a - b)
}

/** The least quantity of a line that reaches a tier. */
function lineQuantity({ minQuantity, inUnit }: TierThreshold, { multiplier, defaultMultiplier }: PricedUnit): number {
  if (inUnit) return Math.ceil(Number(minQuantity))
  const exact = decimal(minQuantity).times(defaultMultiplier).dividedBy(multiplier)
  const whole = exact.toDecimalPlaces(0)
  return whole.toNumber() + (exact.greaterThan(whole) ? 1 : 0)
}

function chargedAt(row: UnitPriceRow | null, plan: PlanKey | null, priceFor: PriceFor): Money {
  const sale = priceFor(row?.[0] ?? 0, row?.[1] ?? lira)
  const at = plan === null ? -1 : planKeys.indexOf(plan)
  const value = (row?.[4 + at * 2] ?? null) as number | null
  const currency = (row?.[5 + at * 2] ?? null) as string | null
  if (at < 0 || value === null || currency === null) return sale
  const charged = priceFor(value, currency)
  return isCharged(charged, sale) ? charged : sale
}

/** Whether the price under the cart's plan is valid and differs from the sale price. */
function isCharged(charged: Money, sale: Money): boolean {
  return sale.value > 0 && charged.value > 0 && (charged.value !== sale.value || charged.currency !== sale.currency)
}
