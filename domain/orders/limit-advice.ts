import { type Decimal, decimal, exchange, lira, type Money, type Rates } from '#domain/money/money.ts'
import type { RiskLimit, RiskMode } from './risk-limit.ts'

type Amount = Decimal | number | string

/** What a dealer owes in one currency. */
export type OwedAccount = { currency: string; overdueBalance: Amount }

export type LimitGap = {
  /** The order's total with tax, in TL. */
  totalTry: Amount
  /** The dealer's risk limit in TL. */
  riskLimit: Amount
  mode: RiskMode
  limit: RiskLimit
  /** Lira first. */
  accounts: readonly OwedAccount[]
  rates: Rates
}

/**
 * What the dealer has to pay, in the currency of each account, so that the whole order fits: nothing if it fits already,
 * null if no payment makes it fit. Each sum is rounded up to the hundredth.
 *
 * Where debt and open orders count, that is the gap in lira. Where each order alone counts, only overdue debts take from the
 * limit: those in lira are paid first, then those in other currencies, and an order above the limit itself never fits.
 */
export function sumsToPay({ totalTry, riskLimit, mode, limit, accounts, rates }: LimitGap): Money[] | null {
  if (limit.isBlocked) return null
  const total = decimal(totalTry)
  const gap = total.minus(limit.available)
  if (!gap.greaterThan(0)) return []
  if (mode === 'balance') return [{ value: roundUp(gap).toFixed(2), currency: lira }]
  if (total.greaterThan(riskLimit)) return null
  const own = accounts.find(({ currency }) => currency === lira)
  const owed = decimal(own?.overdueBalance ?? 0)
  const inLira = owed.lessThan(gap) ? owed : roundUp(gap)
  const sums = inLira.greaterThan(0) ? [{ value: inLira.toFixed(2), currency: lira }] : []
  return [...sums, ...foreignSums(accounts, gap.minus(inLira), rates)]
}

/** Debts in lira are rounded in sum: half a hundredth more makes up for it. */
function foreignSums(accounts: readonly OwedAccount[], gap: Decimal, rates: Rates): Money[] {
  let left = gap.greaterThan(0) ? gap.plus('0.005') : decimal(0)
  return accounts.flatMap(({ currency, overdueBalance }) => {
    const owed = decimal(overdueBalance)
    if (currency === lira || !owed.greaterThan(0) || !left.greaterThan(0)) return []
    const worth = exchange(owed, currency, lira, rates)
    if (!worth.greaterThan(0)) return []
    const isAll = worth.lessThanOrEqualTo(left)
    const rounded = roundUp(exchange(left, lira, currency, rates))
    left = isAll ? left.minus(worth) : decimal(0)
    const sum = isAll || rounded.greaterThan(owed) ? owed : rounded
    return [{ value: sum.toFixed(2), currency }]
  })
}

const roundUp = (amount: Decimal): Decimal => amount.times(100).ceil().dividedBy(100)
