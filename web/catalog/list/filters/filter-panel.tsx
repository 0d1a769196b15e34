import { useTranslation } from '#web/ui/translation.ts'
import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AttributeFacets } from './attribute-facets.tsx'
import { CategoryFacet } from './category-facet.tsx'
import { CheckFacet, type FacetOption } from './check-facet.tsx'
import { FilterSection } from './filter-section.tsx'
import { modelOptions } from './filter-labels.ts'
import { type FilterKey, inStock, toggled, withFilters } from '#web/app/list-address.ts'
import { PriceFacet } from './price-facet.tsx'
import { useListAddress } from '#web/catalog/list/use-list-address.ts'

/** Category, brand, model, technical attributes, price and stock, with counts for the active filters. */
export function FilterPanel({ list }: { list: ProductList }) {
  const { t } = useTranslation()
  const { seesPrices, seesStock, settings } = useVisitor()
  const address = useListAddress()
  const navigate = useNavigate()
  const { facets, place } = list

  const toggle = (key: FilterKey) => (value: string) => {
    const next = withFilters(address.search, toggled(address.filters, key, value))
    void navigate(address.to(next), { preventScrollReset: true })
  }
  const options = (
    key: FilterKey,
    rows: readonly { value: string; name: string; count: number | null }[],
  ): FacetOption[] => rows.map((row) => ({ ...row, isChecked: address.filters[key]?.includes(row.value) ?? false }))
  const brands = options(
    'brand',
    facets.brand.map((brand) => ({ value: brand.code, name: brand.name, count: brand.count })),
  )
  const models = options('model', modelOptions(facets))
  const stock = options('stock', [
    { value: inStock, name: t('catalog.filters.stockIn'), count: facets.stock?.count ?? null },
  ])
  return (
    <div>
      {list.isPreparing ? <Preparing /> : null}
      {facets.category.length > 0 ? (
        <FilterSection title={t('catalog.filters.category')}>
          <CategoryFacet list={list} />
        </FilterSection>
      ) : null}
      {brands.length > 0 && place.brand === null ? (
        <FilterSection title={t('catalog.filters.brand')}>
          <CheckFacet options={brands} onToggle={toggle('brand')} searchLabel={t('catalog.filters.findBrand')} />
        </FilterSection>
      ) : null}
      <AttributeFacets attributes={facets.attributes ?? []} />
      {models.length > 0 ? (
        <FilterSection title={t('catalog.filters.model')}>
          <CheckFacet options={models} onToggle={toggle('model')} searchLabel={t('catalog.filters.findModel')} />
        </FilterSection>
      ) : null}
      {seesPrices ? (
        <FilterSection
          title={t('catalog.filters.price')}
          note={t(settings.productsWithKdv === '1' ? 'catalog.taxIncluded' : 'catalog.taxExcluded')}
        >
          <PriceFacet ranges={facets.price ?? []} />
        </FilterSection>
      ) : null}
      {seesStock && list.showNotInStocks === '1' ? (
        <FilterSection title={t('catalog.filters.stock')}>
          <CheckFacet options={stock} onToggle={toggle('stock')} />
        </FilterSection>
      ) : null}
    </div>
  )
}

/** Pause before a list without counts is reloaded, in milliseconds. */
const reloadDelay = 4_000

/** Shown while the server still prepares the counts after a start. */
function Preparing() {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), reloadDelay)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  return <p className="pb-4 text-13 text-ink-2">{t('catalog.filters.preparing')}</p>
}
