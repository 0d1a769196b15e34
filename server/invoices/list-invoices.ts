import type { Pool } from '#server/platform/db/pool.ts'
import { countInvoices, findInvoiceIds, loadInvoices } from './invoice-rows.ts'
import type { parseInvoicesQuery } from './list-query.ts'

/** A page of invoices, and the filter as it was understood. */
export async function listInvoices(pool: Pool, query: ReturnType<typeof parseInvoicesQuery>) {
  const { filter, sort, page, limit } = query
  const [total, ids] = await Promise.all([
    countInvoices(pool, filter),
    findInvoiceIds(pool, filter, sort, { limit, offset: (page - 1) * limit }),
  ])
  const { dealer, q, status, from, to } = filter
  return {
    rows: await loadInvoices(pool, ids, filter.today),
    ...{ total, page, pages: Math.max(1, Math.ceil(total / limit)), limit, sort },
    ...{ dealer, q, status, from, to },
  }
}
