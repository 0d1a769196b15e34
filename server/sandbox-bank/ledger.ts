import type { Db } from '#server/platform/db/pool.ts'

/** The bank's books for an order number. Amounts are lira with two decimals; `balance` is what the shop keeps. */
export type LedgerOrder = {
  clientId: string
  oid: string
  installment: number
  card: string
  captured: string
  refunded: string
  voided: boolean
  balance: string
  capturedAt: Date
}
export type Ledger = { orders: LedgerOrder[]; declined: number; captured: string; returned: string; balance: string }

/** All paid orders, newest first. */
export async function loadLedger(db: Db, { oid, limit }: { oid?: string; limit?: number } = {}): Promise<Ledger> {
  const orders = await db.query<LedgerOrder>(
    `SELECT sale.client_id AS "clientId", sale.oid, sale.installment, sale.card, sale.amount AS captured,
            CASE WHEN back.voided THEN sale.amount ELSE back.refunded END AS refunded, back.voided,
            CASE WHEN back.voided THEN 0.00 ELSE sale.amount - back.refunded END AS balance, sale.at AS "capturedAt"
       FROM sandbox_transactions sale,
            LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0.00) AS refunded,
                            coalesce(bool_or(kind = 'void'), false) AS voided
                       FROM sandbox_transactions t
                      WHERE t.client_id = sale.client_id AND t.oid = sale.oid AND approved AND kind <> 'sale') back
      WHERE kind = 'sale' AND approved AND ($1::text IS NULL OR sale.oid = $1)
      ORDER BY sale.id DESC LIMIT $2`,
    [oid ?? null, limit ?? null],
  )
  const sums = await db.one<Omit<Ledger, 'orders'>>(
    `SELECT count(*) FILTER (WHERE NOT approved)::int AS declined,
            coalesce(sum(amount) FILTER (WHERE kind = 'sale' AND approved), 0.00) AS captured,
            coalesce(sum(amount) FILTER (WHERE kind <> 'sale' AND approved), 0.00) AS returned,
            coalesce(sum(CASE WHEN kind = 'sale' THEN amount ELSE -amount END) FILTER (WHERE approved), 0.00) AS balance
       FROM sandbox_transactions WHERE $1::text IS NULL OR oid = $1`,
    [oid ?? null],
  )
  return { declined: 0, captured: '0.00', returned: '0.00', balance: '0.00', ...sums, orders }
}
