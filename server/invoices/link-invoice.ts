import type { Author } from '#server/audit/audit.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { bookEarlyPayments, lockAccounts } from '#server/statement/statement.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { findOrder } from './queries.ts'
import { saveInvoiceRates } from './invoice-rates.ts'

type Links = { id: number; orderNo?: string | null | undefined; documentNo?: string | null | undefined }

/** Links an invoice to an order and a movement of its dealer; null removes the link. Aborts the transaction if refused. */
export async function linkInvoice(db: Db, author: Author, { id, orderNo, documentNo }: Links): Promise<void> {
  const dealer = await db.one<{ dealer_id: number }>('SELECT dealer_id FROM invoices WHERE id = $1', [id])
  if (dealer === undefined) abortTransaction('invoice_not_found')
  const dealerId = dealer.dealer_id
  // The account before the invoice, in the order of imports.
  await lockAccounts(db, [dealerId])
  const invoice = await db.one<{ invoice_no: string; side: string }>(
    'SELECT invoice_no, side FROM invoices WHERE id = $1 FOR UPDATE',
    [id],
    'invoice_to_link',
  )
  if (invoice === undefined) abortTransaction('invoice_not_found')
  const { invoice_no: invoiceNo, side } = invoice
  if (orderNo !== undefined) {
    const order = orderNo === null ? null : await findOrder(db, dealerId, orderNo.trim())
    if (order === undefined) abortTransaction('invoice_order_unknown')
    await db.execute('UPDATE invoices SET order_id = $2 WHERE id = $1', [id, order?.id ?? null], 'invoice_link_order')
    await saveInvoiceRates(db, id)
  }
  if (documentNo !== undefined) {
    const movement =
      documentNo === null ? null : await findMovement(db, { dealerId, side, documentNo: documentNo.trim() })
    if (movement === undefined) abortTransaction('invoice_movement_unknown')
    await db.execute('UPDATE invoices SET movement_id = $2 WHERE id = $1', [id, movement?.id ?? null], 'invoice_link')
  }
  await bookEarlyPayments(db, [dealerId], dayInTurkey(new Date()))
  const after = { ...(orderNo !== undefined && { orderNo }), ...(documentNo !== undefined && { documentNo }) }
  await writeAudit(db, author, { action: 'link', noun: 'invoice', id: invoiceNo, after })
}

/** A movement that belongs to no other invoice. */
function findMovement(db: Db, movement: { dealerId: number; side: string; documentNo: string }) {
  const { dealerId, side, documentNo } = movement
  return db.one<{ id: number }>(
    `SELECT m.id FROM account_movements m
      WHERE m.dealer_id = $1 AND (m.document_no = $2 OR m.reference = $2) AND $2 <> '' AND (m.debit > 0) = ($3 = 'debit')
        AND NOT EXISTS (SELECT FROM invoices i WHERE i.movement_id = m.id) ORDER BY m.id LIMIT 1`,
    [dealerId, documentNo, side],
    'invoice_movement',
  )
}
