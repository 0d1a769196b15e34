import { paidStates } from '#domain/payment.ts'
import type { RiskMode } from '#domain/risk-limit.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type RiskTermsRow = { risk_limit: string; risk_mode: RiskMode }

const unlimited: RiskTermsRow = { risk_limit: '0', risk_mode: 'order' }

/** A dealer's terms. */
export async function loadTerms(db: Db, dealerId: number): Promise<RiskTermsRow> {
  const row = await db.one<RiskTermsRow>(
    'SELECT risk_limit, risk_mode FROM dealers WHERE id = $1',
    [dealerId],
    'risk_terms',
  )
  return row ?? unlimited
}

/**
 * The same, and the dealer stays locked where it has a limit: orders decide one after the other. The weaker lock (NO KEY) leaves alone
 * what only refers to the dealer.
 */
export async function lockTerms(db: Db, dealerId: number): Promise<RiskTermsRow> {
  const row = await db.one<RiskTermsRow>(
    'SELECT risk_limit, risk_mode FROM dealers WHERE id = $1 AND risk_limit > 0 FOR NO KEY UPDATE',
    [dealerId],
    'risk_terms_locked',
  )
  return row ?? unlimited
}

/** TL of the orders that are neither cancelled, paid by card nor handed to the ERP: what the balance does not know of yet. */
export async function sumOpenOrders(db: Db, dealerId: number): Promise<string> {
  const row = await db.one<{ total: string }>(
    `SELECT coalesce(sum(total_try), 0) AS total FROM orders o
      WHERE dealer_id = $1 AND NOT is_cancel AND sent_to_erp_at IS NULL
        AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.state = ANY ($2))`,
    [dealerId, paidStates],
    'risk_open_orders',
  )
  return row?.total ?? '0'
}

/**
 * SQL: whether the dealer `d` has used more than its limit, whether the store stops orders by it or not. By the same rules as
 * `riskLimitOf` of domain/risk-limit.ts; what is open is added up only for dealers whose limit counts it.
 */
export const overLimitSql = `(d.risk_limit > 0 AND d.risk_limit < CASE d.risk_mode WHEN 'order' THEN d.overdue_balance
  ELSE d.balance + (SELECT coalesce(sum(o.total_try), 0) FROM orders o
    WHERE o.dealer_id = d.id AND NOT o.is_cancel AND o.sent_to_erp_at IS NULL
      AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id
                         AND p.state IN (${paidStates.map((state) => `'${state}'`).join(', ')}))) END)`
