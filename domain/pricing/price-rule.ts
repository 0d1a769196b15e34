/**
 * What a rule does, in the order in which the kinds apply:
 * - `list`: the dealer's base list.
 * - `agreement`: a fixed price or a discount, in place of the dealer's general discount.
 * - `chain`: a chain of discounts on top.
 * - `tier`: a price or a discount from a quantity.
 * - `floor`: a lowest price, or the greatest discount in all.
 */
export const ruleKinds = ['list', 'agreement', 'chain', 'tier', 'floor'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** Whose prices: at most one of the three is set; none means everyone's, guests' too. */
export type RuleDealers = {
  dealerId: number | null
  groupId: number | null
  /** Folded name of a region. */
  region: string | null
}

/** Which products: at most one is set; none means all. A product stands for its variants, a category for its descendants. */
export type RuleGoods = { productId: number | null; brandId: number | null; categoryId: number | null }

/** `list` has a price list, any other kind either a fixed price or a chain. */
export type PriceRule = RuleDealers &
  RuleGoods & {
    id: number
    kind: RuleKind
    name: string
    priceListId: number | null
    /** For one default unit, or for one `unit`. At most 4 decimals. */
    fixed: { value: string; currency: string } | null
    /** Discounts in the stored form `10+5+3`. */
    chain: string | null
    /** The rule applies to lines in this unit only; null: to all, and quantities count in default units. */
    unit: string | null
    /** For tiers: the quantity from which the rule applies, as exact text; null for other kinds. */
    minQuantity: string | null
    /** First and last day, YYYY-MM-DD; null: open. */
    startsOn: string | null
    endsOn: string | null
    priority: number
    /** Nothing after this rule applies, except a floor. */
    stops: boolean
    /** For agreements in percent: the dealer's general discount applies first. */
    keepsDiscount: boolean
  }

export type RuleDealer = { id: number; groupId: number | null; region: string }

export function isValidOn({ startsOn, endsOn }: Pick<PriceRule, 'startsOn' | 'endsOn'>, day: string): boolean {
  return (startsOn === null || startsOn <= day) && (endsOn === null || endsOn >= day)
}

const dealerRank = ({ dealerId, groupId, region }: RuleDealers): number =>
  dealerId !== null ? 3 : groupId !== null ? 2 : region !== null ? 1 : 0

const goodsRank = ({ productId, brandId, categoryId }: RuleGoods): number =>
  productId !== null ? 3 : brandId !== null ? 2 : categoryId !== null ? 1 : 0

/** A rule with the distance of its category from the product's: 0 for the same one and for rules without a category. */
export type RuleCandidate = { rule: PriceRule; distance: number }

/**
 * Orders rules of one kind, the one that counts first: higher priority, then dealer before group before region before
 * everyone, product before brand before category (the nearest) before all, then the unit's own, the greater quantity, the
 * later start, the newer rule.
 */
export function compareCandidates(a: RuleCandidate, b: RuleCandidate): number {
  return (
    b.rule.priority - a.rule.priority ||
    dealerRank(b.rule) - dealerRank(a.rule) ||
    goodsRank(b.rule) - goodsRank(a.rule) ||
    a.distance - b.distance ||
    Number(b.rule.unit !== null) - Number(a.rule.unit !== null) ||
    Number(b.rule.minQuantity ?? 0) - Number(a.rule.minQuantity ?? 0) ||
    compareText(b.rule.startsOn ?? '', a.rule.startsOn ?? '') ||
    b.rule.id - a.rule.id
  )
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The rules that decide about a price; each kind has at most one. */
export type ChosenRules = Readonly<Partial<Record<Exclude<RuleKind, 'list'>, PriceRule>>>
