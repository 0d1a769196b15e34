import { chainShare } from '#domain/pricing/discount-chain.ts'
import { decimal, exchange, isConvertible, lira, type Rates } from '#domain/money/money.ts'
import type { ChosenRules } from '#domain/pricing/price-rule.ts'
import { movesOf, type PriceMove } from '#domain/pricing/price-steps.ts'
import type { DealerRules, PricedGoods } from '#domain/pricing/rule-book.ts'
import { type Columns, slotOf } from './columns.ts'
import { type Family, nextVariant, variantCost, variantCostCurrency, variantId, variantIds } from './family.ts'
import type { LabelTable } from './label-table.ts'
import { createLruCache, type LruCache } from './lru-cache.ts'

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
type RuledIndex = { columns: Columns; labels: RuledLabels }

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
  /** Of a floor from cost: the part of the cost. */
  costFactor: number
}

/** Prices of a slot, and of another product (a variant) at the terms of that slot. */
type ListReader = {
  of(slot: number): number
  ordinaryOf(slot: number): number
  ofVariant(family: Family, at: number): number
}

/**
 * The price of a slot is between its list price × the low and × the high of its band. `low` and `high` hold for all slots.
 */
export type PriceBands = {
  low: number
  high: number
  bandOf(slot: number): number
  lows: readonly number[]
  highs: readonly number[]
}

type RuledReader = {
  priceOf(slot: number): number
  /** The price, unless the slot is an exception; this is much faster to read. */
  ordinaryOf(slot: number): number
  /** Where all other prices are; null: a rule gives many products one price. */
  bands: PriceBands | null
  exceptions: readonly ReadonlyMap<number, unknown>[]
}

/** Reads the prices of a visitor under its rules. `lists` reads list prices after a campaign's discount; NaN = none. */
export function ruledPriceReader(index: RuledIndex, ruled: RuledPrices, lists: ListReader): RuledReader {
  const { campaignShares, lowestShare } = index.columns
  const shared = profileOf(index, ruled)
  const { groups, table, profile } = shared
  const { groupOf } = groups
  const { termsOf, own, families } = profile
  const rateOf = [lira, ...index.columns.currencyCodes].map((code) => rateOfCost(code, ruled.rates))
  const { costs, costCurrencies } = index.columns
  const priced = (terms: SlotTerms, stored: number, share: number, cost: number, rate: number): number => {
    const list = stored / share
    const base = Number.isNaN(terms.fixed) ? list : terms.fixed
    const price = base * terms.factor * (terms.hasCampaign ? share : 1)
    const floor = floorOf(terms, list, cost, rate)
    if (!(floor > price)) return rounded(price)
    return rounded(floor > list ? Math.max(list, price) : floor)
  }
  const atSlot = (terms: SlotTerms, slot: number, stored: number): number =>
    // Few prices have a floor from cost, and reading costs of a whole catalog takes time.
    Number.isNaN(terms.costFactor)
      ? priced(terms, stored, campaignShares[slot]!, Number.NaN, Number.NaN)
      : priced(terms, stored, campaignShares[slot]!, costs[slot]!, rateOf[costCurrencies[slot]!]!)
  const termsAt = (slot: number): SlotTerms => table[own.get(slot) ?? termsOf[groupOf[slot]!]!]!
  const familyPrice = (slot: number, named: ReadonlyMap<number, number>): number => {
    let lowest = Number.NaN
    const family = index.columns.families.get(slot) ?? []
    for (let at = 0; at < family.length; at = nextVariant(family, at)) {
      const terms = named.get(variantId(family, at))
      const price = priced(
        terms === undefined ? termsAt(slot) : table[terms]!,
        lists.ofVariant(family, at),
        campaignShares[slot]!,
        variantCost(family, at),
        rateOf[variantCostCurrency(family, at)]!,
      )
      if (price > 0 && !(price >= lowest)) lowest = price
    }
    return lowest
  }
  const price = (slot: number): number => atSlot(termsAt(slot), slot, lists.of(slot))
  return {
    priceOf:
      families.size === 0
        ? price
        : (slot) => {
            const named = families.get(slot)
            return named === undefined ? price(slot) : familyPrice(slot, named)
          },
    ordinaryOf: (slot) => atSlot(table[termsOf[groupOf[slot]!]!]!, slot, lists.ordinaryOf(slot)),
    bands: bandsOf(shared, lowestShare),
    exceptions: [own, families],
  }
}

