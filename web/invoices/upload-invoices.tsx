import { useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  type InvoiceFileResult,
  invoiceFileBytesMax,
  invoiceFileEndings,
  invoiceZipBytesMax,
  uploadInvoices,
} from '#contract/admin/invoices.ts'
import { UploadZone } from '#web/administration/upload-zone.tsx'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { uploadFile } from '#web/app/data/upload-file.ts'
import { UploadResults } from './upload-results.tsx'

const megabyte = 2 ** 20

/** Accepts dropped or chosen invoices, sends them one after the other and shows what became of each. */
export function UploadInvoices() {
  const { t } = useTranslation()
  const [posts, setPosts] = useState(false)
  const upload = useUpload(posts)
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.invoices.upload.${name}`, facts)
  return (
    <section aria-label={text('title')} className="flex flex-col gap-3">
      <UploadZone
        title={text('drop')}
        hint={text('hint', {
          megabytes: invoiceFileBytesMax / megabyte,
          zipMegabytes: invoiceZipBytesMax / megabyte,
        })}
        choose={text('choose')}
        endings={invoiceFileEndings}
        isMultiple
        busy={upload.at !== null}
        status={upload.at !== null && text('sending', upload.at)}
        onFiles={(files) => void upload.send(files)}
      >
        <label className="mt-2 flex items-start gap-2 text-13 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={posts}
            onChange={({ target }) => setPosts(target.checked)}
            className="mt-0.5 size-4.5 shrink-0 accent-(--brand)"
          />
          <span>
            {text('post')}
            <span className="block text-12 text-ink-2">{text('postHint')}</span>
          </span>
        </label>
      </UploadZone>
      <UploadResults results={upload.results} />
    </section>
  )
}

type Progress = { name: string; at: number; count: number }

function useUpload(posts: boolean) {
  const { revalidate } = useRevalidator()
  const [at, setAt] = useState<Progress | null>(null)
  const [results, setResults] = useState<readonly InvoiceFileResult[]>([])

  /** Files that are documents come before PDF files, which belong to one of them. */
  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0 || at !== null) return
    setResults([])
    const sorted = files.toSorted((a, b) => Number(/\.pdf$/i.test(a.name)) - Number(/\.pdf$/i.test(b.name)))
    for (const [number, file] of sorted.entries()) {
      setAt({ name: file.name, at: number + 1, count: files.length })
      const added = await sendOne(file, posts)
      setResults((before) => [...before, ...added])
    }
    setAt(null)
    await revalidate()
  }
  return { at, results, send }
}

async function sendOne(file: File, posts: boolean): Promise<InvoiceFileResult[]> {
  const name = file.name.slice(0, 300)
  try {
    const query = { name, ...(posts && { post: '1' }) }
    return (await uploadFile(uploadInvoices, { query }, file)).files
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 401) redirectToSignIn()
    const none = { invoiceId: null, invoiceNo: '', dealer: '', hasDifferences: false, isPosted: false }
    return [{ ...none, name, outcome: 'refused', message: error.message }]
  }
}
