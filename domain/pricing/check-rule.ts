import { decimal } from '#domain/money/money.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { type ChainProblem, chainMax, parseChain } from './discount-chain.ts'
import { isOrderKind, isQuantityKind, type RuleKind } from './price-rule.ts'

/**
 * A price rule as people name its parts: codes and names instead of ids, '' for none. Price, quantity and priority are exact
 * texts with a point, days YYYY-MM-DD.
 */
export type RuleDraft = {
  /** What the ERP or a file knows it by. */
  code: string
  name: string
  kind: RuleKind
  dealer: string
  group: string
  region: string
  product: string
  brand: string
  /** Names from the root to the category: `Hırdavat > Vida`. */
  category: string
  priceList: string
  price: string
  currency: string
  /** As written: `10+5+3`. */
  chain: string
  /** Of a floor: percent above the cost. */
  aboveCost: string
  /** Of a tier: where it begins. */
  minQuantity: string
  /** Of a rule of quantity: what it prescribes. */
  quantity: string
  /** Of a maximum per period: whole days. */
  periodDays: string
  unit: string
  startsOn: string
  endsOn: string
  priority: string
  stops: boolean
  keepsDiscount: boolean
  isActive: boolean
}
export type RuleField = keyof RuleDraft

/** What can be wrong with a rule; the texts are `import.issues.<problem>`. */
export const ruleProblems = [
  'rule_code_missing',
  'rule_code_too_long',
  'rule_code_taken',
  'rule_code_repeated',
  'rule_name_missing',
  'rule_name_too_long',
  'rule_kind_unknown',
  'rule_dealers_one',
  'rule_goods_one',
  'rule_dealer_unknown',
  'rule_group_unknown',
  'rule_region_unknown',
  'rule_product_unknown',
  'rule_brand_unknown',
  'rule_brand_unclear',
  'rule_category_unknown',
  'rule_category_unclear',
  'rule_list_missing',
  'rule_list_unknown',
  'rule_list_only',
  'rule_list_no_price',
  'rule_list_all_goods',
  'rule_value_missing',
  'rule_value_both',
  'rule_chain_missing',
  'rule_chain_only',
  'rule_chain_format',
  'rule_chain_range',
  'rule_chain_long',
  'rule_above_cost_only_floor',
  'rule_above_cost_missing',
  'rule_above_cost_invalid',
  'rule_above_cost_range',
  'rule_price_invalid',
  'rule_price_range',
  'rule_price_decimals',
  'rule_currency_unknown',
  'rule_quantity_missing',
  'rule_quantity_invalid',
  'rule_quantity_range',
  'rule_quantity_only_tier',
  'rule_quantity_needed',
  'rule_quantity_zero',
  'rule_quantity_size',
  'rule_quantity_whole',
  'rule_quantity_other_kind',
  'rule_quantity_no_price',
  'rule_multiple_unreachable',
  'rule_period_missing',
  'rule_period_range',
  'rule_period_other_kind',
  'rule_amount_missing',
  'rule_amount_all_goods',
  'rule_unit_only_tier',
  'rule_unit_unknown',
  'rule_tier_taken',
  'rule_day_invalid',
  'rule_days_order',
  'rule_priority',
  'rule_keeps_only_percent',
  'rule_switch_unknown',
] as const
export type RuleProblem = (typeof ruleProblems)[number]
export type RuleIssue = { field: RuleField; problem: RuleProblem; facts?: Readonly<Record<string, string | number>> }

export const ruleCodeMax = 60
export const ruleNameMax = 100
export const rulePriorityMax = 1000
export const rulePeriodMax = 366
const aboveCostMax = 999.99
const aboveCostDecimals = 2
/** As the database stores them. */
const priceMax = '99999999999999.9999'
const priceDecimals = 4
const quantityMax = '99999999999.999'
const quantityDecimals = 3

/**
 * Everything that is wrong with a rule by itself; whether the dealers and goods that it names exist is checked elsewhere. A
 * field has at most one issue.
 */
export function checkRule(draft: RuleDraft): RuleIssue[] {
  const issues = [
    ...namesOf(draft),
    ...scopeOf(draft),
    ...valueOf(draft),
    ...quantityOf(draft),
    ...periodOf(draft),
    ...daysOf(draft),
    ...orderOf(draft),
  ]
  return issues.filter(({ field }, at) => issues.findIndex((issue) => issue.field === field) === at)
}

