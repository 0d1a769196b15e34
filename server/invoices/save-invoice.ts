import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { InvoiceDifference, InvoiceDocument } from '#domain/invoices/invoice-document.ts'
import { type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { bookEarlyPayments, lockAccounts } from '#server/statement/statement.ts'
import { enqueueInvoiceMail } from './invoice-email.ts'
import { findByEttn, findByNumber, findOrder, setFile, type StoredInvoice } from './queries.ts'
import type { StoredFile } from './files.ts'
import { saveInvoiceRates } from './invoice-rates.ts'

export type NewInvoice = {
  dealerId: number
  invoiceNo: string
  ettn: string | null
  side: 'debit' | 'credit'
  typeCode: string
  issuedOn: Day
  dueOn: Day | null
  currency: string
  net: string
  tax: string
  total: string
  orderRef: string
  document: InvoiceDocument | null
  differences: readonly InvoiceDifference[]
}

export type SavedInvoice = { ok: true; id: number; isNew: boolean }

/**
 * Inserts an invoice with its XML document, once: the same document again returns the existing invoice, another one with
 * its ETTN or number is refused. Finds the order by its number; the database finds the account movement. Runs in the
 * caller's transaction.
 */
export async function saveInvoice(
  db: Db,
  author: Author,
  invoice: NewInvoice,
  xml: StoredFile | null,
): Promise<SavedInvoice | Refusal> {
  const { dealerId, invoiceNo, ettn } = invoice
  await lockAccounts(db, [dealerId])
  const existing = ettn === null ? undefined : await findByEttn(db, ettn)
  if (existing !== undefined) return compare(db, existing, invoice, xml)
  const namesake = await findByNumber(db, dealerId, invoiceNo)
  if (namesake !== undefined) {
    const isSame = ettn === null && xml === null
    return isSame ? compare(db, namesake, invoice, null) : refuse('invoice_number_taken', { number: invoiceNo })
  }
  const order = invoice.orderRef === '' ? undefined : await findOrder(db, dealerId, invoice.orderRef)
  const id = await insertRow(
    db,
    'invoices',
    {
      dealer_id: dealerId,
      invoice_no: invoiceNo,
      ettn,
      side: invoice.side,
      type_code: invoice.typeCode,
      issued_on: invoice.issuedOn,
      due_on: invoice.dueOn,
      currency: invoice.currency,
      net: invoice.net,
      tax: invoice.tax,
      total: invoice.total,
      document: invoice.document && JSON.stringify(invoice.document),
      differences: JSON.stringify(invoice.differences),
      order_ref: invoice.orderRef,
      order_id: order?.id ?? null,
      created_by: author.actor?.userId ?? null,
    },
    'invoice_insert',
  )
  await saveInvoiceRates(db, id)
  if (xml !== null) await setFile(db, id, 'xml', xml)
  await writeAudit(db, author, {
    action: 'create',
    noun: 'invoice',
    id: invoiceNo,
    after: { ettn, total: invoice.total, currency: invoice.currency },
  })
  await enqueueInvoiceMail(db, id)
  await bookEarlyPayments(db, [dealerId], dayInTurkey(new Date()))
  return { ok: true, id, isNew: true }
}

/** The invoice that exists if it is the same one. A document is the same byte by byte. */
async function compare(
  db: Db,
  existing: StoredInvoice,
  invoice: NewInvoice,
  xml: StoredFile | null,
): Promise<SavedInvoice | Refusal> {
  const changed = refuse('invoice_changed', { number: existing.invoice_no })
  if (xml !== null && existing.xml_hash !== null) {
    return existing.xml_hash === xml.hash ? { ok: true, id: existing.id, isNew: false } : changed
  }
  const row = await db.one<{ is_same: boolean }>(
    `SELECT coalesce((dealer_id, invoice_no, side, issued_on, currency, total)
                     = ($2::integer, $3, $4, $5::date, $6, $7::numeric), false) AS is_same
       FROM invoices WHERE id = $1`,
    [existing.id, invoice.dealerId, invoice.invoiceNo, invoice.side, invoice.issuedOn, invoice.currency, invoice.total],
    'invoice_same',
  )
  if (row?.is_same !== true) return changed
  if (xml !== null) await addDocument(db, existing.id, invoice, xml)
  return { ok: true, id: existing.id, isNew: false }
}

/** The document of an invoice that came without. */
async function addDocument(db: Db, id: number, invoice: NewInvoice, xml: StoredFile): Promise<void> {
  await db.execute(
    'UPDATE invoices SET document = $2, differences = $3 WHERE id = $1',
    [id, JSON.stringify(invoice.document), JSON.stringify(invoice.differences)],
    'invoice_add_document',
  )
  await setFile(db, id, 'xml', xml)
}
