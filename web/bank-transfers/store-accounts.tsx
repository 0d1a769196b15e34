import { Copy } from 'lucide-react'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listTransfers } from '#contract/shop/transfers.ts'
import { copyText } from '#web/app/copy-text.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The accounts of the store to transfer to. */
export function StoreAccounts({ accounts, accountHolder }: Reply<typeof listTransfers>) {
  const { t } = useTranslation()
  if (accounts.length === 0) return <MessageStrip tone="info">{t('transfers.noAccounts')}</MessageStrip>
  async function copy(iban: string): Promise<void> {
    if (await copyText(iban.replaceAll(' ', ''), null)) notify.success(t('transfers.copied'), { id: 'iban' })
  }
  return (
    <section
      aria-label={t('transfers.accounts')}
      className="rounded-panel border border-line bg-surface p-4 sm:p-5 lg:row-start-1 lg:col-start-2"
    >
      <h2 className="text-14 font-semibold">{t('transfers.accounts')}</h2>
      <p className="mt-1 text-13">{t('transfers.holder', { name: accountHolder })}</p>
      <ul className="mt-2 flex flex-col gap-3">
        {accounts.map(({ bank, iban }) => (
          <li key={iban} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 text-13">
              <span className="block font-medium">{bank}</span>
              <span className="code block [overflow-wrap:anywhere] text-ink-2">{iban}</span>
            </span>
            <IconButton label={t('transfers.copy')} onClick={() => void copy(iban)}>
              <Copy size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-12 text-ink-2">{t('transfers.intro')}</p>
    </section>
  )
}
