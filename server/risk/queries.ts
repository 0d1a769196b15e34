import { paidStates } from '#domain/payments/payment.ts'
import type { RiskMode } from '#domain/orders/risk-limit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ReadPart } from '#server/platform/db/together.ts'
import { isPaymentReferenceSql } from '#server/statement/statement.ts'

export type RiskTermsRow = { risk_limit: string; risk_mode: RiskMode }

const unlimited: RiskTermsRow = { risk_limit: '0', risk_mode: 'order' }

export async function loadTerms(db: Db, dealerId: number): Promise<RiskTermsRow> {
  const row = await db.one<RiskTermsRow>(
    'SELECT risk_limit, risk_mode FROM dealers WHERE id = $1',
    [dealerId],
    'risk_terms',
  )
  return row ?? unlimited
}

/**
 * Loads a dealer's terms and locks the dealer if it has a limit, so that its orders are checked one after the other.
 * The weaker lock (NO KEY) does not block rows that only reference the dealer.
 */
export async function lockTerms(db: Db, dealerId: number): Promise<RiskTermsRow> {
  const row = await db.one<RiskTermsRow>(
    'SELECT risk_limit, risk_mode FROM dealers WHERE id = $1 AND risk_limit > 0 FOR NO KEY UPDATE',
    [dealerId],
    'risk_terms_locked',
  )
  return row ?? unlimited
}

/**
 * The dealer's orders, in TRY, that the balance does not contain yet: not cancelled and not handed to the ERP.
 *
 * An order paid by card counts against its credit, so that the credit leaves no room for other orders before the invoice
 * arrives: until the ERP has the order and has posted a debit since. It does not count where the balance does not contain the
 * credit either: figures that the ERP or a person gave.
 */
export async function sumOpenOrders(db: Db, dealerId: number): Promise<string> {
  return (await sumOpenOrdersOf(db, [dealerId])).get(dealerId) ?? '0'
}

/** Like `sumOpenOrders` for several dealers. Dealers without such orders are left out. */
export async function sumOpenOrdersOf(db: Db, dealerIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query<OpenOrdersRow>(openOrdersSql('$1', '$2'), [dealerIds, paidStates], 'risk_open_orders')
  return new Map(rows.map(({ dealer_id, total }) => [dealer_id, total]))
}

type OpenOrdersRow = { dealer_id: number; total: string }

/** `dealers`, `paid`: arrays of ids and of states, as SQL. */
const openOrdersSql = (dealers: string, paid: string): string =>
  `SELECT dealer_id, sum(total_try)::text AS total FROM (
     SELECT dealer_id, total_try FROM orders o
      WHERE dealer_id = ANY (${dealers}) AND NOT is_cancel AND sent_to_erp_at IS NULL
        AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.state = ANY (${paid}))
      UNION ALL
     SELECT p.dealer_id, o.total_try
       FROM dealer_balances b
       CROSS JOIN LATERAL (
         SELECT coalesce(max(id), 0) AS last_debit FROM account_movements m
          WHERE m.dealer_id = b.dealer_id AND m.debit > 0 AND NOT ${isPaymentReferenceSql('m.reference')}) AS erp
       JOIN payments p ON p.dealer_id = b.dealer_id AND p.order_id IS NOT NULL AND p.state = ANY (${paid})
       JOIN orders o ON o.id = p.order_id AND NOT o.is_cancel
      WHERE b.dealer_id = ANY (${dealers}) AND b.currency = 'TRY' AND NOT b.is_imported
        AND p.movement_id > CASE WHEN o.sent_to_erp_at IS NULL THEN 0 ELSE erp.last_debit END
   ) AS open GROUP BY dealer_id`

/** A dealer's terms with its open orders where these count. */
export type LimitRow = RiskTermsRow & { open_orders: string }

/** The terms of dealers that have a limit, to be read with others. */
export const limitsPart = (dealerIds: readonly number[]): ReadPart<LimitRow> => ({
  sql: `SELECT d.risk_limit::text, d.risk_mode, coalesce(o.total, '0') AS open_orders
          FROM dealers d LEFT JOIN (${openOrdersSql(inBalanceMode, '$2')}) o ON o.dealer_id = d.id
         WHERE d.id = ANY ($1) AND d.risk_limit > 0`,
  params: [dealerIds, paidStates],
})

/** Of the dealers $1: those whose open orders count against their limit. */
const inBalanceMode = "ARRAY (SELECT id FROM dealers WHERE id = ANY ($1) AND risk_limit > 0 AND risk_mode = 'balance')"

export async function loadTermsOf(db: Db, dealerIds: readonly number[]): Promise<(RiskTermsRow & { id: number })[]> {
  return db.query('SELECT id, risk_limit, risk_mode FROM dealers WHERE id = ANY ($1)', [dealerIds])
}

/** The ids of dealers that have a limit. */
export async function findLimited(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>('SELECT id FROM dealers WHERE risk_limit > 0')
  return rows.map(({ id }) => id)
}
