import { decimal } from '#domain/money/money.ts'
import {
  type ChosenRules,
  compareCandidates,
  isQuantityKind,
  isValidOn,
  type PriceRule,
  quantityKinds,
  type QuantityRules,
  type RuleCandidate,
  type RuleDealer,
  type RuleKind,
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

/** The rules of one scope (a dealer, a group, a region, everyone); `version` is that of the book with which they came. */
type Scope = { rules: readonly PriceRule[]; version: number | string; shelf?: { day: string; found: Shelf | null } }

/** The rules of a scope that are valid on a day, by what they are about. */
type Shelf = {
  products: ReadonlyMap<number, readonly PriceRule[]>
  brands: ReadonlyMap<number, readonly PriceRule[]>
  categories: ReadonlyMap<number, readonly PriceRule[]>
  all: readonly PriceRule[]
  /** Products that rules for the price of one unit name. */
  priced: readonly number[]
}

/** The rules that may change what one dealer pays, on one day. */
export type DealerRules = {
  /** Equal for dealers to whom the same rules apply; empty: none do. */
  key: string
  /** The base list that a rule sets; null: the dealer's own. */
  priceListId: number | null
  /** The quantities from which tiers of these goods may apply to lines in this unit; counted as the tier counts. */
  thresholds(goods: PricedGoods, unit: string): TierThreshold[]
  /** The products, parents and variants that rules for the price of one unit name. */
  pricedProducts(): ReadonlySet<number>
  /** Whether a rule names this brand. */
  hasBrand(id: number): boolean
  /** Whether a rule names this category or one above it. */
  hasCategory(id: number): boolean
  choose(goods: PricedGoods, line: RuleLine): ChosenRules
  /** What decides about quantities of these goods in this unit. */
  quantities(goods: PricedGoods, unit: string): QuantityRules
  /** What decides about the amount of an order; null: nothing. */
  orderMinimum: PriceRule | null
  /** For hashes of what a visitor sees. */
  toJSON(): string
}

/** All rules of the store. */
export type RuleBook = {
  /** Rules of a dealer; null: a guest. `day` is YYYY-MM-DD. */
  of(dealer: RuleDealer | null, day: string): DealerRules
  /** By scope; for the book that follows this one. */
  scopes: ReadonlyMap<string, Scope>
}

export const noRules: DealerRules = {
  key: '',
  priceListId: null,
  thresholds: () => [],
  pricedProducts: () => new Set(),
  hasBrand: () => false,
  hasCategory: () => false,
  choose: () => ({}),
  quantities: () => ({}),
  orderMinimum: null,
  toJSON: () => '',
}

/**
 * Indexes rules for lookups by dealer and product. `parentOf` leads from a category to the one above it. `version` goes into
 * the keys, so that caches notice other rules; scopes with the same rules (the same objects) as in `previous` stay as they
 * are there, with their keys. Categories must be the same, too.
 */
export function createRuleBook(
  rules: readonly PriceRule[],
  parentOf: ReadonlyMap<number, number | null>,
  version: number | string,
  previous?: RuleBook,
): RuleBook {
  const scopes = new Map<string, Scope>()
  for (const [name, own] of Map.groupBy(rules, scopeOf)) {
    const former = previous?.scopes.get(name)
    scopes.set(name, former !== undefined && isSame(former.rules, own) ? former : { rules: own, version })
  }
  let day = ''
  let found = new Map<string, DealerRules>()
  return {
    scopes,
    of(dealer, today) {
      if (rules.length === 0) return noRules
      if (today !== day) {
        day = today
        found = new Map()
      }
      const used = scopesOf(dealer).flatMap((name) => {
        const scope = scopes.get(name)
        const shelf = scope === undefined ? null : shelfOf(scope, day)
        return scope === undefined || shelf === null ? [] : [{ name: `${name}.${scope.version}`, shelf }]
      })
      if (used.length === 0) return noRules
      const key = [day, ...used.map(({ name }) => name)].join(' ')
      const known = found.get(key)
      if (known !== undefined) return known
      const own = createDealerRules(
        key,
        used.map(({ shelf }) => shelf),
        parentOf,
      )
      found.set(key, own)
      return own
    },
  }
}

const isSame = (a: readonly PriceRule[], b: readonly PriceRule[]): boolean =>
  a.length === b.length && a.every((rule, i) => rule === b[i])

function shelfOf(scope: Scope, day: string): Shelf | null {
  if (scope.shelf?.day !== day) {
    const valid = scope.rules.filter((rule) => isValidOn(rule, day))
    scope.shelf = { day, found: valid.length === 0 ? null : createShelf(valid) }
  }
  return scope.shelf.found
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
    priced: rules.flatMap(({ kind, productId }) =>
      productId !== null && ['agreement', 'chain', 'floor'].includes(kind) ? [productId] : [],
    ),
  }
}