function namesOf({ code, name }: RuleDraft): RuleIssue[] {
  const issues: RuleIssue[] = []
  if (Array.from(code).length > ruleCodeMax) {
    issues.push({ field: 'code', problem: 'rule_code_too_long', facts: { most: ruleCodeMax } })
  }
  if (name === '') issues.push({ field: 'name', problem: 'rule_name_missing' })
  if (Array.from(name).length > ruleNameMax) {
    issues.push({ field: 'name', problem: 'rule_name_too_long', facts: { most: ruleNameMax } })
  }
  return issues
}

function scopeOf(draft: RuleDraft): RuleIssue[] {
  const dealers = (['dealer', 'group', 'region'] as const).filter((field) => draft[field] !== '')
  const goods = (['product', 'brand', 'category'] as const).filter((field) => draft[field] !== '')
  return [
    ...dealers.slice(1).map((field): RuleIssue => ({ field, problem: 'rule_dealers_one' })),
    ...goods.slice(1).map((field): RuleIssue => ({ field, problem: 'rule_goods_one' })),
    ...(draft.kind === 'list'
      ? goods.slice(0, 1).map((field): RuleIssue => ({ field, problem: 'rule_list_all_goods' }))
      : []),
    ...(draft.kind === 'order_minimum'
      ? goods.slice(0, 1).map((field): RuleIssue => ({ field, problem: 'rule_amount_all_goods' }))
      : []),
  ]
}

/**
 * A list names a price list, a chain has a chain, a minimum amount of orders a price, other kinds of prices either a price or a
 * chain, a floor one of these or a percentage above the cost, and kinds of quantities nothing of these.
 */
function valueOf(draft: RuleDraft): RuleIssue[] {
  const { kind, aboveCost } = draft
  if (aboveCost === '') return worthOf(draft)
  if (kind === 'floor') return floorFromCost(draft)
  return [...worthOf(draft), { field: 'aboveCost', problem: 'rule_above_cost_only_floor' }]
}

function floorFromCost({ priceList, price, chain, aboveCost }: RuleDraft): RuleIssue[] {
  const fields = (['price', 'chain'] as const).filter((field) => (field === 'price' ? price : chain) !== '')
  const other: RuleIssue[] = [
    ...(priceList === '' ? [] : [{ field: 'priceList', problem: 'rule_list_only' } as const]),
    ...fields.map((field): RuleIssue => ({ field, problem: 'rule_value_both' })),
  ]
  if (fields.length > 0) return [...other, { field: 'aboveCost', problem: 'rule_value_both' }]
  const percent = decimal(aboveCost)
  const isInRange = !percent.lessThan(0) && !percent.greaterThan(aboveCostMax)
  if (isInRange && percent.decimalPlaces() <= aboveCostDecimals) return other
  return [...other, { field: 'aboveCost', problem: 'rule_above_cost_range', facts: { value: aboveCost } }]
}

function worthOf(draft: RuleDraft): RuleIssue[] {
  const { kind, priceList, price, chain } = draft
  if (kind === 'list') {
    return [
      ...(priceList === '' ? [{ field: 'priceList', problem: 'rule_list_missing' } as const] : []),
      ...(price === '' ? [] : [{ field: 'price', problem: 'rule_list_no_price' } as const]),
      ...(chain === '' ? [] : [{ field: 'chain', problem: 'rule_list_no_price' } as const]),
    ]
  }
  const other: RuleIssue[] = priceList === '' ? [] : [{ field: 'priceList', problem: 'rule_list_only' }]
  if (isOrderKind(kind)) {
    if (chain !== '') other.push({ field: 'chain', problem: 'rule_quantity_no_price' })
    if (kind !== 'order_minimum') {
      return [...other, ...(price === '' ? [] : [{ field: 'price', problem: 'rule_quantity_no_price' } as const])]
    }
    return [
      ...other,
      ...(price === '' ? [{ field: 'price', problem: 'rule_amount_missing' } as const] : priceOf(price)),
    ]
  }
  if (kind === 'chain') {
    if (price !== '') other.push({ field: 'price', problem: 'rule_chain_only' })
    return [...other, ...(chain === '' ? [{ field: 'chain', problem: 'rule_chain_missing' } as const] : chainOf(chain))]
  }
  if (price !== '' && chain !== '') {
    return [...other, { field: 'price', problem: 'rule_value_both' }, { field: 'chain', problem: 'rule_value_both' }]
  }
  if (price === '' && chain === '') {
    return [
      ...other,
      { field: 'price', problem: 'rule_value_missing' },
      { field: 'chain', problem: 'rule_value_missing' },
      ...(kind === 'floor' ? [{ field: 'aboveCost', problem: 'rule_above_cost_missing' } as const] : []),
    ]
  }
  return [...other, ...(price === '' ? chainOf(chain) : priceOf(price))]
}

