import type { Db } from '#server/platform/db/pool.ts'
import type { BankTransaction } from '#server/sandbox-bank/queries.ts'

/** How many transactions a page of a list has. */
export const listPageSize = 50

export type ListedTransaction = Pick<
  BankTransaction,
  'id' | 'oid' | 'kind' | 'approved' | 'amount' | 'currency' | 'installment' | 'card' | 'auth_code' | 'host_ref' | 'at'
> & {
  /** The time in Turkey, as `YYYY-MM-DD HH:MM:SS`. */
  time: string
  /** The reference number of the sale. */
  sale_ref: string
  is_voided: boolean
}

/** The transactions of a merchant on a day in Turkey (`YYYY-MM-DD`), oldest first. */
export function loadListed(db: Db, clientId: string, day: string): Promise<ListedTransaction[]> {
  return db.query<ListedTransaction>(
    `SELECT t.id, t.oid, t.kind, t.approved, t.amount, t.currency, t.installment, t.card, t.auth_code, t.host_ref, t.at,
            to_char(t.at AT TIME ZONE 'Europe/Istanbul', 'YYYY-MM-DD HH24:MI:SS') AS time,
            coalesce(sale.host_ref, '') AS sale_ref,
            t.kind = 'sale' AND EXISTS (SELECT FROM sandbox_transactions v
                                         WHERE v.client_id = t.client_id AND v.oid = t.oid AND v.kind = 'void' AND v.approved) AS is_voided
       FROM sandbox_transactions t
       LEFT JOIN sandbox_transactions sale
         ON sale.client_id = t.client_id AND sale.oid = t.oid AND sale.kind = 'sale' AND sale.approved
      WHERE t.client_id = $1 AND (t.at AT TIME ZONE 'Europe/Istanbul')::date = $2
      ORDER BY t.id`,
    [clientId, day],
  )
}

/** A page of a list, and the number of its pages. */
export function pageOf<Row>(rows: readonly Row[], page: number): { rows: Row[]; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / listPageSize))
  return { rows: rows.slice((page - 1) * listPageSize, page * listPageSize), pages }
}
