import { useTranslation } from '#web/ui/translation.ts'
import { useNavigate } from 'react-router'
import type { ProductList } from '#contract/catalog.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { CategoryFacet } from './category-facet.tsx'
import { CheckFacet, type FacetOption } from './check-facet.tsx'
import { FilterSection } from './filter-section.tsx'
import { type FilterKey, inStock, toggled, withFilters } from './list-address.ts'
import { PriceFacet } from './price-facet.tsx'
import { useListAddress } from './use-list-address.ts'

/** Models of several brands often have one name ('Pro Serisi'): they are offered once the brand makes them clear. */
function hasClearModels(models: readonly FacetOption[]): boolean {
  const names = new Set(models.map(({ name }) => name))
  return models.length > 0 && (names.size === models.length || models.some(({ isChecked }) => isChecked))
}

/** Category, brand, model, price and stock, with counts under the filters in force. */
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
  const models = options(
    'model',
    facets.model.map((model) => ({ value: String(model.id), name: model.name, count: model.count })),
  )
  const stock = options('stock', [{ value: inStock, name: t('catalog.filters.stockIn'), count: null }])
  return (
    <div>
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
      {hasClearModels(models) ? (
        <FilterSection title={t('catalog.filters.model')}>
          <CheckFacet options={models} onToggle={toggle('model')} searchLabel={t('catalog.filters.findModel')} />
        </FilterSection>
      ) : null}
      {seesPrices ? (
        <FilterSection
          title={t('catalog.filters.price')}
          note={t(settings.productsWithKdv === '1' ? 'catalog.taxIncluded' : 'catalog.taxExcluded')}
        >
          <PriceFacet />
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
