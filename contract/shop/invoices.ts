import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rateNote } from '#contract/core/rate-note.ts'
import { longRowParams } from '#contract/core/row-id.ts'

/**
 * How much of an invoice is paid. `credit`: a return, which lowers the debt. `unposted`: the account has no movement of it
 * yet, so that what is open is not known.
 */
export const invoiceStates = ['open', 'overdue', 'partly_paid', 'paid', 'credit', 'unposted'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const invoiceSorts = ['-date', 'date', '-due', 'due', '-total', 'total'] as const
export type InvoiceSort = (typeof invoiceSorts)[number]

/** Days are `YYYY-MM-DD`. Amounts are in the invoice's currency, `openAmount` in the account's. */
export const listedInvoice = z.object({
  id: z.number(),
  invoiceNo: z.string(),
  date: z.string(),
  dueDate: z.nullable(z.string()),
  /** As in the document: SATIS, IADE, TEVKIFAT … */
  typeCode: z.string(),
  isCredit: z.boolean(),
  currency: z.string(),
  total: z.number(),
  state: z.enum(invoiceStates),
  openAmount: z.nullable(z.number()),
  openCurrency: z.string(),
  /** The account movement; null if there is none yet. */
  movementId: z.nullable(z.number()),
  orderNo: z.nullable(z.string()),
  hasXml: z.boolean(),
  hasPdf: z.boolean(),
})
export type ListedInvoice = z.output<typeof listedInvoice>

const party = z.object({ name: z.string(), taxNumber: z.string(), taxOffice: z.string(), address: z.string() })
/** Decimal text with a point, as the document has it. */
const amount = z.string()
const tax = z.object({ code: z.string(), name: z.string(), percent: z.nullable(amount), base: amount, amount })

/** The readable part of the UBL-TR document (domain/invoices/invoice-document.ts). */
export const invoiceDocument = z.object({
  profile: z.string(),
  notes: z.array(z.string()),
  seller: party,
  buyer: party,
  despatches: z.array(z.string()),
  originals: z.array(z.string()),
  lines: z.array(
    z.object({
      no: z.string(),
      code: z.string(),
      name: z.string(),
      quantity: amount,
      unit: z.string(),
      price: amount,
      discount: amount,
      charge: amount,
      amount,
      taxes: z.array(tax),
      note: z.string(),
    }),
  ),
  allowances: z.array(z.object({ isCharge: z.boolean(), reason: z.string(), amount })),
  taxes: z.array(tax),
  withheld: z.array(tax),
  totals: z.object({
    lines: amount,
    discount: amount,
    charge: amount,
    taxExclusive: amount,
    taxInclusive: amount,
    rounding: amount,
    prepaid: amount,
    payable: amount,
  }),
  exchangeRate: z.nullable(amount),
  paymentTerms: z.string(),
})

export const invoiceDifference = z.object({
  what: z.enum(['line', 'lines', 'taxExclusive', 'tax', 'taxTotal', 'taxInclusive', 'payable']),
  of: z.string(),
  stated: amount,
  calculated: amount,
})

export const invoice = z.object({
  ...listedInvoice.shape,
  ettn: z.nullable(z.string()),
  net: z.number(),
  tax: z.number(),
  orderRef: z.string(),
  /** Null for an invoice that came without its XML document. */
  document: z.nullable(invoiceDocument),
  /** Sums of the document that do not add up. */
  differences: z.array(invoiceDifference),
  /** The rates of the invoice's day that it, or its order, is converted with. */
  rateNotes: z.array(rateNote),
  /** Its whole order at these rates; null for orders whose amounts were final. `total` null: a rate of the day is missing. */
  orderAtInvoice: z.nullable(
    z.object({ orderNo: z.string(), currency: z.string(), preliminary: z.number(), total: z.nullable(z.number()) }),
  ),
})
export type Invoice = z.output<typeof invoice>

const text = z.optional(z.string().check(z.maxLength(200)))

/** `q`: parts of the invoice or order number. `from`, `to`: days. Invalid values are ignored. */
export const invoicesQuery = z.object({ page: text, sort: text, q: text, status: text, from: text, to: text })
export type InvoicesQuery = z.input<typeof invoicesQuery>

export const invoiceListReply = {
  ...paged,
  sort: z.enum(invoiceSorts),
  q: z.string(),
  status: z.nullable(z.enum(invoiceStates)),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
}

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/account/invoices',
  access: 'dealer',
  needs: ['statement'],
  summary: 'Invoices of the visitor’s dealer with what is open of each',
  query: invoicesQuery,
  reply: z.object({ items: z.array(listedInvoice), ...invoiceListReply }),
  errors: [],
})

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/account/invoices/:id',
  access: 'dealer',
  needs: ['statement'],
  summary: 'One invoice of the visitor’s dealer with its lines and taxes',
  params: longRowParams,
  reply: invoice,
  errors: ['invoice_not_found'],
})

/** What becomes of one file of an upload, on screen or by a program. */
export const invoiceOutcomes = ['added', 'same', 'attached', 'refused'] as const
