import { FileSpreadsheet, FileText, Search } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { type OfferList, type OfferSort, type OfferStatus, offerSorts, offerStatuses } from '#contract/shop/offers.ts'
import { offersFilePath, pages } from '#contract/core/pages.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { FilterField } from '#web/ui/form/filter-field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { PhoneFold } from '#web/ui/overlay/phone-fold.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, offersPath } from './offers-path.ts'

/** Title and count, filters and sort of the list, and its export as files. */
export function OffersToolbar({ list }: { list: OfferList }) {
  const { t, formatNumber } = useTranslation()
  return (
    <div className="flex flex-col gap-3 pb-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{t('offers.title')}</h1>
        <span className="text-16 text-ink-2">
          {t('offers.count', { count: list.total, number: formatNumber(list.total, 0) })}
        </span>
        {list.total > 0 && <FileLinks list={list} />}
      </div>
      <PhoneFold label={t('offers.filter.label')} isOpen={isNarrowed(list)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2">
          <Filters key={offersPath({ ...list, page: 1 })} list={list} />
          <StatusAndSort list={list} />
        </div>
      </PhoneFold>
    </div>
  )
}

function FileLinks({ list }: { list: OfferList }) {
  const { t } = useTranslation()
  const files = [
    { format: 'xlsx', icon: <FileSpreadsheet size={16} aria-hidden="true" /> },
    { format: 'csv', icon: <FileText size={16} aria-hidden="true" /> },
  ] as const
  return (
    <span className="ml-auto flex gap-2">
      {files.map(({ format, icon }) => (
        <a
          key={format}
          href={offersPath({ ...list, page: 1 }, offersFilePath(format))}
          className={buttonClasses('outline', 'md')}
        >
          {icon} {t(`offers.file.${format}`)}
        </a>
      ))}
    </span>
  )
}

function Filters({ list }: { list: OfferList }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  return (
    <form
      role="search"
      aria-label={t('offers.filter.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:col-span-2 max-sm:grid max-sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        const values = formTexts(new FormData(event.currentTarget))
        void goTo(
          offersPath({ ...list, q: values('q'), from: values('from') || null, to: values('to') || null, page: 1 }),
        )
      }}
    >
      <FilterField
        label={t('offers.search')}
        placeholder={t('offers.search')}
        type="search"
        name="q"
        defaultValue={list.q}
        maxLength={100}
        className="w-60 max-sm:col-span-2 max-sm:w-full"
      />
      <FilterField isLabelled label={t('offers.filter.from')} type="date" name="from" defaultValue={list.from ?? ''} />
      <FilterField isLabelled label={t('offers.filter.to')} type="date" name="to" defaultValue={list.to ?? ''} />
      <Button type="submit" className="max-sm:col-span-2" icon={<Search size={16} aria-hidden="true" />}>
        {t('offers.searchAction')}
      </Button>
      {isNarrowed(list) && (
        <Link to={pages.offers} className={buttonClasses('ghost', 'md', 'max-sm:col-span-2')}>
          {t('offers.filter.clear')}
        </Link>
      )}
    </form>
  )
}

function StatusAndSort({ list }: { list: OfferList }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  return (
    <>
      <Select
        aria-label={t('offers.status.label')}
        value={list.status ?? ''}
        className="sm:ml-auto"
        onChange={({ target: { value } }) =>
          void goTo(offersPath({ ...list, status: (value || null) as OfferStatus | null, page: 1 }))
        }
      >
        <option value="">{`${t('offers.status.label')}: ${t('offers.status.all')}`}</option>
        {offerStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`offers.status.${status}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('offers.sort.label')}
        value={list.sort}
        onChange={(event) => void goTo(offersPath({ ...list, sort: event.target.value as OfferSort, page: 1 }))}
      >
        {offerSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`offers.sort.${sort}`)}
          </option>
        ))}
      </Select>
    </>
  )
}