/** NaN: there is no floor. */
function floorOf({ floor, floorFactor, costFactor }: SlotTerms, list: number, cost: number, rate: number): number {
  if (!Number.isNaN(costFactor)) return rounded(cost * costFactor) * rate
  return Number.isNaN(floor) ? list * floorFactor : floor
}

const rateOfCost = (currency: string, rates: Rates): number => inLira({ value: '1', currency }, rates)

/** To 4 decimals, like the prices themselves; in another currency than TRY this is close to it only. */
const rounded = (price: number): number => Math.round(price * 10_000) / 10_000

/** Products of the same brand and category, and what they are called in rules. Groups are only ever added. */
type Groups = {
  listingChanges: number
  groupOf: Uint32Array
  numbers: Map<number, number>
  goods: PricedGoods[]
}

/** What a visitor's rules make of each group, of products and of variants that they name; terms by their number. */
type Profile = {
  listingChanges: number
  groupCount: number
  termsOf: Uint16Array
  used: Set<number>
  /** By slot. */
  own: Map<number, number>
  /** By slot of the family: the terms of named variants by id. */
  families: Map<number, Map<number, number>>
}

/** `table`: the different terms of all visitors; few, since rules of many dealers have the same chains. */
type Shared = {
  groups: Groups
  table: SlotTerms[]
  numbers: Map<string, number>
  profiles: LruCache<Profile>
  /** Of each terms, with this share as the lowest of the campaigns. */
  bands: { lowestShare: number; lows: number[]; highs: number[] }
}

const maxTerms = 65_535
const profileLimits = {
  entries: 4096,
  bytes: 48 * 1_048_576,
  bytesOf: ({ termsOf, own, families }: Profile) => termsOf.byteLength + 1024 + (own.size + families.size * 4) * 48,
}
const sharedOf = new WeakMap<Columns, Shared>()

function profileOf(index: RuledIndex, ruled: RuledPrices): Shared & { profile: Profile } {
  const { columns } = index
  let shared = sharedOf.get(columns)
  if (shared === undefined || shared.table.length > maxTerms / 2) {
    const groups = { listingChanges: -1, groupOf: new Uint32Array(0), numbers: new Map<number, number>(), goods: [] }
    const bands = { lowestShare: 1, lows: [], highs: [] }
    shared = { groups, table: [], numbers: new Map(), profiles: createLruCache<Profile>(profileLimits), bands }
    sharedOf.set(columns, shared)
  }
  updateGroups(shared.groups, index)
  const found = shared.profiles.get(ruled.key)
  if (found?.listingChanges === columns.listingChanges) return { ...shared, profile: found }
  const profile = updateProfile(found, shared, columns, ruled)
  shared.profiles.set(ruled.key, profile)
  return { ...shared, profile }
}

/** More labels than any shop has. */
const maxLabels = 2 ** 26

function updateGroups(groups: Groups, { columns, labels }: RuledIndex): void {
  const { brands, categories, size } = columns
  if (groups.listingChanges === columns.listingChanges) return
  if (groups.groupOf.length < columns.ids.length) groups.groupOf = new Uint32Array(columns.ids.length)
  for (let slot = 0; slot < size; slot++) {
    const key = brands[slot]! * maxLabels + categories[slot]!
    let group = groups.numbers.get(key)
    if (group === undefined) {
      const brandId = labels.brands.rows[brands[slot]!]?.id ?? null
      const categoryId = labels.categories.rows[categories[slot]!]?.id ?? null
      group = groups.goods.push({ id: 0, parentId: null, brandId, categoryId }) - 1
      groups.numbers.set(key, group)
    }
    groups.groupOf[slot] = group
  }
  groups.listingChanges = columns.listingChanges
}

