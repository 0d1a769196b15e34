import { decimal, lira } from '#domain/money/money.ts'
import { type PosRule, type RuleCardType, ruleCardTypes, type RuleConditions } from './pos-rules.ts'

/** What is odd about a rule. `by`: the rules above that take its payments. */
export type RuleProblem =
  /** No payment fulfils its conditions, such as a debit card in installments. */
  | { kind: 'impossible' }
  /** Rules above it take all its payments, with all its accounts. */
  | { kind: 'shadowed'; by: number[] }
  /** It applies only where no account of a rule above takes a payment. */
  | { kind: 'reserve'; by: number[] }

const allInstallments = Array.from({ length: 12 }, (_, i) => i + 1)

/** What is odd about each rule of the list, by rule id. Rules must be the active ones in their order. */
export function checkRules(rules: readonly PosRule[]): Map<number, RuleProblem> {
  const found = new Map<number, RuleProblem>()
  for (const [i, rule] of rules.entries()) {
    const problem = checkRule(rule, rules.slice(0, i))
    if (problem !== null) found.set(rule.id, problem)
  }
  return found
}

function checkRule(rule: PosRule, above: readonly PosRule[]): RuleProblem | null {
  const scope = scopeOf(rule)
  if (scope.cardTypes.length === 0 || scope.installments.length === 0) return { kind: 'impossible' }
  const covering = above.filter((each) => covers(each, scope))
  if (covering.length === 0) return null
  const by = covering.map(({ id }) => id)
  // Whether an account takes a payment does not depend on the rule that names it.
  const tried = covering.flatMap(({ accounts }) => accounts.map(({ id }) => id))
  return { kind: rule.accounts.every(({ id }) => tried.includes(id)) ? 'shadowed' : 'reserve', by }
}

type Scope = Omit<RuleConditions, 'cardTypes' | 'installments'> & {
  cardTypes: readonly RuleCardType[]
  installments: readonly number[]
}

/** The payments that a rule can get at all: only credit cards have programs and pay in installments, and only in lira. */
function scopeOf(rule: RuleConditions): Scope {
  const isKnown = rule.families.length > 0 || rule.bankCodes.length > 0 || rule.cardClass !== null
  const given = rule.cardTypes.length === 0 ? ruleCardTypes : rule.cardTypes
  const counts = rule.installments.length === 0 ? allInstallments : rule.installments
  const isDivided = counts.every((count) => count > 1)
  const cardTypes = given.filter((type) => {
    if (type === 'credit') return true
    return rule.families.length === 0 && !isDivided && (type !== 'unknown' || !isKnown)
  })
  const isForeign = rule.currency !== null && rule.currency !== lira
  const single = isForeign || !cardTypes.includes('credit')
  const currency = rule.currency ?? (isDivided ? lira : null)
  return { ...rule, currency, cardTypes, installments: single ? counts.filter((count) => count === 1) : counts }
}

/** Whether a rule is for every payment of a scope. */
function covers(rule: RuleConditions, scope: Scope): boolean {
  const hasAll = <T>(given: readonly T[], needed: readonly T[]) => given.length === 0 || isWithin(needed, given)
  return (
    (rule.bins.length === 0 ||
      (scope.bins.length > 0 && scope.bins.every((bin) => rule.bins.some((prefix) => bin.startsWith(prefix))))) &&
    (rule.families.length === 0 || (scope.families.length > 0 && isWithin(scope.families, rule.families))) &&
    (rule.bankCodes.length === 0 || (scope.bankCodes.length > 0 && isWithin(scope.bankCodes, rule.bankCodes))) &&
    hasAll(rule.cardTypes, scope.cardTypes) &&
    (rule.cardClass === null || rule.cardClass === scope.cardClass) &&
    hasAll(rule.installments, scope.installments) &&
    (rule.currency === null || rule.currency === scope.currency) &&
    (rule.minAmount === null || decimal(scope.minAmount ?? 0).greaterThanOrEqualTo(rule.minAmount)) &&
    (rule.maxAmount === null ||
      (scope.maxAmount !== null && decimal(scope.maxAmount).lessThanOrEqualTo(rule.maxAmount)))
  )
}

const isWithin = <T>(items: readonly T[], list: readonly T[]): boolean => items.every((item) => list.includes(item))
