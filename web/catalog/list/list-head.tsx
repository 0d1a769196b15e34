import { useContext } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import { pages } from '#contract/core/pages.ts'
import { JsonLd } from '#web/app/page/json-ld.tsx'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import type { Breadcrumb } from '#web/ui/breadcrumbs.tsx'
import { crumbsData } from '#web/product/crumbs-data.ts'

/** Parameters that make a different list. `view` and campaign parameters do not. */
const listParameters = ['q', 'brand', 'filters', 'sort', 'limit']

type ListHeadProps = { list: ProductList; title: string; crumbs: readonly Breadcrumb[] }

/**
 * Metadata of a list for search engines: filtered, sorted and searched lists are not indexed, and point to the full
 * one.
 */
export function ListHead({ list, title, crumbs }: ListHeadProps) {
  const { t, formatQuantity } = useTranslation()
  const { publicUrl } = useContext(PageFrame)
  const { categories } = useVisitor()
  const { pathname, search } = useLocation()
  const parameters = new URLSearchParams(search)
  const { kind, brand, category } = list.place
  const isNarrowed = kind === 'search' || listParameters.some((key) => parameters.has(key))
  const page = list.page > 1 && !isNarrowed ? `?page=${list.page}` : ''
  const path = kind === 'search' ? pages.search : `/${[brand?.slug, category?.slug].filter(Boolean).join('/')}`
  const english = path === pages.home ? '/en' : `/en${path}`
  const names = kind === 'home' ? categories : crumbs
  return (
    <>
      <PageHead
        title={kind === 'home' ? null : title}
        description={t('catalog.metaDescription', { title, total: formatQuantity(list.total) })}
        keywords={[...new Set([title, ...names.map(({ name }) => name)])].join(', ')}
        canonical={(/^\/en(\/|$)/.test(pathname) ? english : path) + page}
        noIndex={isNarrowed || list.items.length === 0}
      />
      {(kind === 'home' || kind === 'brand_category') &&
        Object.entries({ tr: path, en: english, 'x-default': path }).map(([language, href]) => (
          <link key={language} rel="alternate" hrefLang={language} href={publicUrl + href + page} />
        ))}
      <JsonLd data={import.meta.env.SSR && crumbs.length > 1 ? [crumbsData(crumbs, publicUrl)] : []} />
    </>
  )
}
