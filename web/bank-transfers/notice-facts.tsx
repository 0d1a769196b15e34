import { Paperclip } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { transferReceiptPath } from '#contract/core/transfer-paths.ts'
import type { TransferNotice } from '#contract/shop/transfers.ts'
import { useTranslation } from '#web/ui/translation.ts'

type NoticeFactsProps = {
  notice: TransferNotice
  /** The page of an order, for those whom the number links to it. */
  orderPath?: (orderNo: string) => string
}

/** Who sent a transfer, what it pays, and its receipt. */
export function NoticeFacts({ notice: { sender, note, orderNo, debts, receipt }, orderPath }: NoticeFactsProps) {
  const { t } = useTranslation()
  const numbers = debts.map(({ documentNo }) => documentNo).join(', ')
  const orderText = orderNo === null ? '' : t('transfers.order', { number: orderNo })
  const order: ReactNode =
    orderNo === null || orderPath === undefined ? (
      orderText
    ) : (
      <Link to={orderPath(orderNo)} className="tap text-brand-ink hover:underline">
        {orderText}
      </Link>
    )
  const facts = [note, order, numbers === '' ? '' : t('transfers.debts', { numbers })].filter((fact) => fact !== '')
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
