import { FileText, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { type AdminInvoice, removeInvoice, uploadInvoicePdf } from '#contract/admin/invoices.ts'
import { pages } from '#contract/core/pages.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { CallError, call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { InvoiceFileLinks } from './invoice-files.tsx'
import { uploadFile } from '#web/app/data/upload-file.ts'

/** Downloads the invoice's files, sets its PDF, and removes it. */
export function AdminInvoiceActions({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.invoices.page.${name}`)
  const input = useRef<HTMLInputElement>(null)
  const mayChange = useMayChange()
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const goTo = useNavigate()

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showAlert({ text: error.message })
    } finally {
      setBusy(false)
    }
  }
  const send = (file: File | undefined) =>
    file !== undefined &&
    run(async () => {
      await uploadFile(uploadInvoicePdf, { params: { id: String(invoice.id) } }, file)
      notify.success(text('pdfSaved'))
      await revalidate()
    })
  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: text('removeTitle'),
      text: t('administration.invoices.page.removeText', { number: invoice.invoiceNo }),
      actions: [{ label: text('removeYes'), value: 'yes', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'yes') return
    await run(async () => {
      await call(removeInvoice, { params: { id: String(invoice.id) } })
      notify.success(text('removed'))
      await goTo(pages.adminInvoices)
    })
  }
  return (
    <div className="ml-auto flex flex-wrap gap-2 print:hidden">
      <InvoiceFileLinks invoice={invoice} size="card" />
      {mayChange && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            accept=".pdf"
            aria-label={text('pdf')}
            onChange={({ target }) => {
              void send(target.files?.[0])
              target.value = ''
            }}
          />
          <Button
            size="card"
            busy={isBusy}
            icon={<FileText size={16} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {text(invoice.hasPdf ? 'replacePdf' : 'pdf')}
          </Button>
          <Button
            size="card"
            variant="danger"
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => void remove()}
          >
            {text('remove')}
          </Button>
        </>
      )}
    </div>
  )
}
