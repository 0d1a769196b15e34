import { type Day } from '#domain/calendar-day.ts'
import { convert, decimal, type Decimal, lira, type Rates } from '#domain/money.ts'
import { checkRiskLimit, type RiskLimit, type RiskMode, riskLimitOf, type RiskRefusal } from '#domain/risk-limit.ts'
import type { AccountFigures } from '#contract/statement.ts'
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
  { risk_limit: riskLimit, risk_mode: mode }: RiskTermsRow,
  figures?: readonly AccountFigures[],
): Promise<DealerLimit | null> {
  const none = { isOn, riskLimit, mode, balance: 0, overdueBalance: 0, openOrders: 0 }
  const inMode = (limit: RiskLimit | null) => limit && { ...limit, mode }
  if (decimal(riskLimit).lessThanOrEqualTo(1)) return inMode(riskLimitOf(none))
  const accounts = figures ?? (await loadFigures(db, dealerId, today))
  const terms = {
    ...none,
    balance: sumInLira(accounts, rates, ({ balance }) => balance),
    overdueBalance: sumInLira(accounts, rates, ({ overdueBalance }) => overdueBalance),
    // Asked after the lock: whoever had it before has committed its order.
    openOrders: mode === 'balance' ? await sumOpenOrders(db, dealerId) : 0,
  }
  return inMode(riskLimitOf(terms))
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
