import { FileCode, FileText } from 'lucide-react'
import { invoiceFilePath } from '#contract/core/record-paths.ts'
import type { ListedInvoice } from '#contract/shop/invoices.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'

const icons = { pdf: FileText, xml: FileCode } as const

type FileLinksProps = { invoice: Pick<ListedInvoice, 'id' | 'invoiceNo' | 'hasXml' | 'hasPdf'>; size?: 'sm' | 'card' }

/** Links that download the documents of an invoice. */
export function InvoiceFileLinks({ invoice: { id, invoiceNo, hasXml, hasPdf }, size = 'sm' }: FileLinksProps) {
  const kinds = [...(hasPdf ? (['pdf'] as const) : []), ...(hasXml ? (['xml'] as const) : [])]
  return kinds.map((kind) => {
    const Icon = icons[kind]
    return (
      <a
        key={kind}
        href={invoiceFilePath(id, kind)}
        download
        aria-label={`${kind.toUpperCase()} ${invoiceNo}`}
        className={buttonClasses('outline', size)}
      >
        <Icon size={14} aria-hidden="true" /> {kind.toUpperCase()}
      </a>
    )
  })
}
