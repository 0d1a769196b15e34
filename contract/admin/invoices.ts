import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { invoice, invoiceListReply, invoiceOutcomes, invoicesQuery, listedInvoice } from '#contract/shop/invoices.ts'

/** Bytes of an XML document or a PDF file, and of an archive of them. */
export const invoiceFileBytesMax = 10 * 1024 * 1024
export const invoiceZipBytesMax = 100 * 1024 * 1024
export const invoiceFileEndings = ['.xml', '.pdf', '.zip'] as const

const text = z.optional(z.string().check(z.maxLength(200)))
const ofDealer = { dealer: z.string(), dealerCode: z.string(), dealerId: z.number() }
const differs = { hasDifferences: z.boolean() }

export const adminListedInvoice = z.object({ ...listedInvoice.shape, ...ofDealer, ...differs })
export type AdminListedInvoice = z.output<typeof adminListedInvoice>

/** `dealer`: its code, or part of its name. */
export const listAllInvoices = endpoint({
  method: 'GET',
  path: '/yonetim/invoices',
  access: 'admin',
  area: 'payments',
  summary: 'Invoices of all dealers',
  query: z.extend(invoicesQuery, { dealer: text, limit: text }),
  reply: z.object({ items: z.array(adminListedInvoice), ...invoiceListReply, dealer: z.string() }),
  errors: [],
})

export const adminInvoice = z.object({
  ...invoice.shape,
  ...ofDealer,
  orderId: z.nullable(z.number()),
  createdAt: z.string(),
  /** Who uploaded it; null: a program. */
  createdBy: z.nullable(z.string()),
  /** It can be posted in lira at the rate of its day, which is agreed with the dealer. */
  isAtItsRate: z.boolean(),
  movement: z.nullable(
    z.object({ documentNo: z.string(), date: z.string(), amount: z.number(), currency: z.string() }),
  ),
})
export type AdminInvoice = z.output<typeof adminInvoice>

export const getAnyInvoice = endpoint({
  method: 'GET',
  path: '/yonetim/invoices/:id',
  access: 'admin',
  area: 'payments',
  summary: 'One invoice of any dealer',
  params: longRowParams,
  reply: adminInvoice,
  errors: ['invoice_not_found'],
})

/** `message`: why it was refused. */
export const invoiceFileResult = z.object({
  name: z.string(),
  outcome: z.enum(invoiceOutcomes),
  invoiceId: z.nullable(z.number()),
  invoiceNo: z.string(),
  dealer: z.string(),
  message: z.string(),
  hasDifferences: z.boolean(),
  isPosted: z.boolean(),
})
export type InvoiceFileResult = z.output<typeof invoiceFileResult>

/** An uploaded file as a stream. */
const file = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

export const uploadInvoices = endpoint({
  method: 'POST',
  path: '/yonetim/invoice-files',
  access: 'admin',
  area: 'payments',
  encoding: 'file',
  summary:
    'Adds invoices from a UBL-TR document, a PDF file of an existing invoice, or a ZIP archive of both. With post=1 an invoice without account movement is posted to the account',
  query: z.object({ name: z.string().check(z.maxLength(300)), post: text }),
  body: file,
  reply: z.object({ files: z.array(invoiceFileResult) }),
  errors: ['too_large', 'bad_request', 'unavailable', 'invoice_zip_invalid', 'invoice_file_kind'],
})

export const uploadInvoicePdf = endpoint({
  method: 'POST',
  path: '/yonetim/invoices/:id/pdf',
  access: 'admin',
  area: 'payments',
  encoding: 'file',
  summary: 'Sets or replaces the PDF file of an invoice',
  params: longRowParams,
  body: file,
  reply: adminInvoice,
  errors: ['invoice_not_found', 'invoice_pdf_invalid', 'too_large', 'bad_request', 'unavailable'],
})

/** Fields that are left out do not change; null removes the link. */
export const changeInvoice = endpoint({
  method: 'PATCH',
  path: '/yonetim/invoices/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Links an invoice to an order and to an account movement of its dealer, by their numbers',
  params: longRowParams,
  body: z.strictObject({
    orderNo: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    documentNo: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
  reply: adminInvoice,
  errors: ['invoice_not_found', 'invoice_order_unknown', 'invoice_movement_unknown'],
})

export const postInvoice = endpoint({
  method: 'POST',
  path: '/yonetim/invoices/:id/post',
  access: 'admin',
  area: 'payments',
  summary: 'Posts an invoice without account movement to its dealer’s account',
  params: longRowParams,
  reply: adminInvoice,
  errors: ['invoice_not_found', 'invoice_posted', 'invoice_currency_unposted', 'invoice_rate_missing'],
})

export const removeInvoice = endpoint({
  method: 'DELETE',
  path: '/yonetim/invoices/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Removes an invoice with its files, and the account movement that the shop posted for it',
  params: longRowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['invoice_not_found'],
})
