/**
 * What a rule does to prices, in the order in which the kinds apply:
 * - `list`: the dealer's base list.
 * - `agreement`: a fixed price or a discount, in place of the dealer's general discount.
 * - `chain`: a chain of discounts on top.
 * - `tier`: a price or a discount from a quantity.
 * - `floor`: a lowest price, the greatest discount in all, or a percentage above the cost.
 */
const priceKinds = ['list', 'agreement', 'chain', 'tier', 'floor'] as const

/**
 * What a rule says about how much of a product one order may contain (docs/decisions/077):
 * - `minimum`, `maximum`: the least and the greatest quantity.
 * - `multiple`: quantities are multiples of this one.
 * - `period_maximum`: the greatest quantity of all orders of some days.
 */
export const quantityKinds = ['minimum', 'multiple', 'maximum', 'period_maximum'] as const
export type QuantityKind = (typeof quantityKinds)[number]

/** `order_minimum`: the minimum amount of an order, before tax. */
export const ruleKinds = [...priceKinds, ...quantityKinds, 'order_minimum'] as const
export type RuleKind = (typeof ruleKinds)[number]

export const isQuantityKind = (kind: RuleKind): kind is QuantityKind =>
  (quantityKinds as readonly string[]).includes(kind)
/** Whether rules of this kind leave prices alone. */
export const isOrderKind = (kind: RuleKind): boolean => isQuantityKind(kind) || kind === 'order_minimum'

/** Whose prices: at most one of the three is set; none means everyone's, guests' too. */
export type RuleDealers = {
  dealerId: number | null
  groupId: number | null
  /** Folded name of a region. */
  region: string | null
}

/** Which products: at most one is set; none means all. A product stands for its variants, a category for its descendants. */
export type RuleGoods = { productId: number | null; brandId: number | null; categoryId: number | null }

/**
 * `list` has a price list, other kinds of prices either a fixed price or a chain (floors may have a percentage above the cost),
 * kinds of quantities a quantity, and `order_minimum` its amount as a fixed price.
 */
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
    /** Of a floor: percent above the product's cost, as exact text. */
    aboveCost: string | null
    /** The rule applies to lines in this unit only; null: to all, and quantities count in default units. */
    unit: string | null
    /** For tiers: the quantity from which the rule applies, as exact text; null for other kinds. */
    minQuantity: string | null
    /** What a rule of quantity prescribes, as exact text; null for other kinds. */
    quantity: string | null
    /** Of a `period_maximum`: today and the days before it; null for other kinds. */
    periodDays: number | null
    /** First and last day, YYYY-MM-DD; null: open. */
    startsOn: string | null
    endsOn: string | null
    priority: number
    /** Nothing after this rule applies, except a floor. */
    stops: boolean
    /** For agreements in percent: the dealer's general discount applies first. */
    keepsDiscount: boolean
    /** Of a fixed price: it was set below the floor on purpose, and takes its place. */
    passesFloor: boolean
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
export type ChosenRules = Readonly<Partial<Record<'agreement' | 'chain' | 'tier' | 'floor', PriceRule>>>

/** The rules that decide about the quantity of a line; each kind has at most one. */
export type QuantityRules = Readonly<Partial<Record<QuantityKind, PriceRule>>>
