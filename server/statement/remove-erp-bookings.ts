import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isPaymentReferenceSql } from './payment-reference.ts'
import { lockAccounts, recalculateBalances } from './recalculate-balances.ts'

/**
 * Removes the ERP's booking of a card payment or refund from the account, where the shop has its own: movements of the ERP
 * may be read before it is known under which number it has booked the money. Later ones are skipped when they are read.
 */
export async function removeErpBookings(
  db: Db,
  kind: 'payment' | 'refund',
  subjectId: number,
  documentNo: string,
  today: Day,
): Promise<void> {
  const own = await db.one<{ id: number; dealer_id: number }>(
    `SELECT id, dealer_id FROM account_movements
      WHERE id = CASE $1 WHEN 'payment' THEN (SELECT movement_id FROM payments WHERE id = $2)
                         ELSE (SELECT movement_id FROM payment_refunds WHERE id = $2) END`,
    [kind, subjectId],
  )
  if (own === undefined) return
  await lockAccounts(db, [own.dealer_id])
  const removed = await db.execute(
    `DELETE FROM account_movements m USING account_movements own
      WHERE own.id = $1 AND m.id <> own.id AND (m.document_no = $2 OR m.reference = $2) AND NOT ${isPaymentReferenceSql('m.reference')}
        AND (m.dealer_id, m.currency, m.debit, m.credit) = (own.dealer_id, own.currency, own.debit, own.credit)`,
    [own.id, documentNo],
  )
  if (removed > 0) await recalculateBalances(db, [own.dealer_id], today)
}
