import type { Db } from '#server/platform/db/pool.ts'

/**
 * SQL: the rows that are the ERP's bookings of card payments and refunds that the account has already. Such a row has the
 * movement's reference; or the same amount with the payment's reference or the number under which the ERP has booked it, or
 * as a payment with the order's number, in its reference or document number. `rows` has the columns of movements and `id`.
 */
const bookings = (rows: string, id: string) => `
  WITH card AS MATERIALIZED (
    SELECT p.reference AS payment, o.order_no, NULL AS sent_as, e.document_no AS erp_no, m.dealer_id, m.reference, m.debit, m.credit, m.currency
      FROM payments p JOIN account_movements m ON m.id = p.movement_id LEFT JOIN orders o ON o.id = p.order_id
      LEFT JOIN erp_documents e ON e.kind = 'payment' AND e.subject_id = p.id
     WHERE p.dealer_id IN (SELECT dealer_id FROM ${rows})
     UNION ALL
    SELECT p.reference, NULL, p.reference || '-' || r.id, e.document_no, m.dealer_id, m.reference, m.debit, m.credit, m.currency
      FROM payments p JOIN payment_refunds r ON r.payment_id = p.id JOIN account_movements m ON m.id = r.movement_id
      LEFT JOIN erp_documents e ON e.kind = 'refund' AND e.subject_id = r.id
     WHERE p.dealer_id IN (SELECT dealer_id FROM ${rows})
  ), keys AS (
    SELECT card.*, k.key, k.is_order
      FROM card CROSS JOIN LATERAL (VALUES (reference, false), (payment, false), (order_no, true), (sent_as, false), (erp_no, false))
        AS k (key, is_order)
  ), pairs AS (
    SELECT r.${id} AS row, r.debit, r.credit, r.currency, r.kind, r.reference AS row_reference, k.reference,
           k.is_order, k.debit AS card_debit, k.credit AS card_credit, k.currency AS card_currency
      FROM ${rows} r JOIN keys k ON k.dealer_id = r.dealer_id AND k.key = r.reference
     UNION ALL
    SELECT r.${id}, r.debit, r.credit, r.currency, r.kind, r.reference, k.reference,
           k.is_order, k.debit, k.credit, k.currency
      FROM ${rows} r JOIN keys k ON k.dealer_id = r.dealer_id AND k.key = r.document_no
  )
  SELECT row FROM pairs
   WHERE row_reference = reference
      OR ((debit, credit, currency) = (card_debit, card_credit, card_currency) AND (NOT is_order OR kind = 'payment'))`

/** Removes the ERP's bookings of card payments and refunds, so that they add nothing to the account. */
export async function skipCardMovements(db: Db): Promise<void> {
  await db.execute(`DELETE FROM account_rows WHERE ctid IN (${bookings('account_rows', 'ctid')})`)
}

/** A movement of the ERP. `dealer` is a code, amounts are exact texts. */
export type ErpMovement = {
  dealer: string
  reference: string
  document_no: string
  kind: string
  debit: string
  credit: string
  currency: string
}

/** The positions of the movements that are the ERP's bookings of card payments and refunds. */
export async function findCardBookings(db: Db, movements: readonly ErpMovement[]): Promise<Set<number>> {
  const found = await db.query<{ row: number }>(
    `WITH erp_rows AS MATERIALIZED (
       SELECT m.at::integer - 1 AS at, d.id AS dealer_id, m.reference, m.document_no, m.kind, m.currency,
              round(m.debit, 2) AS debit, round(m.credit, 2) AS credit
         FROM ROWS FROM (jsonb_to_recordset($1) AS (dealer text, reference text, document_no text, kind text, debit numeric,
                         credit numeric, currency text)) WITH ORDINALITY
           AS m (dealer, reference, document_no, kind, debit, credit, currency, at)
         JOIN dealers d ON d.code = m.dealer
     ) SELECT row FROM (${bookings('erp_rows', 'at')}) booked`,
    [JSON.stringify(movements)],
    'card_bookings',
  )
  return new Set(found.map(({ row }) => row))
}