function updateProfile(found: Profile | undefined, shared: Shared, columns: Columns, ruled: RuledPrices): Profile {
  const { rules } = ruled
  const { goods, groupOf } = shared.groups
  const named = rules.pricedProducts()
  const numberOf = termNumbers(shared, ruled)
  const termsOf = new Uint16Array(goods.length)
  const used = new Set(found?.used)
  if (found !== undefined) termsOf.set(found.termsOf)
  // Groups that no rule names have the same terms.
  const byLabels = new Map<string, number>()
  for (let group = found?.groupCount ?? 0; group < goods.length; group++) {
    const { brandId, categoryId } = goods[group]!
    const brand = brandId !== null && rules.hasBrand(brandId) ? brandId : null
    const category = categoryId !== null && rules.hasCategory(categoryId) ? categoryId : null
    const key = `${brand} ${category}`
    let number = byLabels.get(key)
    if (number === undefined) {
      number = numberOf({ id: 0, parentId: null, brandId: brand, categoryId: category })
      byLabels.set(key, number)
    }
    termsOf[group] = number
    used.add(number)
  }
  const own = new Map<number, number>()
  for (const id of named) {
    const slot = slotOf(columns, id)
    if (slot >= 0) own.set(slot, numberOf({ ...goods[groupOf[slot]!]!, id }))
  }
  const families = new Map<number, Map<number, number>>()
  for (const [slot, family] of columns.families) {
    const parent = { ...goods[groupOf[slot]!]!, parentId: columns.ids[slot]! }
    const ofFamily = variantIds(family)
      .filter((id) => named.has(id))
      .map((id) => [id, numberOf({ ...parent, id })] as const)
    const terms = shared.table[own.get(slot) ?? termsOf[groupOf[slot]!]!]!
    if (ofFamily.length > 0 || !Number.isNaN(terms.costFactor)) families.set(slot, new Map(ofFamily))
  }
  return { listingChanges: columns.listingChanges, groupCount: goods.length, termsOf, used, own, families }
}

function bandsOf(shared: Shared & { profile: Profile }, lowestShare: number): PriceBands | null {
  const { groups, table, profile, bands } = shared
  const { termsOf, used } = profile
  const { groupOf } = groups
  if (bands.lowestShare !== lowestShare) Object.assign(bands, { lowestShare, lows: [], highs: [] })
  const { lows, highs } = bands
  for (const terms of table.slice(lows.length)) {
    const { low, high } = bandOfTerms(terms, lowestShare)
    lows.push(low)
    highs.push(high)
  }
  let [low, high] = [Number.POSITIVE_INFINITY, 0]
  for (const number of used) {
    if (!Number.isNaN(table[number]!.fixed)) return null
    low = Math.min(low, lows[number]!)
    high = Math.max(high, highs[number]!)
  }
  return { low, high, bandOf: (slot) => termsOf[groupOf[slot]!]!, lows, highs }
}

/** List prices are after a campaign. A floor raises a price to the one before it at most. */
function bandOfTerms(
  { factor, hasCampaign, floor, floorFactor, costFactor }: SlotTerms,
  lowestShare: number,
): { low: number; high: number } {
  const highest = hasCampaign ? factor : factor / lowestShare
  if (!Number.isNaN(floor) || !Number.isNaN(costFactor)) {
    return { low: factor, high: Math.max(1, factor) / lowestShare }
  }
  return { low: factor, high: Number.isNaN(floorFactor) ? highest : Math.max(highest, floorFactor / lowestShare) }
}

const oneUnit = { multiplier: 1, defaultMultiplier: 1 }

/** Gives the number of the terms of one default unit. */
function termNumbers(
  { table, numbers }: Shared,
  { rules, discount, rates }: RuledPrices,
): (goods: PricedGoods) => number {
  const known = new Map<string, number>()
  return (goods) => {
    const chosen = rules.choose(goods, { unit: '', quantity: 1, defaultUnits: 1 })
    const key = `${chosen.agreement?.id} ${chosen.chain?.id} ${chosen.floor?.id}`
    const found = known.get(key)
    if (found !== undefined) return found
    const terms = termsOfRules(chosen, discount, rates)
    const text = Object.values(terms).join()
    const number = numbers.get(text) ?? table.push(terms) - 1
    numbers.set(text, number)
    known.set(key, number)
    return number
  }
}

function termsOfRules(rules: ChosenRules, discount: string, rates: Rates): SlotTerms {
  // Whether a campaign may apply matters here, its percentage does not.
  const moves = movesOf({ discount, campaign: '1', rules }, oneUnit)
  const none = Number.NaN
  const terms = { fixed: none, factor: 1, hasCampaign: false, floor: none, floorFactor: none, costFactor: none }
  for (const move of moves) applyMove(terms, move, rates)
  return terms
}

function applyMove(terms: SlotTerms, move: PriceMove, rates: Rates): void {
  if (move.kind === 'campaign') {
    terms.hasCampaign = true
  } else if (move.kind === 'floor') {
    if (move.aboveCost !== undefined) terms.costFactor = 1 + Number(move.aboveCost) / 100
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
