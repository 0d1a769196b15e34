import { type Day } from '#domain/text/calendar-day.ts'
import { convert, decimal, type Decimal, lira, type Rates } from '#domain/money/money.ts'
import {
  checkRiskLimit,
  type RiskLimit,
  type RiskMode,
  riskLimitOf,
  type RiskRefusal,
} from '#domain/orders/risk-limit.ts'
import type { AccountFigures } from '#contract/shop/statement.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadFigures } from '#server/statement/statement.ts'
import { loadTerms, lockTerms, type RiskTermsRow, sumOpenOrders } from './queries.ts'

export type LimitQuestion = {
  dealerId: number
  /** Setting b2b_risk_limit_islem. */
  isOn: boolean
  /** Debts in other currencies count in TL at these. */
  rates: Rates
  today: Day
}

/**
 * Whether the dealer may order for this much. It belongs into the order's own transaction: the dealer stays locked until
 * that ends, so that orders at the same time count each other.
 */
export async function checkDealerLimit(
  db: Db,
  question: LimitQuestion,
  totalTry: Decimal,
): Promise<RiskRefusal | null> {
  if (!question.isOn) return null
  return checkRiskLimit(await limitOf(db, question, await lockTerms(db, question.dealerId)), totalTry)
}

type DealerLimit = RiskLimit & { mode: RiskMode }

/** The dealer's limit as it is now, to be shown; `figures` are those of its account. */
export async function loadLimit(
  db: Db,
  question: LimitQuestion,
  figures: readonly AccountFigures[],
): Promise<DealerLimit | null> {
  return question.isOn ? limitOf(db, question, await loadTerms(db, question.dealerId), figures) : null
}

async function limitOf(
  db: Db,
  { dealerId, isOn, rates, today }: LimitQuestion,
  terms: RiskTermsRow,
  figures?: readonly AccountFigures[],
): Promise<DealerLimit | null> {
  if (!isOn || !decimal(terms.risk_limit).greaterThan(0)) return null
  const accounts = figures ?? (await loadFigures(db, dealerId, today))
  // Asked after the lock: whoever had it before has committed its order.
  const openOrders = terms.risk_mode === 'balance' ? await sumOpenOrders(db, dealerId) : 0
  const limit = limitFrom(terms, { accounts, openOrders, rates })
  return limit && { ...limit, mode: terms.risk_mode }
}

/** The limit of a dealer whose store goes by limits, from what was read of it; debts in other currencies count in TL. */
export function limitFrom(
  { risk_limit: riskLimit, risk_mode: mode }: RiskTermsRow,
  { accounts, openOrders, rates }: { accounts: readonly AccountFigures[]; openOrders: string | number; rates: Rates },
): RiskLimit | null {
  return riskLimitOf({
    isOn: true,
    riskLimit,
    mode,
    openOrders,
    balance: sumInLira(accounts, rates, ({ balance }) => balance),
    overdueBalance: sumInLira(accounts, rates, ({ overdueBalance }) => overdueBalance),
  })
}

function sumInLira(
  accounts: readonly AccountFigures[],
  rates: Rates,
  amountOf: (account: AccountFigures) => number,
): Decimal {
  return accounts
    .map((account) => convert({ value: amountOf(account), currency: account.currency }, lira, rates))
    .reduce((sum, amount) => sum.plus(amount), decimal(0))
    .toDecimalPlaces(2)
}
