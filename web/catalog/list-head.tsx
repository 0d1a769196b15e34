import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import type { ProductList } from '#contract/catalog.ts'
import { formatQuantity } from '#domain/format.ts'
import { PageHead } from './page-head.tsx'

/** Title, description and canonical address of a list; searched, filtered and sorted ones are not for search engines. */
export function ListHead({ list, title }: { list: ProductList; title: string }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const parameters = new URLSearchParams(search)
  const isOwn = [...parameters.keys()].every((key) => key === 'page')
  const page = list.page > 1 ? `?page=${list.page}` : ''
  return (
    <PageHead
      title={list.place.kind === 'home' ? null : title}
      description={t('catalog.metaDescription', { title, total: formatQuantity(list.total) })}
      canonical={`${pathname}${page}`}
      noIndex={!isOwn || list.place.kind === 'search' || list.items.length === 0}
    />
  )
}
