import { type Decimal, decimal, lira } from '#domain/money/money.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import type { PromotionKind } from './promotion-kinds.ts'

/**
 * A promotion as people name its parts: codes and names instead of ids, '' for none. Numbers are exact texts with a point,
 * days YYYY-MM-DD.
 */
export type PromotionDraft = {
  code: string
  name: string
  nameEn: string
  kind: PromotionKind
  dealer: string
  group: string
  region: string
  product: string
  brand: string
  category: string
  buy: string
  free: string
  freeProduct: string
  price: string
  currency: string
  steps: { amount: string; percent: string; freeDelivery: boolean }[]
  parts: { product: string; unit: string; quantity: string }[]
  startsOn: string
  endsOn: string
  priority: string
  combines: boolean
  needsCoupon: boolean
  totalQuota: string
  dealerQuota: string
  orderLimit: string
  isActive: boolean
}
export type PromotionField = keyof PromotionDraft

/** What can be wrong with a promotion; the texts are `promotions.issues.<problem>`. */
export const promotionProblems = [
  'missing',
  'too_long',
  'code_taken',
  'one_of',
  'unknown',
  'unclear',
  'number',
  'whole',
  'free_range',
  'price_range',
  'steps_missing',
  'step_amount',
  'step_order',
  'step_percent',
  'step_empty',
  'parts_missing',
  'part_quantity',
  'part_twice',
  'part_unknown',
  'part_single',
  'quota',
  'day',
  'days_order',
  'priority',
  'kind_unknown',
  'not_of_kind',
  'quota_used',
  'too_many',
  'steps_format',
  'parts_format',
] as const
export type PromotionProblem = (typeof promotionProblems)[number]
export type PromotionIssue = {
  field: PromotionField
  problem: PromotionProblem
  facts?: Readonly<Record<string, string | number>>
}

const quotaMax = 1_000_000_000
const quantityMax = 100_000

/** Without what its kind does not have. */
export function ofItsKind(draft: PromotionDraft): PromotionDraft {
  const { kind } = draft
  return {
    ...draft,
    ...(kind === 'bundle' ? { product: '', brand: '', category: '' } : { price: '', parts: [] }),
    ...(kind === 'free_goods'
      ? { currency: '' }
      : { buy: '', free: '', freeProduct: '', currency: draft.currency || lira }),
    ...(kind !== 'basket_step' && { steps: [] }),
  }
}

/** The fields with a value that the kind of the promotion does not have. A currency alone says nothing. */
export function foreignFields(draft: PromotionDraft): PromotionField[] {
  const own = ofItsKind(draft)
  const fields = Object.keys(draft) as PromotionField[]
  return fields.filter((field) => field !== 'currency' && JSON.stringify(draft[field]) !== JSON.stringify(own[field]))
}

/**
 * Everything that is wrong with a promotion by itself; whether the dealers and goods that it names exist is checked elsewhere. A
 * field has at most one issue.
 */
export function checkPromotion(draft: PromotionDraft): PromotionIssue[] {
  const issues = [...namesOf(draft), ...scopeOf(draft), ...givenBy(draft), ...limitsOf(draft), ...daysOf(draft)]
  return issues.filter(({ field }, at) => issues.findIndex((issue) => issue.field === field) === at)
}

function namesOf({ code, name, nameEn }: PromotionDraft): PromotionIssue[] {
  const long = (field: PromotionField, text: string, most: number): PromotionIssue[] =>
    Array.from(text).length > most ? [{ field, problem: 'too_long', facts: { most } }] : []
  return [
    ...(code === '' ? [{ field: 'code', problem: 'missing' } as const] : long('code', code, 60)),
    ...(name === '' ? [{ field: 'name', problem: 'missing' } as const] : long('name', name, 100)),
    ...long('nameEn', nameEn, 100),
  ]
}

function scopeOf(draft: PromotionDraft): PromotionIssue[] {
  const further = (fields: readonly PromotionField[]) => fields.filter((field) => draft[field] !== '').slice(1)
  const fields = [...further(['dealer', 'group', 'region']), ...further(['product', 'brand', 'category'])]
  return fields.map((field) => ({ field, problem: 'one_of' }))
}

function givenBy(draft: PromotionDraft): PromotionIssue[] {
  if (draft.kind === 'free_goods') return freeGoodsOf(draft)
  return draft.kind === 'bundle' ? bundleOf(draft) : stepsOf(draft)
}

