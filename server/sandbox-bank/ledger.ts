import type { Db } from '#server/platform/db/pool.ts'

/** The bank's books for an order number. Amounts have two decimals; `balance` is what the shop keeps. */
export type LedgerOrder = {
  clientId: string
  oid: string
  currency: string
  installment: number
  card: string
  captured: string
  refunded: string
  voided: boolean
  balance: string
  capturedAt: Date
}
export type Ledger = { orders: LedgerOrder[]; declined: number; sums: LedgerSums[] }
export type LedgerSums = { currency: string; captured: string; returned: string; balance: string }

/** All paid orders, newest first. */
export async function loadLedger(db: Db, { oid, limit }: { oid?: string; limit?: number } = {}): Promise<Ledger> {
  const orders = await db.query<LedgerOrder>(
    `SELECT sale.client_id AS "clientId", sale.oid, sale.currency, sale.installment, sale.card, sale.amount AS captured,
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
  const [declined, sums] = [
    await db.one<{ declined: number }>(
      `SELECT count(*)::int AS declined FROM sandbox_transactions
        WHERE NOT approved AND ($1::text IS NULL OR oid = $1)`,
      [oid ?? null],
    ),
    await db.query<LedgerSums>(
      `SELECT currency, coalesce(sum(amount) FILTER (WHERE kind = 'sale'), 0.00) AS captured,
              coalesce(sum(amount) FILTER (WHERE kind <> 'sale'), 0.00) AS returned,
              sum(CASE WHEN kind = 'sale' THEN amount ELSE -amount END) AS balance
         FROM sandbox_transactions WHERE approved AND ($1::text IS NULL OR oid = $1)
        GROUP BY currency ORDER BY currency = 'TRY' DESC, currency`,
      [oid ?? null],
    ),
  ]
  return { orders, declined: declined?.declined ?? 0, sums }
}
