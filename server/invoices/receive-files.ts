import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { invoiceFileBytesMax, invoiceZipBytesMax } from '#contract/admin/invoices.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { receiveToFile, withWorkFile } from '#server/platform/files/work-files.ts'
import { openZip, ZipError } from '#server/platform/zip/open-zip.ts'
import type { InvoiceFile } from './add-files.ts'

const zipLimits = { entries: 2_000, unpackedBytes: 1024 * 2 ** 20, ratio: 200, ratioFreeBytes: 2 * 2 ** 20 }

/** What a received file contains, read one at a time; or why it cannot be read. */
type Received = InvoiceFile | { name: string; refusal: Refusal }

/**
 * Receives an upload in `folder` and passes its invoices to `take`: those of an archive one after the other, documents before PDF files.
 */
export async function receiveInvoices(
  { folder, name }: { folder: string; name: string },
  body: Readable,
  take: (file: Received) => Promise<void>,
): Promise<Refusal | null> {
  const isZip = /\.zip$/i.test(name)
  if (!isZip && !/\.(xml|pdf)$/i.test(name)) return refuse('invoice_file_kind')
  return withWorkFile(folder, async (path) => {
    const bytesMax = isZip ? invoiceZipBytesMax : invoiceFileBytesMax
    if (!(await receiveToFile(body, path, bytesMax))) return refuse('too_large')
    if (isZip) return unpack(path, take)
    await take({ name, content: await readFile(path) })
    return null
  })
}

async function unpack(path: string, take: (file: Received) => Promise<void>): Promise<Refusal | null> {
  try {
    await using zip = await openZip(path, zipLimits)
    const rank = (name: string) => (/\.xml$/i.test(name) ? 0 : 1)
    for (const entry of zip.entries.toSorted((a, b) => rank(a.name) - rank(b.name))) {
      const { name } = entry
      if (/(^|\/)(__MACOSX|\.)/.test(name)) continue
      if (!/\.(xml|pdf)$/i.test(name)) await take({ name, refusal: refuse('invoice_file_kind') })
      else if (entry.unpacked > invoiceFileBytesMax) await take({ name, refusal: refuse('too_large') })
      else {
        const content = await zip.read(entry)
        await take(content === null ? { name, refusal: refuse('invoice_zip_invalid') } : { name, content })
      }
    }
    return null
  } catch (error) {
    if (error instanceof ZipError) return refuse('invoice_zip_invalid')
    throw error
  }
}
