import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { batchErrors, batchOf, batchReply, text } from './batch.ts'
import { written } from './written-example.ts'

/** Files of a request, which has at most 16 MB. */
export const invoiceFilesMax = 100

/** A UBL-TR document (`.xml`), or the PDF file of an invoice, whose number or ETTN its name has (`.pdf`). */
export const invoiceRow = z.strictObject({
  name: text(200),
  /** The whole file in Base64. */
  content: z.base64(),
})

const name = 'ABC2026000000042.pdf'

export const writeInvoices = endpoint({
  method: 'POST',
  path: '/api/integration/v1/invoices',
  access: 'service',
  scope: 'documents:write',
  summary: 'Adds invoices from their UBL-TR documents, and their PDF files',
  body: z.strictObject({
    /** Posts invoices to the account for which the ERP has no account movement. */
    post: z.optional(z.boolean()),
    rows: batchOf(invoiceRow, invoiceFilesMax),
  }),
  reply: batchReply,
  example: {
    body: { rows: [{ name, content: 'JVBERi0xLjcKJSVFT0YK' }] },
    reply: written(name, 'updated'),
  },
  errors: batchErrors,
})
