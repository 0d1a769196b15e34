import { Readable } from 'node:stream'
import {
  type AdminInvoice,
  changeInvoice,
  getAnyInvoice,
  type InvoiceFileResult,
  invoiceFileBytesMax,
  listAllInvoices,
  postInvoice,
  removeInvoice,
  uploadInvoicePdf,
  uploadInvoices,
} from '#contract/admin/invoices.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { isPdf, receiveFile } from '#server/platform/files/receive-file.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { addReceived } from './add-received.ts'
import { linkInvoice } from './link-invoice.ts'
import { deleteInvoice } from './remove-invoice.ts'
import { storeFile } from './files.ts'
import { listInvoices } from './list-invoices.ts'
import { parseInvoicesQuery } from './list-query.ts'
import { postToAccount } from './post-invoice.ts'
import { loadAnyInvoice, presentOfDealer } from './present-invoice.ts'
import { findStored, setFile } from './queries.ts'
import { receiveInvoices } from './receive-files.ts'
import type { Store } from '#server/settings/settings.ts'

export type InvoicesDeps = {
  pool: Pool
  store: Store
  /** The documents. */
  folder: FileStore
}

/** The endpoints of staff: invoices of all dealers, and their files. */
export function registerInvoiceAdministration(calls: Calls, { pool, store, folder }: InvoicesDeps): void {
  handle(calls, listAllInvoices, async ({ query }) => {
    const { rows, ...page } = await listInvoices(pool, parseInvoicesQuery(null, query))
    return { items: rows.map(presentOfDealer), ...page }
  })

  handle(calls, getAnyInvoice, ({ params }) => detail(pool, params.id))

  handle(calls, uploadInvoices, async ({ query, body }, context) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    const deps = { pool, folder, settings: store.facts().settings }
    const options = { author: context, posts: query.post === '1' }
    const files: InvoiceFileResult[] = []
    const refusal = await receiveInvoices({ folder: folder.workFolder, name: query.name }, body, async (file) => {
      files.push((await addReceived(deps, file, options, context.locale)).result)
    })
    return refusal ?? { files }
  })

  handle(calls, uploadInvoicePdf, async ({ params, body }, context) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    const invoice = await findStored(pool, params.id)
    if (invoice === undefined) return refuse('invoice_not_found')
    const content = await receiveFile(body, invoiceFileBytesMax)
    if (content === null) return refuse('too_large')
    if (!isPdf(content)) return refuse('invoice_pdf_invalid')
    const file = await storeFile(folder, content)
    const changed = await transactionOrRefusal(pool, async (db) => {
      await setFile(db, invoice.id, 'pdf', file)
      await writeAudit(db, context, {
        action: 'change',
        noun: 'invoice',
        id: invoice.invoice_no,
        after: { pdf: file.hash },
      })
    })
    return isRefusal(changed) ? changed : detail(pool, params.id)
  })

  handle(calls, changeInvoice, async ({ params, body }, context) => {
    const changed = await transactionOrRefusal(pool, (db) => linkInvoice(db, context, { id: params.id, ...body }))
    return isRefusal(changed) ? changed : detail(pool, params.id)
  })

  handle(calls, postInvoice, async ({ params }, context) => {
    const posted = await transactionOrRefusal(pool, async (db) => {
      const outcome = await postToAccount(db, context, params.id)
      return outcome.ok ? outcome : abortTransaction(outcome)
    })
    return posted.ok ? detail(pool, params.id) : posted
  })

  handle(calls, removeInvoice, async ({ params }, context) => {
    const removed = await transactionOrRefusal(pool, (db) => deleteInvoice(db, context, params.id))
    return isRefusal(removed) ? removed : { success: true as const }
  })
}

async function detail(pool: Pool, id: number): Promise<AdminInvoice | Refusal> {
  return (await loadAnyInvoice(pool, id)) ?? refuse('invoice_not_found')
}
