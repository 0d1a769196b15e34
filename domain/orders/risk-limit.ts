import { parseAmount } from '#domain/money/amount-text.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'

type Amount = Decimal | number | string

/**
 * 'order': each order alone is compared with the limit minus the overdue amount; 'balance': debt and open orders count.
 */
export const riskModes = ['order', 'balance'] as const
export type RiskMode = (typeof riskModes)[number]

/** A dealer's figures in TL. `openOrders`: orders that are neither cancelled nor sent to the ERP. */
export type RiskTerms = {
  /** Setting b2b_risk_limit_islem. */
  isOn: boolean
  riskLimit: Amount
  mode: RiskMode
  balance: Amount
  overdueBalance: Amount
  openOrders: Amount
}

/** The amount a dealer may still order for, in TL; may be negative. */
export type RiskLimit = { isBlocked: boolean; available: Decimal }

/** The ERP uses a limit of exactly this amount to block orders (checkout, section 5). */
const blockingLimit = 1

/**
 * The dealer's limit, or null if none applies: the setting is off or the limit is 0 (checkout, section 5; decisions,
 * "Risk limit").
 */
export function riskLimitOf(terms: RiskTerms): RiskLimit | null {
  const limit = decimal(terms.riskLimit)
  if (!terms.isOn || !limit.greaterThan(0)) return null
  if (limit.equals(blockingLimit)) return { isBlocked: true, available: decimal(0) }
  const used = terms.mode === 'order' ? decimal(terms.overdueBalance) : decimal(terms.balance).plus(terms.openOrders)
  return { isBlocked: false, available: limit.minus(used) }
}

/**
 * Whether the dealer exceeds its limit (checkout, section 5). A dealer blocked by a limit of 1 has no limit to exceed.
 */
export const isOverLimit = (limit: RiskLimit | null): boolean => limit !== null && limit.available.lessThan(0)

export type RiskRefusal =
  | { ok: false; code: 'risk_limit_blocked' }
  | {
      ok: false
      code: 'risk_limit_exceeded'
      /**
       * In TL: the amount above the limit, the largest order that would pass, and what the dealer has to pay so that this one
       * passes; missing where a payment in lira does not help.
       */
      facts: { excess: number; largest: number; toPay?: number }
    }

/**
 * Checks an order total in TL against the limit; texts may use either separator. An order of exactly the available
 * amount passes; nothing passes if nothing is available (checkout, section 5). Throws if the text is not an amount.
 */
export function checkRiskLimit(limit: RiskLimit | null, totalTry: Amount): RiskRefusal | null {
  if (limit === null) return null
  if (limit.isBlocked) return { ok: false, code: 'risk_limit_blocked' }
  const total = typeof totalTry === 'string' ? parseAmount(totalTry) : decimal(totalTry)
  if (total === null) throw new RangeError(`"${String(totalTry)}" is no amount.`)
  const { available } = limit
  if (available.greaterThan(0) && total.lessThanOrEqualTo(available)) return null
  const largest = available.greaterThan(0) ? available : decimal(0)
  const excess = total.minus(largest)
  return {
    ok: false,
    code: 'risk_limit_exceeded',
    facts: { excess: excess.toNumber(), largest: largest.toNumber() },
  }
}
