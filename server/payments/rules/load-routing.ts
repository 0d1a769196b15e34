import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { Purchase } from '#domain/payments/installments.ts'
import type { Routing } from '#domain/payments/route-payment.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { listActiveAccounts, loadLimits, type PosAccount } from '#server/payments/pos/pos-queries.ts'
import { listRuleRows, loadTaken } from './rule-rows.ts'

/** What the plans of a payment depend on, besides the card. */
export type PlanQuery = {
  /** Without a fee; null = not known yet. */
  amount: string | null
  currency: PosCurrency
  /** Categories of the purchased goods. */
  categoryIds: readonly number[]
  /** The day in Turkey. */
  today: string
  /** The store's setting, in lira. */
  installmentLimit: number
  /** Whether the sandbox bank is served: never in production. */
  hasSandbox: boolean
}

/** The accounts, limits and rules in force, and what is paid for. */
export async function loadRouting(
  db: Db,
  query: PlanQuery,
): Promise<{ routing: Routing<PosAccount>; purchase: Purchase }> {
  const { amount, currency, today, installmentLimit } = query
  const accounts = await listActiveAccounts(db, query.hasSandbox, today)
  const { limits, categoryIds } = await loadLimits(db, query.categoryIds)
  const rules = (await listRuleRows(db)).filter(({ isActive }) => isActive)
  const hasShares = rules.some(({ target }) => target === 'shares')
  const taken = hasShares ? await loadTaken(db, { currency, today }) : new Map()
  const purchase: Purchase = { amount, currency, today, installmentLimit, categoryIds }
  return { routing: { accounts, rules, limits, taken }, purchase }
}
