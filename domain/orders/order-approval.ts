import { type Decimal, decimal } from '#domain/money/money.ts'

/** Why an order waits for the store's approval. */
export const approvalReasons = ['all', 'amount', 'limit', 'first', 'margin', 'discount'] as const
export type ApprovalReason = (typeof approvalReasons)[number]

/** The store's rules; 0 switches a figure off. */
export type ApprovalRules = {
  all: boolean
  /** In lira, with tax: larger orders wait. */
  overAmount: number
  overLimit: boolean
  first: boolean
  /** In percent of the price before tax: orders below it wait. */
  belowMargin: number
}

export type ApprovalFacts = {
  totalTry: Decimal
  isOverLimit: boolean
  isFirst: boolean
  /** In percent; null if the cost of no product is known. */
  margin: Decimal | null
  /** A representative gives a discount that it may not give alone. No setting switches this off. */
  exceedsAuthority: boolean
}

/** The rules that an order falls under; none = it needs no approval. */
export function approvalReasonsOf(rules: ApprovalRules, facts: ApprovalFacts): ApprovalReason[] {
  const applies: Record<ApprovalReason, boolean> = {
    all: rules.all,
    amount: rules.overAmount > 0 && facts.totalTry.greaterThan(rules.overAmount),
    limit: rules.overLimit && facts.isOverLimit,
    first: rules.first && facts.isFirst,
    margin: rules.belowMargin > 0 && facts.margin !== null && facts.margin.lessThan(rules.belowMargin),
    discount: facts.exceedsAuthority,
  }
  return approvalReasons.filter((reason) => applies[reason])
}

/** What a line brings and what it costs, before tax, in lira. */
export type MarginLine = { amount: Decimal; cost: Decimal }

/** The margin over the lines whose cost is known, in percent of their price; null if no cost is known. */
export function marginOf(lines: readonly MarginLine[]): Decimal | null {
  const sum = (key: keyof MarginLine) => lines.reduce((total, line) => total.plus(line[key]), decimal(0))
  if (lines.length === 0) return null
  const [amount, cost] = [sum('amount'), sum('cost')]
  if (amount.isZero()) return cost.isZero() ? null : decimal(-100)
  return amount.minus(cost).dividedBy(amount).times(100)
}