const chainProblems: Readonly<Record<ChainProblem, RuleProblem>> = {
  empty: 'rule_chain_format',
  format: 'rule_chain_format',
  range: 'rule_chain_range',
  long: 'rule_chain_long',
}

function chainOf(chain: string): RuleIssue[] {
  const parsed = parseChain(chain)
  if (parsed.ok) return []
  return [{ field: 'chain', problem: chainProblems[parsed.problem], facts: { value: chain, most: chainMax } }]
}

function priceOf(price: string): RuleIssue[] {
  const value = decimal(price)
  const facts = { value: price }
  if (!value.greaterThan(0) || value.greaterThan(priceMax))
    return [{ field: 'price', problem: 'rule_price_range', facts }]
  if (value.decimalPlaces() <= priceDecimals) return []
  return [{ field: 'price', problem: 'rule_price_decimals', facts: { ...facts, most: priceDecimals } }]
}

function quantityOf(draft: RuleDraft): RuleIssue[] {
  const { kind, minQuantity, quantity, unit } = draft
  const foreign: RuleIssue[] = []
  if (kind !== 'tier' && minQuantity !== '') foreign.push({ field: 'minQuantity', problem: 'rule_quantity_only_tier' })
  if (!isQuantityKind(kind) && quantity !== '') foreign.push({ field: 'quantity', problem: 'rule_quantity_other_kind' })
  if (kind !== 'tier' && !isQuantityKind(kind) && unit !== '')
    foreign.push({ field: 'unit', problem: 'rule_unit_only_tier' })
  if (kind === 'tier') return [...foreign, ...thresholdOf(minQuantity)]
  return isQuantityKind(kind) ? [...foreign, ...prescribedOf(quantity, unit)] : foreign
}

function thresholdOf(minQuantity: string): RuleIssue[] {
  if (minQuantity === '') return [{ field: 'minQuantity', problem: 'rule_quantity_missing' }]
  const quantity = decimal(minQuantity)
  const isInRange = quantity.greaterThan(1) && !quantity.greaterThan(quantityMax)
  if (isInRange && quantity.decimalPlaces() <= quantityDecimals) return []
  return [{ field: 'minQuantity', problem: 'rule_quantity_range', facts: { value: minQuantity } }]
}

/** Lines contain whole units, so a rule in a unit prescribes whole ones, too. */
function prescribedOf(text: string, unit: string): RuleIssue[] {
  const issue = (problem: RuleProblem): RuleIssue[] => [{ field: 'quantity', problem, facts: { value: text, unit } }]
  if (text === '') return issue('rule_quantity_needed')
  const quantity = decimal(text)
  if (quantity.isZero()) return issue('rule_quantity_zero')
  const isInRange = quantity.greaterThan(0) && !quantity.greaterThan(quantityMax)
  if (!isInRange || quantity.decimalPlaces() > quantityDecimals) return issue('rule_quantity_size')
  return unit !== '' && quantity.decimalPlaces() > 0 ? issue('rule_quantity_whole') : []
}

function periodOf({ kind, periodDays }: RuleDraft): RuleIssue[] {
  const field = 'periodDays'
  if (kind !== 'period_maximum') return periodDays === '' ? [] : [{ field, problem: 'rule_period_other_kind' }]
  if (periodDays === '') return [{ field, problem: 'rule_period_missing' }]
  const days = /^\d{1,3}$/.test(periodDays) ? Number(periodDays) : 0
  if (days >= 1 && days <= rulePeriodMax) return []
  return [{ field, problem: 'rule_period_range', facts: { value: periodDays, most: rulePeriodMax } }]
}

function daysOf({ startsOn, endsOn }: RuleDraft): RuleIssue[] {
  const invalid = (['startsOn', 'endsOn'] as const).filter((field) => {
    const text = field === 'startsOn' ? startsOn : endsOn
    return text !== '' && parseDay(text) !== text
  })
  if (invalid.length > 0) return invalid.map((field) => ({ field, problem: 'rule_day_invalid' }))
  return startsOn !== '' && endsOn !== '' && endsOn < startsOn ? [{ field: 'endsOn', problem: 'rule_days_order' }] : []
}

function orderOf({ kind, priority, keepsDiscount, chain }: RuleDraft): RuleIssue[] {
  const issues: RuleIssue[] = []
  const isWhole = /^-?\d{1,4}$/.test(priority)
  if (!isWhole || Math.abs(Number(priority)) > rulePriorityMax) {
    issues.push({ field: 'priority', problem: 'rule_priority', facts: { value: priority, most: rulePriorityMax } })
  }
  if (keepsDiscount && (kind !== 'agreement' || chain === '')) {
    issues.push({ field: 'keepsDiscount', problem: 'rule_keeps_only_percent' })
  }
  return issues
}
