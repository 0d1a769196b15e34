import { Paperclip } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { transferReceiptPath } from '#contract/core/transfer-paths.ts'
import type { TransferNotice } from '#contract/shop/transfers.ts'
import { useTranslation } from '#web/ui/translation.ts'

type NoticeFactsProps = {
  notice: TransferNotice
  /** The order that it pays: a link, for those who may open it. */
  order: ReactNode
}

/** Who sent a transfer, what it pays, and its receipt. */
export function NoticeFacts({ notice: { sender, note, debts, receipt }, order }: NoticeFactsProps) {
  const { t } = useTranslation()
  const numbers = debts.map(({ documentNo }) => documentNo).join(', ')
  const facts = [note, order, numbers === '' ? '' : t('transfers.debts', { numbers })].filter(
    (fact) => fact !== '' && fact !== null,
  )
  return (
    <span className="block [overflow-wrap:anywhere]">
      <span className="block font-medium">{sender}</span>
      {facts.length > 0 && (
        <span className="block text-12 text-ink-2">
          {facts.map((fact, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              {fact}
            </Fragment>
          ))}
        </span>
      )}
      {receipt !== null && (
        <a
          href={transferReceiptPath(receipt.file)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-12 text-brand-ink hover:underline pointer-coarse:min-h-11"
        >
          <Paperclip size={12} aria-hidden="true" /> {t('transfers.receipt', { name: receipt.name })}
        </a>
      )}
    </span>
  )
}
