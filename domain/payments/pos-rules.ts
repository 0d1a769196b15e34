import { type Decimal, decimal } from '#domain/money/money.ts'
import type { CardInfo } from './installments.ts'
import type { PosCurrency } from './pos-adapters.ts'

/** Types of cards that a rule can name; `unknown`: on no list, such as a foreign card. */
export const ruleCardTypes = ['credit', 'debit', 'prepaid', 'unknown'] as const
export type RuleCardType = (typeof ruleCardTypes)[number]

/** `ordered`: the first account that takes the payment; `shares`: the one furthest behind its share; `cheapest`: at the lowest cost. */
export const ruleTargets = ['ordered', 'shares', 'cheapest'] as const
export type RuleTarget = (typeof ruleTargets)[number]

/** Which payments a rule is for. Empty lists and nulls do not restrict it. */
export type RuleConditions = {
  /** First digits of cards: six to eight. */
  bins: readonly string[]
  families: readonly string[]
  /** EFT codes of the banks that issued the card. */
  bankCodes: readonly string[]
  cardTypes: readonly RuleCardType[]
  cardClass: 'personal' | 'commercial' | null
  /** Both included; in the currency of the payment, as exact text. */
  minAmount: string | null
  maxAmount: string | null
  installments: readonly number[]
  currency: PosCurrency | null
}

export type RuleAccount = {
  id: number
  /** Percent of the payments of a rule with shares; null in others. */
  share: string | null
}

export type PosRule = RuleConditions & {
  id: number
  target: RuleTarget
  /** In the order in which they are chosen. */
  accounts: readonly RuleAccount[]
}

/** What a rule is compared with. */
export type RoutedPayment = {
  /** The digits of the card that are known: six to eight; '' = none. */
  digits: string
  /** What they tell; null = the card is on no list. */
  card: CardInfo | null
  /** Without a fee; null = not known yet. */
  amount: Decimal | number | string | null
  currency: PosCurrency
  installment: number
}

/** Whether the rule is for this payment. An amount that is not known yet is in every range. */
export function matchesRule(rule: RuleConditions, payment: RoutedPayment): boolean {
  const { digits, card, amount, currency, installment } = payment
  const isIn = <T>(list: readonly T[], value: T | null) => list.length === 0 || (value !== null && list.includes(value))
  return (
    (rule.bins.length === 0 || rule.bins.some((bin) => digits.startsWith(bin))) &&
    // Only credit cards have a program.
    isIn(rule.families, card?.type === 'credit' ? card.family : null) &&
    isIn(rule.bankCodes, card?.bankCode ?? null) &&
    isIn(rule.cardTypes, card?.type ?? 'unknown') &&
    (rule.cardClass === null || (card !== null && rule.cardClass === classOf(card))) &&
    isIn(rule.installments, installment) &&
    (rule.currency === null || rule.currency === currency) &&
    isWithin(rule, amount)
  )
}

export const classOf = ({ isCommercial }: CardInfo): 'personal' | 'commercial' =>
  isCommercial ? 'commercial' : 'personal'

function isWithin({ minAmount, maxAmount }: RuleConditions, amount: RoutedPayment['amount']): boolean {
  if (amount === null) return true
  const isEnough = minAmount === null || decimal(amount).greaterThanOrEqualTo(minAmount)
  return isEnough && (maxAmount === null || decimal(amount).lessThanOrEqualTo(maxAmount))
}

/** What accounts took under a rule lately, by account id: a sum of amounts or a number of payments. */
export type TakenShares = ReadonlyMap<number, string>

/**
 * The account furthest behind its share once it had taken this payment too; of several, the first. Shares of accounts that
 * cannot take the payment are divided among the others. `weight`: what the payment adds, its amount or 1.
 */
export function behindItsShare<Account extends RuleAccount>(
  accounts: readonly Account[],
  taken: TakenShares,
  weight: Decimal | number | string,
): Account | null {
  const takenOf = ({ id }: RuleAccount) => decimal(taken.get(id) ?? 0)
  const shareOf = ({ share }: RuleAccount) => decimal(share ?? 0)
  const sum = (of: (account: RuleAccount) => Decimal) =>
    accounts.reduce((total, each) => total.plus(of(each)), decimal(0))
  const [total, shares] = [sum(takenOf).plus(weight), sum(shareOf)]
  const missing = (account: Account) => shareOf(account).times(total).minus(takenOf(account).times(shares))
  return accounts.reduce<Account | null>(
    (best, each) => (best === null || missing(each).greaterThan(missing(best)) ? each : best),
    null,
  )
}

/** Whether shares in percent add up to exactly 100. */
export function sharesAddUp(shares: readonly (string | null)[]): boolean {
  return shares.reduce((sum, share) => sum.plus(share ?? 0), decimal(0)).equals(100)
}