function createDealerRules(
  key: string,
  shelves: readonly Shelf[],
  parentOf: ReadonlyMap<number, number | null>,
): DealerRules {
  const general = shelves.flatMap(({ all }) => all.map((rule): RuleCandidate => ({ rule, distance: 0 })))
  const firstOf = (kind: RuleKind): PriceRule | null =>
    general.filter(({ rule }) => rule.kind === kind).toSorted(compareCandidates)[0]?.rule ?? null

  // A product's prices and tiers are calculated one after the other.
  let last: { goods: PricedGoods; candidates: RuleCandidate[] } | undefined
  const candidatesOf = (goods: PricedGoods): RuleCandidate[] => {
    if (last?.goods === goods) return last.candidates
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
    last = { goods, candidates }
    return candidates
  }
  let priced: Set<number> | undefined
  const categories = new Map<number, boolean>()
  const hasCategory = (id: number): boolean => {
    const known = categories.get(id)
    if (known !== undefined) return known
    categories.set(id, false) // Ends a circle.
    const parent = parentOf.get(id) ?? null
    const has = shelves.some((shelf) => shelf.categories.has(id)) || (parent !== null && hasCategory(parent))
    categories.set(id, has)
    return has
  }
  return {
    key,
    priceListId: firstOf('list')?.priceListId ?? null,
    thresholds: (goods, unit) =>
      candidatesOf(goods).flatMap(({ rule: { kind, minQuantity, unit: own }, rule }) =>
        kind === 'tier' && minQuantity !== null && fits(rule, unit) ? [{ minQuantity, inUnit: own !== null }] : [],
      ),
    pricedProducts: () => (priced ??= new Set(shelves.flatMap((shelf) => shelf.priced))),
    hasBrand: (id) => shelves.some(({ brands }) => brands.has(id)),
    hasCategory,
    choose: (goods, line) => chooseRules(candidatesOf(goods), line),
    quantities: (goods, unit) => chooseQuantities(candidatesOf(goods), unit),
    orderMinimum: firstOf('order_minimum'),
    toJSON: () => key,
  }
}

const fits = (rule: PriceRule, unit: string): boolean => rule.unit === null || rule.unit === unit

function isReached(rule: PriceRule, { quantity, defaultUnits }: RuleLine): boolean {
  if (rule.minQuantity === null) return true
  const units = rule.unit === null ? defaultUnits : quantity
  // Decimals only decide what floating point may get wrong; lists compare thousands of these.
  const [amount, least] = [Number(units), Number(rule.minQuantity)]
  if (Math.abs(amount - least) > least * 1e-9) return amount > least
  return !decimal(units).lessThan(rule.minQuantity)
}

/** Of each kind, the candidate that decides among those that apply. */
function bestOf(
  candidates: readonly RuleCandidate[],
  applies: (rule: PriceRule) => boolean,
): Partial<Record<RuleKind, RuleCandidate>> {
  const best: Partial<Record<RuleKind, RuleCandidate>> = {}
  for (const candidate of candidates) {
    const { rule } = candidate
    if (!applies(rule)) continue
    const known = best[rule.kind]
    if (known === undefined || compareCandidates(candidate, known) < 0) best[rule.kind] = candidate
  }
  return best
}

function chooseRules(candidates: readonly RuleCandidate[], line: RuleLine): ChosenRules {
  const best = bestOf(candidates, (rule) => fits(rule, line.unit) && isReached(rule, line))
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

function chooseQuantities(candidates: readonly RuleCandidate[], unit: string): QuantityRules {
  const best = bestOf(candidates, (rule) => isQuantityKind(rule.kind) && fits(rule, unit))
  return Object.fromEntries(quantityKinds.flatMap((kind) => (best[kind] ? [[kind, best[kind].rule]] : [])))
}
