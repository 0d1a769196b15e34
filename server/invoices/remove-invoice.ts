import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { invoiceReference, lockAccounts, removePostedMovement } from '#server/statement/statement.ts'
import { findStored } from './queries.ts'

/**
 * Removes an invoice, and the movement that the shop has posted for it. A movement of the ERP stays. Its files are removed
 * later, unless another invoice has the same.
 */
export async function deleteInvoice(db: Db, author: Author, id: number): Promise<void> {
  const invoice = await findStored(db, id)
  if (invoice === undefined) return abortTransaction('invoice_not_found')
  const { dealer_id: dealerId, invoice_no: invoiceNo } = invoice
  await lockAccounts(db, [dealerId])
  await db.execute('DELETE FROM invoices WHERE id = $1', [id], 'invoice_delete')
  const posted = { dealerId, reference: invoiceReference(invoiceNo), asOf: dayInTurkey(new Date()) }
  const isUnposted = await removePostedMovement(db, posted)
  await writeAudit(db, author, { action: 'remove', noun: 'invoice', id: invoiceNo, after: { isUnposted } })
}
