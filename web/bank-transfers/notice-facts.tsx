import { Paperclip } from 'lucide-react'
import { transferReceiptPath } from '#contract/core/transfer-paths.ts'
import type { TransferNotice } from '#contract/shop/transfers.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Who sent a transfer, what it pays, and its receipt. */
export function NoticeFacts({ notice: { sender, note, orderNo, debts, receipt } }: { notice: TransferNotice }) {
  const { t } = useTranslation()
  const numbers = debts.map(({ documentNo }) => documentNo).join(', ')
  const facts = [
    note,
    orderNo === null ? '' : t('transfers.order', { number: orderNo }),
    numbers === '' ? '' : t('transfers.debts', { numbers }),
  ].filter((fact) => fact !== '')
  return (
    <span className="block [overflow-wrap:anywhere]">
      <span className="block font-medium">{sender}</span>
      {facts.length > 0 && <span className="block text-12 text-ink-2">{facts.join(' · ')}</span>}
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
