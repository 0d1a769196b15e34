import { adminCurrenciesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { useState } from 'react'
import {
  type ListedCurrency,
  listCurrencies,
  rateCalendar,
  removeCurrency,
  setDefaultCurrency,
} from '#contract/admin/currencies.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { MayChange, useMayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import type { Route } from './+types/admin-currencies-page.ts'
import { AddCurrencyDialog } from './add-currency-dialog.tsx'
import { RateCalendarPanels } from './rate-calendar.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { RateHistoryDialog } from './rate-history-dialog.tsx'
import { RateSource, rateText } from './rate-source.tsx'
import { type Currencies, useCurrencies } from './use-currencies.ts'

const load = async (api: ServerCall) => {
  const [{ items }, calendar] = await Promise.all([api(listCurrencies), api(rateCalendar)])
  return { items, calendar }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The store's currencies with their rates, and the default currency. */
export default function AdminCurrenciesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const currencies = useCurrencies(loaderData.items)
  const [isAdding, setAdding] = useState(false)
  const title = t('administration.currencies.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead
        title={title}
        description={t('administration.currencies.description')}
        canonical={adminCurrenciesPath}
        noIndex
      />
      <div className="flex max-w-300 flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60 text-13 text-ink-2">{t('administration.currencies.text')}</p>
          <MayChange>
            <Button
              variant="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {t('administration.currencies.add')}
            </Button>
          </MayChange>
        </div>
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {currencies.items.map((currency) => (
            <CurrencyRow key={currency.code} currency={currency} currencies={currencies} />
          ))}
        </ul>
        <RateCalendarPanels calendar={loaderData.calendar} />
      </div>
      {isAdding && <AddCurrencyDialog currencies={currencies} onClose={() => setAdding(false)} />}
    </AdminFrame>
  )
}

function CurrencyRow({ currency, currencies }: { currency: ListedCurrency; currencies: Currencies }) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const { code, name, rate, isDefault, source, since } = currency
  const isKnown = rate !== null && Number(rate) > 0
  return (
    <li
      data-testid={`currency-${code}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="code">{code}</span> {name}
          {isDefault && <Badge tone="brand">{t('administration.currencies.default')}</Badge>}
        </p>
        <p className="text-12 text-ink-2">
          {since !== null && <Moment date={since} />} {source !== null && <RateSource source={source} />}
        </p>
      </div>
      <p className="text-right text-15 font-semibold tabular-nums max-sm:text-left sm:min-w-36">
        {code === 'TRY' ? (
          <span className="text-13 font-normal text-ink-2">{t('administration.currencies.lira')}</span>
        ) : isKnown ? (
          `${fieldNumber(rateText(rate))} TL`
        ) : (
          <span className="text-13 font-normal text-warning">{t('administration.currencies.noRate')}</span>
        )}
      </p>
      <CurrencyActions currency={currency} currencies={currencies} />
    </li>
  )
}

function CurrencyActions({ currency, currencies }: { currency: ListedCurrency; currencies: Currencies }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'rate' | 'history' | null>(null)
  const { code, isDefault } = currency
  const mayChange = useMayChange()
  const isLira = code === 'TRY'
  const label = (action: string) => t(`administration.currencies.${action}Of`, { code })

  async function change(endpoint: 'default' | 'remove'): Promise<void> {
    const error = await (endpoint === 'default'
      ? currencies.run(
          () => call(setDefaultCurrency, { params: { code }, body: { isDefault: true } }),
          t('administration.currencies.defaultSet', { code }),
        )
      : currencies.run(
          () => call(removeCurrency, { params: { code } }),
          t('administration.currencies.removed', { code }),
        ))
    if (error !== null) notify.error(error.message)
  }

  async function confirmRemoval(): Promise<void> {
    const answer = await showAlert({
      title: label('remove'),
      text: t('administration.currencies.removeText'),
      actions: [{ label: t('administration.currencies.remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await change('remove')
  }
  return (
    <div className="flex flex-wrap gap-2 sm:w-full sm:justify-end lg:w-auto">
      {!isLira && (
        <>
          <MayChange>
            <Button variant="soft" aria-label={label('setRate')} onClick={() => setOpen('rate')}>
              {t('administration.currencies.setRate')}
            </Button>
          </MayChange>
          <Button variant="outline" aria-label={label('history')} onClick={() => setOpen('history')}>
            {t('administration.currencies.history')}
          </Button>
        </>
      )}
      {mayChange && !isDefault && (
        <Button variant="outline" aria-label={label('makeDefault')} onClick={() => void change('default')}>
          {t('administration.currencies.makeDefault')}
        </Button>
      )}
      {mayChange && !isDefault && !isLira && (
        <Button variant="danger" aria-label={label('remove')} onClick={() => void confirmRemoval()}>
          {t('administration.currencies.remove')}
        </Button>
      )}
      {open === 'rate' && <RateDialog currency={currency} currencies={currencies} onClose={() => setOpen(null)} />}
      {open === 'history' && <RateHistoryDialog code={code} onClose={() => setOpen(null)} />}
    </div>
  )
}
