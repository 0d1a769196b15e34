import { refuse } from '#contract/core/errors.ts'
import { getInvoice, listInvoices as listOwnInvoices } from '#contract/shop/invoices.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { type InvoicesDeps, registerInvoiceAdministration } from './administration.ts'
import { listInvoices } from './list-invoices.ts'
import { parseInvoicesQuery } from './list-query.ts'
import { loadOwnInvoice, presentListed } from './present-invoice.ts'

const readerOf = ({ dealer, addresses }: DealerContext['actor']) => ({ dealerId: dealer.id, addresses })

export function registerInvoices(calls: Calls, deps: InvoicesDeps): void {
  const { pool } = deps
  handle(calls, listOwnInvoices, async ({ query }, { actor }) => {
    const { rows, ...page } = await listInvoices(pool, parseInvoicesQuery(readerOf(actor), query))
    return { items: rows.map(presentListed), ...page }
  })
  handle(
    calls,
    getInvoice,
    async ({ params }, { actor }) =>
      (await loadOwnInvoice(pool, readerOf(actor), params.id)) ?? refuse('invoice_not_found'),
  )
  registerInvoiceAdministration(calls, deps)
}
