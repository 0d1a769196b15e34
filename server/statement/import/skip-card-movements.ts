import type { Db } from '#server/platform/db/pool.ts'

/**
 * Removes the rows of card payments and refunds that the account has already, so that the ERP's booking of the same money
 * adds nothing. Such a row has the movement's reference; or the same amount with the payment's reference or the number under
 * which the ERP has booked it, or as a payment with the order's number, in its reference or document number.
 */
export async function skipCardMovements(db: Db): Promise<void> {
  await db.execute(
    `WITH card AS MATERIALIZED (
       SELECT p.reference AS payment, o.order_no, NULL AS sent_as, e.document_no AS erp_no, m.dealer_id, m.reference, m.debit, m.credit, m.currency
         FROM payments p JOIN account_movements m ON m.id = p.movement_id LEFT JOIN orders o ON o.id = p.order_id
         LEFT JOIN erp_documents e ON e.kind = 'payment' AND e.subject_id = p.id
        WHERE p.dealer_id IN (SELECT dealer_id FROM account_rows)
        UNION ALL
       SELECT p.reference, NULL, p.reference || '-' || r.id, e.document_no, m.dealer_id, m.reference, m.debit, m.credit, m.currency
         FROM payments p JOIN payment_refunds r ON r.payment_id = p.id JOIN account_movements m ON m.id = r.movement_id
         LEFT JOIN erp_documents e ON e.kind = 'refund' AND e.subject_id = r.id
        WHERE p.dealer_id IN (SELECT dealer_id FROM account_rows)
     ), keys AS (
       SELECT card.*, k.key, k.is_order
         FROM card CROSS JOIN LATERAL (VALUES (reference, false), (payment, false), (order_no, true), (sent_as, false), (erp_no, false))
           AS k (key, is_order)
     ), pairs AS (
       SELECT r.ctid AS row, r.debit, r.credit, r.currency, r.kind, r.reference AS row_reference, k.reference,
              k.is_order, k.debit AS card_debit, k.credit AS card_credit, k.currency AS card_currency
         FROM account_rows r JOIN keys k ON k.dealer_id = r.dealer_id AND k.key = r.reference
        UNION ALL
       SELECT r.ctid, r.debit, r.credit, r.currency, r.kind, r.reference, k.reference,
              k.is_order, k.debit, k.credit, k.currency
         FROM account_rows r JOIN keys k ON k.dealer_id = r.dealer_id AND k.key = r.document_no
     )
     DELETE FROM account_rows WHERE ctid IN (
       SELECT row FROM pairs
        WHERE row_reference = reference
           OR ((debit, credit, currency) = (card_debit, card_credit, card_currency) AND (NOT is_order OR kind = 'payment')))`,
  )
}