function freeGoodsOf({ buy, free }: PromotionDraft): PromotionIssue[] {
  const issues: PromotionIssue[] = []
  const bought = numberOf(buy, 3)
  if (buy === '') issues.push({ field: 'buy', problem: 'missing' })
  else if (bought === null || !isWithin(bought, quantityMax)) issues.push({ field: 'buy', problem: 'free_range' })
  const given = numberOf(free, 0)
  if (free === '') issues.push({ field: 'free', problem: 'missing' })
  else if (given === null || !isWithin(given, quantityMax)) issues.push({ field: 'free', problem: 'whole' })
  return issues
}

function bundleOf({ price, parts }: PromotionDraft): PromotionIssue[] {
  const issues: PromotionIssue[] = []
  const value = numberOf(price, 4)
  if (price === '') issues.push({ field: 'price', problem: 'missing' })
  else if (value === null || !isWithin(value, 1e13)) issues.push({ field: 'price', problem: 'price_range' })
  const quantities = parts.map(({ quantity }) => numberOf(quantity, 0))
  const isCounted = quantities.every((quantity) => quantity !== null && isWithin(quantity, quantityMax))
  const names = parts.map(({ product, unit }) => `${product} ${unit}`)
  if (parts.length === 0 || parts.some(({ product }) => product === '')) {
    issues.push({ field: 'parts', problem: 'parts_missing' })
  } else if (!isCounted) issues.push({ field: 'parts', problem: 'part_quantity' })
  else if (new Set(names).size < names.length) issues.push({ field: 'parts', problem: 'part_twice' })
  else if (parts.length === 1 && quantities[0]?.equals(1)) issues.push({ field: 'parts', problem: 'part_single' })
  return issues
}

/** Amounts rise from step to step, and so does what each gives. */
function stepsOf({ steps }: PromotionDraft): PromotionIssue[] {
  if (steps.length === 0) return [{ field: 'steps', problem: 'steps_missing' }]
  const read = steps.map(({ amount, percent, freeDelivery }) => ({
    amount: numberOf(amount, 2),
    percent: percent === '' ? decimal(0) : numberOf(percent, 2),
    freeDelivery,
  }))
  const issue = (problem: PromotionProblem): PromotionIssue[] => [{ field: 'steps', problem }]
  if (read.some(({ amount }) => amount === null || !isWithin(amount, 1e13))) return issue('step_amount')
  if (read.some(({ percent }) => percent === null || percent.isNegative() || !percent.lessThan(100))) {
    return issue('step_percent')
  }
  if (read.some(({ percent, freeDelivery }) => percent!.isZero() && !freeDelivery)) return issue('step_empty')
  const isRising = read.every(
    ({ amount, percent, freeDelivery }, i) =>
      i === 0 ||
      (amount!.greaterThan(read[i - 1]!.amount!) &&
        percent!.greaterThanOrEqualTo(read[i - 1]!.percent!) &&
        (freeDelivery || !read[i - 1]!.freeDelivery)),
  )
  return isRising ? [] : issue('step_order')
}

function limitsOf(draft: PromotionDraft): PromotionIssue[] {
  const issues = (['totalQuota', 'dealerQuota', 'orderLimit'] as const).flatMap((field): PromotionIssue[] => {
    const limit = draft[field] === '' ? decimal(1) : numberOf(draft[field], 0)
    return limit === null || !isWithin(limit, quotaMax) ? [{ field, problem: 'quota' }] : []
  })
  const isPriority = /^-?\d{1,4}$/.test(draft.priority) && Math.abs(Number(draft.priority)) <= 1000
  return isPriority ? issues : [...issues, { field: 'priority', problem: 'priority' }]
}

function daysOf({ startsOn, endsOn }: PromotionDraft): PromotionIssue[] {
  const invalid = [
    ['startsOn', startsOn],
    ['endsOn', endsOn],
  ] as const
  const wrong = invalid.filter(([, text]) => text !== '' && parseDay(text) !== text)
  if (wrong.length > 0) return wrong.map(([field]) => ({ field, problem: 'day' }))
  return startsOn !== '' && endsOn !== '' && endsOn < startsOn ? [{ field: 'endsOn', problem: 'days_order' }] : []
}

const isWithin = (value: Decimal, most: number): boolean => value.greaterThan(0) && value.lessThanOrEqualTo(most)

function numberOf(text: string, places: number): Decimal | null {
  if (!/^-?\d{1,15}(\.\d+)?$/.test(text)) return null
  const value = decimal(text)
  return value.decimalPlaces() > places ? null : value
}
