import { Readable } from 'node:stream'
import type { InvoiceFileResult } from '#contract/admin/invoices.ts'
import type { ErrorCode, Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { type AddDeps, addInvoiceFile, type AddOptions, type InvoiceFile } from './add-files.ts'
import { loadAnyInvoice } from './present-invoice.ts'
import { receiveInvoices } from './receive-files.ts'

/** `code`: why it was refused. */
export type ReceivedResult = { result: InvoiceFileResult; code: ErrorCode | null }

/** Adds one file of an upload. A refused file does not affect the others. */
export async function addReceived(
  deps: AddDeps,
  file: InvoiceFile | { name: string; refusal: Refusal },
  options: AddOptions,
  locale: Locale,
): Promise<ReceivedResult> {
  const added = 'refusal' in file ? file.refusal : await addInvoiceFile(deps, file, options)
  const none = { name: file.name, invoiceId: null, invoiceNo: '', dealer: '', hasDifferences: false, isPosted: false }
  if (!added.ok) {
    const message = translate(locale, `errors.${added.code}`, added.facts)
    return { result: { ...none, outcome: 'refused', message }, code: added.code }
  }
  const { outcome, id, isPosted } = added
  const invoice = await loadAnyInvoice(deps.pool, id)
  const result = {
    ...none,
    outcome,
    invoiceId: id,
    invoiceNo: invoice?.invoiceNo ?? '',
    dealer: invoice?.dealer ?? '',
    message: '',
    hasDifferences: (invoice?.differences.length ?? 0) > 0,
    isPosted,
  }
  return { result, code: null }
}

/** Adds the files of a program's request, one after the other; those of an archive have a result each. */
export async function addInvoiceFiles(
  deps: AddDeps,
  files: readonly InvoiceFile[],
  options: AddOptions,
  locale: Locale,
): Promise<ReceivedResult[]> {
  const results: ReceivedResult[] = []
  for (const { name, content } of files) {
    const take = async (file: InvoiceFile | { name: string; refusal: Refusal }) => {
      results.push(await addReceived(deps, file, options, locale))
    }
    const refusal = await receiveInvoices({ folder: deps.folder.workFolder, name }, Readable.from([content]), take)
    if (refusal !== null) await take({ name, refusal })
  }
  return results
}
