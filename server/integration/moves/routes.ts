import { writeInvoices } from '#contract/integration/order-moves.ts'
import { addInvoiceFiles } from '#server/invoices/invoices.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { registerOrderStates } from './order-states.ts'
import { registerShipments } from './shipments.ts'

type MovesDeps = { pool: Pool; store: Store; invoicesFolder: FileStore }

/** Registers the calls by which programs move orders, ship them and write their invoices. */
export function registerMoves(calls: Calls, { pool, store, invoicesFolder }: MovesDeps): void {
  registerOrderStates(calls, pool)
  registerShipments(calls, pool)
  handleOnce(calls, pool, writeInvoices, async ({ body }, context) => {
    const files = body.files.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') }))
    const deps = { pool, folder: invoicesFolder, settings: store.facts().settings }
    const added = await addInvoiceFiles(deps, files, { author: context, posts: body.post === true }, context.locale)
    return {
      results: added.map(({ code, result: { name, outcome, invoiceNo, isPosted, hasDifferences, message } }) => {
        return { name, outcome, invoiceNo, isPosted, hasDifferences, error: code === null ? null : { code, message } }
      }),
    }
  })
}
