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

export type LimitRequest = {
  dealerId: number
  /** Setting b2b_risk_limit_islem. */
  isOn: boolean
  /** Debts in other currencies count in TRY at these rates. */
  rates: Rates
  today: Day
}

/**
 * Checks whether the dealer may order for this amount. Call it in the order's transaction: it locks the dealer until
 * the transaction ends, so that concurrent orders count each other.
 */
export async function checkDealerLimit(db: Db, request: LimitRequest, totalTry: Decimal): Promise<RiskRefusal | null> {
  if (!request.isOn) return null
  return checkRiskLimit(await limitOf(db, request, await lockTerms(db, request.dealerId)), totalTry)
}

type DealerLimit = RiskLimit & { mode: RiskMode }

/** The dealer's current limit, for display. `figures` are those of its account. */
export async function loadLimit(
  db: Db,
  request: LimitRequest,
  figures: readonly AccountFigures[],
): Promise<DealerLimit | null> {
  return request.isOn ? limitOf(db, request, await loadTerms(db, request.dealerId), figures) : null
}

async function limitOf(
  db: Db,
  { dealerId, isOn, rates, today }: LimitRequest,
  terms: RiskTermsRow,
  figures?: readonly AccountFigures[],
): Promise<DealerLimit | null> {
  if (!isOn || !decimal(terms.risk_limit).greaterThan(0)) return null
  const accounts = figures ?? (await loadFigures(db, dealerId, today))
  // Read after the lock: an order that held the lock before is committed by now.
  const openOrders = terms.risk_mode === 'balance' ? await sumOpenOrders(db, dealerId) : 0
  const limit = limitFrom(terms, { accounts, openOrders, rates })
  return limit && { ...limit, mode: terms.risk_mode }
}

/** Calculates a dealer's limit. Debts in other currencies count in TRY. */
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
