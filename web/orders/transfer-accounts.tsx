import { Copy } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { reportTransferPath } from '#contract/core/transfer-paths.ts'
import type { SummaryOrder } from '#contract/shop/orders.ts'
import { copyText } from '#web/app/copy-text.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { TransferState } from './transfer-state.tsx'

/** Bank accounts for paying the order by transfer, and until when it waits for one. */
export function TransferAccounts({ order, className }: { order: SummaryOrder; className: string }) {
  const { bankAccounts, accountHolder, orderNo } = order
  const { t } = useTranslation()
  const { user } = useVisitor()
  if (bankAccounts.length === 0) return <TransferState order={order} className={className} />
  return (
    <section
      aria-label={t('checkout.summary.transfer')}
      className={classes('rounded-panel border border-line bg-surface p-4', className)}
    >
      <h2 className="text-14 font-semibold">{t('checkout.summary.transfer')}</h2>
      <TransferState order={order} className="my-2" />
      <p className="mt-0.5 flex items-center gap-x-2 text-13 text-ink-2">
        {t('checkout.summary.transferNote', { number: orderNo })}
        <CopyButton
          text={orderNo}
          label={t('transfers.awaited.copyNumber')}
          done={t('transfers.awaited.numberCopied')}
        />
      </p>
      <p className="mt-2 text-13">{t('transfers.holder', { name: accountHolder })}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {bankAccounts.map(({ bank, iban }) => (
          <li key={iban} className="flex flex-wrap items-center gap-x-4">
            <span className="text-ink-2">{bank}</span>
            <span className="code [overflow-wrap:anywhere]">{iban}</span>
            <CopyButton text={iban.replaceAll(' ', '')} label={t('transfers.copy')} done={t('transfers.copied')} />
          </li>
        ))}
      </ul>
      {user?.permissions.includes('pay') === true && (
        <Link
          to={reportTransferPath({ order: orderNo })}
          className={buttonClasses('outline', 'card', 'mt-3 print:hidden')}
        >
          {t('checkout.summary.reportTransfer')}
        </Link>
      )}
    </section>
  )
}

function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  async function copy(): Promise<void> {
    if (await copyText(text, null)) notify.success(done, { id: 'copied' })
  }
  return (
    <span className="print:hidden">
      <IconButton label={label} onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
