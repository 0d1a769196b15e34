import type { AdminInvoice, AdminListedInvoice } from '#contract/admin/invoices.ts'
import type { Invoice, ListedInvoice } from '#contract/shop/invoices.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import {
  findDetail,
  type InvoiceDetailRow,
  type InvoiceReader,
  type InvoiceRow,
  loadInvoices,
  maySeeInvoice,
} from './invoice-rows.ts'
import { type OrderAtInvoice, orderAtInvoice } from './invoice-rates.ts'

type Read = { row: InvoiceRow; detail: InvoiceDetailRow; order: OrderAtInvoice | null }

export function presentListed(row: InvoiceRow): ListedInvoice {
  const isOpen = row.side === 'debit' && row.unpaid !== null
  return {
    id: row.id,
    invoiceNo: row.invoice_no,
    date: row.issued_on,
    dueDate: row.due_on,
    typeCode: row.type_code,
    isCredit: row.side === 'credit',
    currency: row.currency,
    total: Number(row.total),
    state: row.state,
    openAmount: isOpen ? Number(row.unpaid) : null,
    openCurrency: row.movement_currency ?? row.currency,
    movementId: row.movement_id,
    orderNo: row.order_no,
    hasXml: row.has_xml,
    hasPdf: row.has_pdf,
  }
}

export function presentOfDealer(row: InvoiceRow): AdminListedInvoice {
  return {
    ...presentListed(row),
    dealerId: row.dealer_id,
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    hasDifferences: row.has_differences,
  }
}

function presentDetail({ row, detail, order }: Read): Invoice {
  return {
    ...presentListed(row),
    ettn: detail.ettn,
    net: Number(row.net),
    tax: Number(row.tax),
    orderRef: detail.order_ref,
    document: detail.document,
    differences: detail.differences,
    rateNotes: Object.entries(detail.rates).map(([currency, rate]) => ({ currency, ...rate })),
    orderAtInvoice: order,
  }
}

async function readInvoice(db: Db, id: number): Promise<Read | undefined> {
  const [row] = await loadInvoices(db, [id], dayInTurkey(new Date()))
  const detail = await findDetail(db, id)
  if (row === undefined || detail === undefined) return undefined
  return { row, detail, order: await orderAtInvoice(db, { orderId: detail.order_id, rates: detail.rates }) }
}

/** An invoice that the reader may see; undefined for any other. */
export async function loadOwnInvoice(db: Db, reader: InvoiceReader, id: number): Promise<Invoice | undefined> {
  if (!(await maySeeInvoice(db, id, reader))) return undefined
  const read = await readInvoice(db, id)
  return read && presentDetail(read)
}

export async function loadAnyInvoice(db: Db, id: number): Promise<AdminInvoice | undefined> {
  const read = await readInvoice(db, id)
  if (read === undefined) return undefined
  const { row, detail } = read
  return {
    ...presentDetail(read),
    dealerId: row.dealer_id,
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    orderId: detail.order_id,
    createdAt: detail.created_at.toISOString(),
    createdBy: detail.created_by,
    isAtItsRate: detail.is_at_its_rate,
    movement: detail.movement,
  }
}
