import type { Db } from '#server/platform/db/pool.ts'
import { isTransferReferenceSql } from '#server/statement/payment-reference.ts'

/**
 * Removes the rows of bank transfers that the account has already from a statement of the bank, so that the ERP's booking of the
 * same money adds nothing. Such a row has the movement's reference; or the same amount with the bank's number, as reference or
 * document number.
 */
export async function skipTransferMovements(db: Db): Promise<void> {
  await db.execute(
    `DELETE FROM account_rows r USING account_movements m
      WHERE m.dealer_id = r.dealer_id AND ${isTransferReferenceSql('m.reference')}
        AND (r.reference = m.reference
             OR (m.document_no <> '' AND m.document_no IN (r.reference, r.document_no)
                 AND (r.debit, r.credit, r.currency) = (m.debit, m.credit, m.currency)))`,
  )
}
