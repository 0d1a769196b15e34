import { chainShare } from '#domain/pricing/discount-chain.ts'
import { decimal, exchange, isConvertible, lira, type Rates } from '#domain/money/money.ts'
import type { PriceMove } from '#domain/pricing/price-steps.ts'
import { movesOf } from '#domain/pricing/price-steps.ts'
import type { DealerRules, PricedGoods } from '#domain/pricing/rule-book.ts'
import type { Columns } from './columns.ts'
import type { LabelTable } from './label-table.ts'

/** The price rules of a visitor, with what else decides about the prices they lead to. `key` identifies all of it. */
export type RuledPrices = {
  key: string
  rules: DealerRules
  /** The dealer's general discount in percent. */
  discount: string
  rates: Rates
  /** For keys of caches. */
  toJSON(): string
}

export function ruledPrices(rules: DealerRules, discount: string, rates: Rates): RuledPrices {
  const key = `${rules.key} ${discount} ${JSON.stringify(rates)}`
  return { key, rules, discount, rates, toJSON: () => key }
}

export type RuledLabels = { brands: LabelTable<{ id: number }>; categories: LabelTable<{ id: number }> }

/**
 * What rules make of a list price, in binary floating point like all prices of the index: (fixed, or the list price) ×
 * factor, × what a campaign leaves, at least the floor. Amounts in TRY; NaN = none.
 */
type SlotTerms = {
  fixed: number
  factor: number
  hasCampaign: boolean
  floor: number
  floorFactor: number
}

type Profile = { listingChanges: number; termsOf: Uint32Array; table: SlotTerms[] }

/** Visitors whose rules are kept for all products; each takes four bytes per product. */
const maxProfiles = 32
const profiles = new WeakMap<Columns, Map<string, Profile>>()

/** Reads the prices of a visitor under its rules. `listOf` reads list prices after a campaign's discount; NaN = none. */
export function ruledPriceReader(
  index: { columns: Columns; labels: RuledLabels },
  ruled: RuledPrices,
  listOf: (slot: number) => number,
): (slot: number) => number {
  const { campaignShares } = index.columns
  const { termsOf, table } = profileOf(index, ruled)
  return (slot) => {
    const terms = table[termsOf[slot]!]!
    const share = campaignShares[slot]!
    const list = listOf(slot) / share
    const base = Number.isNaN(terms.fixed) ? list : terms.fixed
    const price = base * terms.factor * (terms.hasCampaign ? share : 1)
    const floor = Number.isNaN(terms.floor) ? list * terms.floorFactor : terms.floor
    if (!(floor > price)) return rounded(price)
    return rounded(floor > list ? Math.max(list, price) : floor)
  }
}

/** To 4 decimals, like the prices themselves; in another currency than TRY this is close to it only. */
const rounded = (price: number): number => Math.round(price * 10_000) / 10_000

function profileOf(index: { columns: Columns; labels: RuledLabels }, ruled: RuledPrices): Profile {
  const { columns } = index
  const known = profiles.get(columns) ?? new Map<string, Profile>()
  profiles.set(columns, known)
  const found = known.get(ruled.key)
  known.delete(ruled.key)
  const isCurrent = found?.listingChanges === columns.listingChanges && found.termsOf.length >= columns.size
  const profile = isCurrent ? found : createProfile(index, ruled)
  known.set(ruled.key, profile)
  for (const oldest of known.keys()) {
    if (known.size <= maxProfiles) break
    known.delete(oldest)
  }
  return profile
}

function createProfile({ columns, labels }: { columns: Columns; labels: RuledLabels }, ruled: RuledPrices): Profile {
  const { ids, brands, categories, size } = columns
  const table: SlotTerms[] = []
  const add = (goods: PricedGoods): number => table.push(slotTerms(goods, ruled)) - 1
  // Products without a rule of their own share the terms of their brand and category.
  const shared = new Map<number, number>()
  const termsOf = new Uint32Array(ids.length)
  for (let slot = 0; slot < size; slot++) {
    const brandId = labels.brands.rows[brands[slot]!]?.id ?? null
    const categoryId = labels.categories.rows[categories[slot]!]?.id ?? null
    const goods = { id: ids[slot]!, parentId: null, brandId, categoryId }
    if (ruled.rules.hasProduct(goods.id)) {
      termsOf[slot] = add(goods)
      continue
    }
    const group = brands[slot]! * labels.categories.rows.length + categories[slot]!
    let at = shared.get(group)
    if (at === undefined) {
      at = add({ ...goods, id: 0 })
      shared.set(group, at)
    }
    termsOf[slot] = at
  }
  return { listingChanges: columns.listingChanges, termsOf, table }
}

const oneUnit = { multiplier: 1, defaultMultiplier: 1 }

/** The terms of one default unit. */
function slotTerms(goods: PricedGoods, { rules, discount, rates }: RuledPrices): SlotTerms {
  const chosen = rules.choose(goods, { unit: '', quantity: 1, defaultUnits: 1 })
  // Whether a campaign may apply matters here, its percentage does not.
  const moves = movesOf({ discount, campaign: '1', rules: chosen }, oneUnit)
  const terms = { fixed: Number.NaN, factor: 1, hasCampaign: false, floor: Number.NaN, floorFactor: Number.NaN }
  for (const move of moves) applyMove(terms, move, rates)
  return terms
}

function applyMove(terms: SlotTerms, move: PriceMove, rates: Rates): void {
  if (move.kind === 'campaign') {
    terms.hasCampaign = true
  } else if (move.kind === 'floor') {
    if (move.fixed !== null) terms.floor = inLira(move.fixed, rates)
    if (move.chain !== null) terms.floorFactor = Number(chainShare(move.chain))
  } else if ('fixed' in move) {
    terms.fixed = inLira(move.fixed, rates)
    terms.factor = 1
  } else {
    terms.factor *= Number(chainShare(move.chain))
  }
}

function inLira({ value, currency }: { value: string; currency: string }, rates: Rates): number {
  return isConvertible(currency, lira, rates) ? exchange(decimal(value), currency, lira, rates).toNumber() : Number.NaN
}
