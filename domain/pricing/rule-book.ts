import { decimal } from '#domain/money/money.ts'
import {
  type ChosenRules,
  compareCandidates,
  isValidOn,
  type PriceRule,
  type RuleCandidate,
  type RuleDealer,
} from './price-rule.ts'

/** A product as rules see it; a variant has its parent's brand and category. */
export type PricedGoods = {
  id: number
  parentId: number | null
  brandId: number | null
  categoryId: number | null
}

/** One line: the unit's name, how many of it, and how many default units that makes (exact text or number). */
export type RuleLine = { unit: string; quantity: number; defaultUnits: number | string }

/** `inUnit`: counted in the line's own unit, otherwise in default units. */
export type TierThreshold = { minQuantity: string; inUnit: boolean }

/** The rules of one scope (a dealer, a group, a region, everyone), by what they are about. */
type Shelf = {
  products: ReadonlyMap<number, readonly PriceRule[]>
  brands: ReadonlyMap<number, readonly PriceRule[]>
  categories: ReadonlyMap<number, readonly PriceRule[]>
  all: readonly PriceRule[]
}

/** The rules that may change what one dealer pays, on one day. */
export type DealerRules = {
  /** Equal for dealers to whom the same rules apply; empty: none do. */
  key: string
  /** The base list that a rule sets; null: the dealer's own. */
  priceListId: number | null
  /** The quantities from which tiers of these goods may apply to lines in this unit; counted as the tier counts. */
  thresholds(goods: PricedGoods, unit: string): TierThreshold[]
  /** Whether a rule names this product, or the parent with this id. */
  hasProduct(id: number): boolean
  choose(goods: PricedGoods, line: RuleLine): ChosenRules
  /** For hashes of what a visitor sees. */
  toJSON(): string
}

/** All rules of the store. */
export type RuleBook = {
  /** Rules of a dealer; null: a guest. `day` is YYYY-MM-DD. */
  of(dealer: RuleDealer | null, day: string): DealerRules
}

export const noRules: DealerRules = {
  key: '',
  priceListId: null,
  thresholds: () => [],
  hasProduct: () => false,
  choose: () => ({}),
  toJSON: () => '',
}

/**
 * Indexes rules for lookups by dealer and product. `parentOf` leads from a category to the one above it. `version` goes into
 * the keys, so that caches notice other rules.
 */
export function createRuleBook(
  rules: readonly PriceRule[],
  parentOf: ReadonlyMap<number, number | null>,
  version: number | string,
): RuleBook {
  const scopes = Map.groupBy(rules, scopeOf)
  let day = ''
  let shelves = new Map<string, Shelf | null>()
  let found = new Map<string, DealerRules>()
  const shelfOf = (scope: string): Shelf | null => {
    const known = shelves.get(scope)
    if (known !== undefined) return known
    const valid = (scopes.get(scope) ?? []).filter((rule) => isValidOn(rule, day))
    const shelf = valid.length === 0 ? null : createShelf(valid)
    shelves.set(scope, shelf)
    return shelf
  }
  return {
    of(dealer, today) {
      if (rules.length === 0) return noRules
      if (today !== day) {
        day = today
        shelves = new Map()
        found = new Map()
      }
      const used = scopesOf(dealer).filter((scope) => shelfOf(scope) !== null)
      if (used.length === 0) return noRules
      const key = [version, day, ...used].join(' ')
      const known = found.get(key)
      if (known !== undefined) return known
      const own = createDealerRules(
        key,
        used.map((scope) => shelfOf(scope)!),
        parentOf,
      )
      found.set(key, own)
      return own
    },
  }
}

const scopeOf = ({ dealerId, groupId, region }: PriceRule): string =>
  dealerId !== null ? `d${dealerId}` : groupId !== null ? `g${groupId}` : region !== null ? `r${region}` : 'all'

function scopesOf(dealer: RuleDealer | null): string[] {
  if (dealer === null) return ['all']
  const group = dealer.groupId === null ? [] : [`g${dealer.groupId}`]
  return [`d${dealer.id}`, ...group, ...(dealer.region === '' ? [] : [`r${dealer.region}`]), 'all']
}

function createShelf(rules: readonly PriceRule[]): Shelf {
  const by = (idOf: (rule: PriceRule) => number | null) =>
    Map.groupBy(
      rules.filter((rule) => idOf(rule) !== null),
      (rule) => idOf(rule)!,
    )
  return {
    products: by(({ productId }) => productId),
    brands: by(({ brandId }) => brandId),
    categories: by(({ categoryId }) => categoryId),
    all: rules.filter(
      ({ productId, brandId, categoryId }) => productId === null && brandId === null && categoryId === null,
    ),
  }
}

function createDealerRules(
  key: string,
  shelves: readonly Shelf[],
  parentOf: ReadonlyMap<number, number | null>,
): DealerRules {
  const general = shelves.flatMap(({ all }) => all.map((rule): RuleCandidate => ({ rule, distance: 0 })))
  const lists = general.filter(({ rule }) => rule.kind === 'list').toSorted(compareCandidates)

  const candidatesOf = (goods: PricedGoods): RuleCandidate[] => {
    const candidates = [...general]
    const add = (rules: readonly PriceRule[] | undefined, distance = 0) => {
      for (const rule of rules ?? []) candidates.push({ rule, distance })
    }
    for (const { products, brands, categories } of shelves) {
      add(products.get(goods.id))
      if (goods.parentId !== null) add(products.get(goods.parentId), 1)
      if (goods.brandId !== null) add(brands.get(goods.brandId))
      let category = goods.categoryId
      for (let distance = 0; category !== null && categories.size > 0 && distance < 64; distance++) {
        add(categories.get(category), distance)
        category = parentOf.get(category) ?? null
      }
    }
    return candidates
  }
  return {
    key,
    priceListId: lists[0]?.rule.priceListId ?? null,
    thresholds: (goods, unit) =>
      candidatesOf(goods).flatMap(({ rule: { kind, minQuantity, unit: own }, rule }) =>
        kind === 'tier' && minQuantity !== null && fits(rule, unit) ? [{ minQuantity, inUnit: own !== null }] : [],
      ),
    hasProduct: (id) => shelves.some(({ products }) => products.has(id)),
    choose: (goods, line) => chooseRules(candidatesOf(goods), line),
    toJSON: () => key,
  }
}

const fits = (rule: PriceRule, unit: string): boolean => rule.unit === null || rule.unit === unit

function isReached(rule: PriceRule, { quantity, defaultUnits }: RuleLine): boolean {
  if (rule.minQuantity === null) return true
  return !decimal(rule.unit === null ? defaultUnits : quantity).lessThan(rule.minQuantity)
}

function chooseRules(candidates: readonly RuleCandidate[], line: RuleLine): ChosenRules {
  const best: Partial<Record<string, RuleCandidate>> = {}
  for (const candidate of candidates) {
    const { rule } = candidate
    if (!fits(rule, line.unit) || !isReached(rule, line)) continue
    const known = best[rule.kind]
    if (known === undefined || compareCandidates(candidate, known) < 0) best[rule.kind] = candidate
  }
  const { agreement, chain, tier, floor } = best
  const isOpen = agreement?.rule.stops !== true
  const isTierOpen = isOpen && chain?.rule.stops !== true
  return {
    ...(agreement && { agreement: agreement.rule }),
    ...(isOpen && chain && { chain: chain.rule }),
    ...(isTierOpen && tier && { tier: tier.rule }),
    ...(floor && { floor: floor.rule }),
  }
}
