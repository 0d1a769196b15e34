import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import {
  invoiceReference,
  lockAccounts,
  removeEarlyPayment,
  removePostedMovement,
} from '#server/statement/statement.ts'
import { findStored } from './queries.ts'

/**
 * Removes an invoice, and the movement that the shop has posted for it with its discount for early payment. A movement of the
 * ERP stays, and so does its discount. Its files are removed later, unless another invoice has the same.
 */
export async function deleteInvoice(db: Db, author: Author, id: number): Promise<void> {
  const invoice = await findStored(db, id)
  if (invoice === undefined) return abortTransaction('invoice_not_found')
  const { dealer_id: dealerId, invoice_no: invoiceNo } = invoice
  await lockAccounts(db, [dealerId])
  await db.execute('DELETE FROM invoices WHERE id = $1', [id], 'invoice_delete')
  const asOf = dayInTurkey(new Date())
  const isUnposted = await removePostedMovement(db, { dealerId, reference: invoiceReference(invoiceNo), asOf })
  if (isUnposted) await removeEarlyPayment(db, { dealerId, invoiceNo, asOf })
  await writeAudit(db, author, { action: 'remove', noun: 'invoice', id: invoiceNo, after: { isUnposted } })
}
