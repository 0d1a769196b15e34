import { type Day } from '#domain/text/calendar-day.ts'
import { convert, decimal, type Decimal, lira, type Money, type Rates } from '#domain/money/money.ts'
import { sumsToPay } from '#domain/orders/limit-advice.ts'
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
  return check(await limitOf(db, request, await lockTerms(db, request.dealerId)), request, totalTry).refusal
}

/** Why an order does not fit into its dealer's limit; null if it does. */
export type LimitCheck = {
  refusal: RiskRefusal | null
  /** Null without a limit. */
  limit: DealerLimit | null
  /** What to pay so that the order fits, by currency, lira first; null if no payment makes it fit. */
  sums: Money[] | null
}

/** The same without a lock, for advice. The order itself checks again. */
export async function readLimitCheck(db: Db, request: LimitRequest, totalTry: Decimal): Promise<LimitCheck> {
  if (!request.isOn) return { refusal: null, limit: null, sums: [] }
  return check(await limitOf(db, request, await loadTerms(db, request.dealerId)), request, totalTry)
}

/** The refusal names what has to be paid in lira, where that alone makes the order fit. */
function check(limit: DealerLimit | null, { rates }: LimitRequest, totalTry: Decimal): LimitCheck {
  const refusal = checkRiskLimit(limit, totalTry)
  if (limit === null || refusal === null) return { refusal, limit, sums: [] }
  const sums = sumsToPay({ ...limit, limit, totalTry, rates })
  const [only] = sums ?? []
  if (refusal.code === 'risk_limit_blocked' || only?.currency !== lira || sums?.length !== 1)
    return { refusal, limit, sums }
  return { refusal: { ...refusal, facts: { ...refusal.facts, toPay: Number(only.value) } }, limit, sums }
}

export type DealerLimit = RiskLimit & {
  mode: RiskMode
  /** In TL, as exact text. */
  riskLimit: string
  accounts: readonly AccountFigures[]
}

async function limitOf(
  db: Db,
  { dealerId, isOn, rates, today }: LimitRequest,
  terms: RiskTermsRow,
): Promise<DealerLimit | null> {
  if (!isOn || !decimal(terms.risk_limit).greaterThan(0)) return null
  const accounts = await loadFigures(db, dealerId, today)
  // Read after the lock: an order that held the lock before is committed by now.
  const openOrders = terms.risk_mode === 'balance' ? await sumOpenOrders(db, dealerId) : 0
  const limit = limitFrom(terms, { accounts, openOrders, rates })
  return limit && { ...limit, mode: terms.risk_mode, riskLimit: terms.risk_limit, accounts }
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
