import { invoiceRow, writeInvoices } from '#contract/integration/invoice-batch.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import { addInvoiceFile, type AddedFile, loadAnyInvoice } from '#server/invoices/invoices.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Store } from '#server/settings/settings.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { keysOf } from './account-batches.ts'
import { notWritten, replyOf, type RowOutcome } from './batch-reply.ts'
import { checkRows, problem } from './check-rows.ts'

/** `invoicesFolder`: where the files of invoices are. */
export type InvoiceBatchDeps = { pool: Pool; store: Store; invoicesFolder: string }

/** Registers the call by which programs add invoices. A refused file does not affect the others. */
export function registerInvoiceBatch(calls: Calls, { pool, store, invoicesFolder: folder }: InvoiceBatchDeps): void {
  handleOnce(calls, pool, writeInvoices, async ({ body: { rows, post } }, context) => {
    const deps = { pool, folder, settings: store.facts().settings }
    const checked = checkRows(rows, invoiceRow, 'name', context.locale)
    const outcomes = new Map<number, RowOutcome>()
    // A PDF file belongs to an invoice, which may be in the same request.
    const documentsFirst = checked.good.toSorted((a, b) => Number(isPdf(a.row.name)) - Number(isPdf(b.row.name)))
    for (const { index, row } of documentsFirst) {
      if (!/\.(xml|pdf)$/i.test(row.name)) {
        checked.bad.set(index, problem(context.locale, 'invoice_file', 'name'))
        continue
      }
      const file = { name: row.name, content: Buffer.from(row.content, 'base64') }
      const added = await addInvoiceFile(deps, file, { author: context, posts: post === true })
      if (added.ok) outcomes.set(index, await outcomeOf(pool, added, context.locale))
      else checked.bad.set(index, refused(added.code, context.locale, added.facts))
    }
    return replyOf(keysOf(rows, ['name']), checked.bad, (row) => outcomes.get(row) ?? notWritten, true)
  })
}

const isPdf = (name: string) => /\.pdf$/i.test(name)

const refused = (code: string, locale: Locale, facts = {}) => ({
  code,
  field: 'content',
  message: translate(locale, `errors.${code}`, facts),
})

const statuses = { added: 'created', attached: 'updated', same: 'unchanged' } as const

async function outcomeOf(pool: Pool, { outcome, id }: AddedFile, locale: Locale): Promise<RowOutcome> {
  const invoice = await loadAnyInvoice(pool, id)
  const hasDifferences = (invoice?.differences.length ?? 0) > 0
  const warnings = hasDifferences ? [problem(locale, 'invoice_differences', 'content')] : []
  return { status: statuses[outcome], error: null, warnings }
}
