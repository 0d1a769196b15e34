import { Search } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type OfferList, type OfferSort, offerSorts } from '#contract/offers.ts'
import { formatNumber } from '#domain/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { offersPath } from './offers-path.ts'

/** Title and count, and what is looked for in which order. */
export function OffersToolbar({ list }: { list: OfferList }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-4">
      <h1 className="text-20 font-semibold">{t('offers.title')}</h1>
      <span className="text-16 text-ink-2">
        {t('offers.count', { count: list.total, number: formatNumber(list.total, 0) })}
      </span>
      <form
        role="search"
        aria-label={t('offers.search')}
        className="relative ml-auto w-66 max-sm:order-last max-sm:w-full"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          void navigate(offersPath({ ...list, q: typeof q === 'string' ? q.trim() : '', page: 1 }))
        }}
      >
        <input
          key={list.q}
          type="search"
          name="q"
          defaultValue={list.q}
          maxLength={100}
          placeholder={t('offers.search')}
          aria-label={t('offers.search')}
          className="field h-8 w-full pr-9 pl-2.5 sm:text-13 max-sm:h-11"
        />
        <IconButton type="submit" label={t('offers.searchAction')} className="absolute inset-y-0 right-0 m-auto">
          <Search size={16} aria-hidden="true" />
        </IconButton>
      </form>
      <Select
        aria-label={t('offers.sort.label')}
        value={list.sort}
        onChange={(event) => void navigate(offersPath({ ...list, sort: event.target.value as OfferSort, page: 1 }))}
      >
        {offerSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`offers.sort.${sort}`)}
          </option>
        ))}
      </Select>
    </div>
  )
}
