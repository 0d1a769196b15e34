import { basename } from 'node:path'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import type { Author } from '#server/audit/audit.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { isPdf } from '#server/platform/files/receive-file.ts'
import { storeFile } from './files.ts'
import { postToAccount } from './post-invoice.ts'
import { findDealersByTaxNumber, findNamed, findOrder, type NamedDealer, setFile } from './queries.ts'
import { saveInvoice } from './save-invoice.ts'
import { type ParsedInvoice, parseInvoice } from './ubl/parse-invoice.ts'

export type InvoiceFile = { name: string; content: Buffer }
export type AddDeps = { pool: Pool; folder: FileStore; settings: StoreSettings }
export type AddOptions = {
  author: Author
  /** Posts an invoice without account movement to the account. */
  posts: boolean
}
export type AddedFile = { ok: true; outcome: 'added' | 'same' | 'attached'; id: number; isPosted: boolean }

/** Adds one file: a UBL-TR document, or the PDF file of an existing invoice. */
export async function addInvoiceFile(
  deps: AddDeps,
  file: InvoiceFile,
  options: AddOptions,
): Promise<AddedFile | Refusal> {
  return /\.pdf$/i.test(file.name) ? attachPdf(deps, file) : addDocument(deps, file, options)
}

async function addDocument(
  { pool, folder, settings }: AddDeps,
  { content }: InvoiceFile,
  { author, posts }: AddOptions,
): Promise<AddedFile | Refusal> {
  const parsed = parseInvoice(content)
  if (!parsed.ok) return parsed
  const party = await findParties(pool, parsed, settings.storeTaxNumber)
  if (!party.ok) return party
  const xml = await storeFile(folder, content)
  return transactionOrRefusal(pool, async (db): Promise<AddedFile> => {
    const saved = await saveInvoice(db, author, { ...parsed, dealerId: party.dealer.id, side: party.side }, xml)
    if (!saved.ok) abortTransaction(saved)
    const posted = posts ? await postToAccount(db, author, saved.id) : null
    return { ok: true, outcome: saved.isNew ? 'added' : 'same', id: saved.id, isPosted: posted?.ok === true }
  })
}

type Parties = { ok: true; dealer: NamedDealer; side: 'debit' | 'credit' }

/**
 * The dealer of an invoice, and whose side it is. The store's own invoices are debts of their buyer, its credit notes
 * lower them; an invoice that a dealer issues to the store, for returned goods, lowers the dealer's debt.
 */
async function findParties(db: Db, invoice: ParsedInvoice, storeTaxNumber: string): Promise<Parties | Refusal> {
  if (storeTaxNumber === '') return refuse('invoice_store_unknown')
  const { sellerIds, buyerIds, isCreditNote } = invoice
  const isOwn = sellerIds.includes(storeTaxNumber)
  if (!isOwn && !buyerIds.includes(storeTaxNumber)) {
    return refuse('invoice_other_seller', { value: sellerIds[0] ?? '', own: storeTaxNumber })
  }
  // A purchase of the store is no matter of a dealer's account.
  if (!isOwn && !/IADE/.test(invoice.typeCode)) {
    return refuse('invoice_other_seller', { value: sellerIds[0] ?? '', own: storeTaxNumber })
  }
  const taxNumbers = isOwn ? buyerIds : sellerIds
  const dealers = await findDealersByTaxNumber(db, taxNumbers)
  const dealer = await chooseDealer(db, dealers, invoice)
  if (dealer === null && dealers.length > 1) {
    return refuse('invoice_dealer_ambiguous', { value: dealers.map(({ code }) => code).join(', ') })
  }
  if (dealer === null) return refuse('invoice_dealer_unknown', { value: taxNumbers[0] ?? '' })
  return { ok: true, dealer, side: isOwn === isCreditNote ? 'credit' : 'debit' }
}

/** Dealers may share a tax number: the customer number or the order then tells which one it is. */
async function chooseDealer(db: Db, dealers: NamedDealer[], invoice: ParsedInvoice): Promise<NamedDealer | null> {
  const [only] = dealers
  if (only === undefined || dealers.length === 1) return only ?? null
  const named = dealers.filter(({ code }) => invoice.customerCodes.includes(code))
  if (named.length === 1) return named[0] ?? null
  for (const dealer of invoice.orderRef === '' ? [] : dealers) {
    if ((await findOrder(db, dealer.id, invoice.orderRef)) !== undefined) return dealer
  }
  return null
}

/** Attaches a PDF file to the invoice that its name contains. */
async function attachPdf({ pool, folder }: AddDeps, { name, content }: InvoiceFile): Promise<AddedFile | Refusal> {
  if (!isPdf(content)) return refuse('invoice_pdf_invalid')
  const title = basename(name)
    .replace(/\.pdf$/i, '')
    .toUpperCase()
  const ettns = title.match(/[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/g) ?? []
  const numbers = [title.trim(), ...(title.match(/[A-Z0-9]{3}20\d{2}\d{9}/g) ?? [])]
  const [invoice, another] = await findNamed(pool, numbers, ettns)
  if (invoice === undefined || another !== undefined) return refuse('invoice_pdf_unmatched')
  if (invoice.pdf_hash === null) {
    await setFile(pool, invoice.id, 'pdf', await storeFile(folder, content))
    return { ok: true, outcome: 'attached', id: invoice.id, isPosted: false }
  }
  const { hash } = await storeFile(folder, content)
  if (hash !== invoice.pdf_hash) return refuse('invoice_pdf_changed', { number: invoice.invoice_no })
  return { ok: true, outcome: 'same', id: invoice.id, isPosted: false }
}
