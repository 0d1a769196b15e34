import { parseAmount } from '#domain/money/amount-text.ts'
import { formatNumber } from '#domain/text/format.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'

type Amount = Decimal | number | string

/** 'order': each order by itself against the limit minus what is overdue; 'balance': all that is owed and ordered counts. */
export const riskModes = ['order', 'balance'] as const
export type RiskMode = (typeof riskModes)[number]

/** A dealer's figures in TL. `openOrders`: orders that were neither cancelled nor handed to the ERP yet. */
export type RiskTerms = {
  /** Setting b2b_risk_limit_islem. */
  isOn: boolean
  riskLimit: Amount
  mode: RiskMode
  balance: Amount
  overdueBalance: Amount
  openOrders: Amount
}

/** What a dealer may still order for, in TL; it can be negative. */
export type RiskLimit = { isBlocked: boolean; available: Decimal }

/** A limit of exactly this much is the ERP's word for "no orders" (checkout, section 5). */
const blockingLimit = 1

/**
 * The dealer's limit, or null where none applies: the setting is off, or the limit is 0 (checkout, section 5;
 * decisions, "Risk limit").
 */
export function riskLimitOf(terms: RiskTerms): RiskLimit | null {
  const limit = decimal(terms.riskLimit)
  if (!terms.isOn || !limit.greaterThan(0)) return null
  if (limit.equals(blockingLimit)) return { isBlocked: true, available: decimal(0) }
  const used = terms.mode === 'order' ? decimal(terms.overdueBalance) : decimal(terms.balance).plus(terms.openOrders)
  return { isBlocked: false, available: limit.minus(used) }
}

/** Whether more is used than the limit allows (checkout, section 5). Who is blocked by a limit of 1 has none to be over. */
export const isOverLimit = (limit: RiskLimit | null): boolean => limit !== null && limit.available.lessThan(0)

export type RiskRefusal =
  | { ok: false; code: 'risk_limit_blocked' }
  | {
      ok: false
      code: 'risk_limit_exceeded'
      /** In TL: what the order has too much, and the largest order that would pass. */
      facts: { excess: number; largest: number; excessText: string; largestText: string }
    }

/**
 * Whether an order of this total in TL passes; a text is read with either kind of separators. Nothing passes where
 * nothing is left, and a total of exactly what is left does (checkout, section 5). Throws where the text is no amount.
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
    facts: {
      excess: excess.toNumber(),
      largest: largest.toNumber(),
      excessText: formatNumber(excess, 2),
      largestText: formatNumber(largest, 2),
    },
  }
}
