import { checkRule, type RuleDraft, type RuleIssue, type RuleProblem } from '#domain/pricing/check-rule.ts'
import { parseChain } from '#domain/pricing/discount-chain.ts'
import type { RuleKind } from '#domain/pricing/price-rule.ts'
import type { RuleLookup } from './rule-lookup.ts'

/** A rule as the table stores it. */
export type RuleTerms = {
  code: string | null
  name: string
  kind: RuleKind
  dealer_id: number | null
  group_id: number | null
  region: string | null
  product_id: number | null
  brand_id: number | null
  category_id: number | null
  price_list_id: number | null
  fixed_value: string | null
  fixed_currency: string | null
  chain: string | null
  above_cost: string | null
  min_quantity: string | null
  quantity: string | null
  period_days: number | null
  unit: string | null
  starts_on: string | null
  ends_on: string | null
  priority: number
  stops: boolean
  keeps_discount: boolean
  is_active: boolean
}

/** `draft`: as the table will show it. */
type Resolved = { ok: true; terms: RuleTerms; draft: RuleDraft } | { ok: false; issues: RuleIssue[] }

/** A rule whose names are found, or everything that is wrong with it. A price without a currency is in lira. */
export function resolveRule(given: RuleDraft, lookup: RuleLookup, found: readonly RuleIssue[] = []): Resolved {
  const draft = { ...given, currency: given.price === '' ? '' : given.currency || 'TRY' }
  // A field that could not be read is not missing as well.
  const unread = new Set(found.map(({ field }) => field))
  const issues = [...found, ...checkRule(draft).filter(({ field }) => !unread.has(field) && !hidden(field, unread))]
  const report = (field: keyof RuleDraft, problem: RuleProblem) => {
    if (!issues.some((issue) => issue.field === field)) {
      issues.push({ field, problem, facts: { value: String(draft[field]) } })
    }
  }
  const id = (field: keyof RuleDraft, find: (name: string) => number | 'unclear' | undefined, problem: RuleProblem) => {
    const name = String(draft[field])
    if (name === '') return null
    const value = find(name)
    if (typeof value === 'number') return value
    report(field, value === 'unclear' ? unclear(field) : problem)
    return null
  }
  const region = draft.region === '' ? null : (lookup.region(draft.region) ?? null)
  if (draft.region !== '' && region === null) report('region', 'rule_region_unknown')
  if (draft.currency !== '' && !lookup.hasCurrency(draft.currency)) report('currency', 'rule_currency_unknown')
  if (draft.unit !== '' && !lookup.hasUnit(draft.unit)) report('unit', 'rule_unit_unknown')
  const chain = draft.chain === '' ? null : parseChain(draft.chain)
  const terms: RuleTerms = {
    code: draft.code || null,
    name: draft.name,
    kind: draft.kind,
    dealer_id: id('dealer', lookup.dealer, 'rule_dealer_unknown'),
    group_id: id('group', lookup.group, 'rule_group_unknown'),
    region,
    product_id: id('product', lookup.product, 'rule_product_unknown'),
    brand_id: id('brand', lookup.brand, 'rule_brand_unknown'),
    category_id: id('category', lookup.category, 'rule_category_unknown'),
    price_list_id: id('priceList', lookup.priceList, 'rule_list_unknown'),
    fixed_value: draft.price || null,
    fixed_currency: draft.currency || null,
    chain: chain?.ok === true ? chain.chain : null,
    above_cost: draft.aboveCost || null,
    min_quantity: draft.minQuantity || null,
    quantity: draft.quantity || null,
    period_days: draft.periodDays === '' ? null : Number(draft.periodDays),
    unit: draft.unit || null,
    starts_on: draft.startsOn || null,
    ends_on: draft.endsOn || null,
    priority: Number(draft.priority),
    stops: draft.stops,
    keeps_discount: draft.keepsDiscount,
    is_active: draft.isActive,
  }
  if (issues.length > 0) return { ok: false, issues }
  return { ok: true, terms, draft: { ...draft, chain: terms.chain ?? '' } }
}

/** A price that cannot be read is no missing discount. */
const hidden = (field: keyof RuleDraft, unread: ReadonlySet<string>): boolean =>
  (field === 'chain' && (unread.has('price') || unread.has('aboveCost'))) ||
  (field === 'price' && unread.has('aboveCost'))

const unclear = (field: keyof RuleDraft): RuleProblem =>
  field === 'brand' ? 'rule_brand_unclear' : 'rule_category_unclear'

/** The columns of a rule, and the values for them as parameters from $2 on. */
export const ruleColumns = `code, name, kind, dealer_id, group_id, region, product_id, brand_id, category_id, price_list_id, fixed_value,
  fixed_currency, chain, above_cost, min_quantity, quantity, period_days, unit, starts_on, ends_on, priority, stops, keeps_discount, is_active`
export const rulePlaces = `$2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25`

export const ruleParams = (terms: RuleTerms): unknown[] => [
  terms.code,
  terms.name,
  terms.kind,
  terms.dealer_id,
  terms.group_id,
  terms.region,
  terms.product_id,
  terms.brand_id,
  terms.category_id,
  terms.price_list_id,
  terms.fixed_value,
  terms.fixed_currency,
  terms.chain,
  terms.above_cost,
  terms.min_quantity,
  terms.quantity,
  terms.period_days,
  terms.unit,
  terms.starts_on,
  terms.ends_on,
  terms.priority,
  terms.stops,
  terms.keeps_discount,
  terms.is_active,
]
