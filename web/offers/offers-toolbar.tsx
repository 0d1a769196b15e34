import { type OfferList, offerSorts, offerFilters } from '#contract/shop/offers.ts'
import { pages } from '#contract/core/pages.ts'
import { offersFilePath } from '#contract/core/record-paths.ts'
import { DocumentsToolbar } from '#web/product/documents-toolbar.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, offersPath } from './offers-path.ts'

/** Title and count, filters and sort of the list, and its export as files. */
export function OffersToolbar({ list }: { list: OfferList }) {
  const { t, formatNumber } = useTranslation()
  return (
    <DocumentsToolbar
      title={t('offers.title')}
      count={t('offers.count', { count: list.total, number: formatNumber(list.total, 0) })}
      words={{ label: t('offers.filter.label'), search: t('offers.filter.search') }}
      list={list}
      statuses={offerFilters.map((value) => ({ value, label: t(`offers.status.${value}`) }))}
      sorts={offerSorts.map((value) => ({ value, label: t(`offers.sort.${value}`) }))}
      page={pages.offers}
      isNarrowed={isNarrowed(list)}
      pathOf={(changes, path) => offersPath({ ...list, ...changes, page: 1 }, path)}
      filePath={offersFilePath}
    />
  )
}
