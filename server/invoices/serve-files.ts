import type { FastifyInstance } from 'fastify'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { xlsxRowsMax } from '#contract/core/exports.ts'
import { pages } from '#contract/core/pages.ts'
import { invoiceFilePath, invoicesFilePath } from '#contract/core/record-paths.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { invoicesQuery, listInvoices } from '#contract/shop/invoices.ts'
import type { Actor, DealerContext, VisitOptions } from '#server/visitor/visitor.ts'
import { readVisit, refuseFile, serveDealerList, mayRead } from '#server/visitor/visitor.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { makeCsv } from '#server/platform/tables/write-csv.ts'
import { makeXlsx, type XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { readStoredFile } from './files.ts'
import { findInvoiceIds, invoiceInScope, loadInvoices } from './invoice-rows.ts'
import { invoiceCells, invoiceColumns } from './list-file.ts'
import { parseInvoicesQuery } from './list-query.ts'

type Deps = { pool: Pool; folder: FileStore }

const types = { xml: 'application/xml', pdf: 'application/pdf' } as const

/** An invoice opened by its address must not act as a page of the shop: no script or stylesheet of it ever runs. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Serves the documents of invoices to their dealer and to administrators, others get 404; and the list as a file. */
export function serveInvoiceFiles(app: FastifyInstance, { visit, ...deps }: Deps & { visit: VisitOptions }): void {
  const list = { pathOf: invoicesFilePath, page: pages.invoices, endpoint: listInvoices, name: 'faturalar' }
  serveDealerList(app, { ...list, make: (format, query, dealer) => makeFile(format, query, dealer, deps) }, visit)
  for (const kind of ['xml', 'pdf'] as const) {
    app.get(invoiceFilePath(':id', kind), async (request, reply) => {
      const visitor = await readVisit(request, reply, visit)
      const { actor } = visitor
      if (actor === null) return refuseFile(reply, refuse('not_signed_in'), visitor)
      const params = longRowParams.safeParse(request.params)
      const file =
        params.success && mayRead(actor, 'payments', 'statement')
          ? await findFile(deps.pool, actor, { id: params.data.id, kind })
          : undefined
      const content = file === undefined ? null : await readStoredFile(deps.folder, file.hash)
      if (file === undefined || content === null) return refuseFile(reply, refuse('invoice_not_found'), visitor)
      const name = file.invoice_no.replace(/[^\w-]+/g, '-')
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-security-policy': policy,
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          'content-disposition': `attachment; filename="${name}.${kind}"`,
        })
        .type(types[kind])
        .send(content)
    })
  }
}

function findFile(db: Db, actor: Actor, { id, kind }: { id: number; kind: 'xml' | 'pdf' }) {
  return db.one<{ hash: string; invoice_no: string }>(
    `SELECT f.hash, i.invoice_no FROM invoices i JOIN invoice_files f ON f.invoice_id = i.id AND f.kind = $2
      WHERE i.id = $1 AND ($3 OR i.dealer_id = $4 AND ${invoiceInScope('$5')})`,
    [id, kind, actor.role === 'admin', actor.dealer?.id ?? null, actor.addresses],
    'invoice_file_find',
  )
}

/** How many invoices are read at once. */
const batchSize = 500

async function makeFile(
  format: 'xlsx' | 'csv',
  query: unknown,
  { actor, locale }: DealerContext,
  { pool }: Deps,
): Promise<Buffer | Refusal> {
  const parsed = invoicesQuery.safeParse(query)
  const { filter, sort } = parseInvoicesQuery(
    { dealerId: actor.dealer.id, addresses: actor.addresses },
    parsed.success ? parsed.data : {},
  )
  const ids = await findInvoiceIds(pool, filter, sort)
  if (ids.length > xlsxRowsMax) return refuse('invoices_too_many', { limit: xlsxRowsMax })
  const rows: XlsxCell[][] = []
  for (let at = 0; at < ids.length; at += batchSize) {
    const part = await loadInvoices(pool, ids.slice(at, at + batchSize), filter.today)
    rows.push(...part.map((row) => invoiceCells(row, locale)))
  }
  const sheet = { name: translate(locale, 'invoices.title'), columns: invoiceColumns(locale), rows }
  return format === 'csv' ? makeCsv(sheet, locale) : makeXlsx(sheet)
}
