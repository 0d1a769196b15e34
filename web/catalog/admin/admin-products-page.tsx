import '#web/app/page-words.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Download, Plus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminProductStates, listAllProducts } from '#contract/admin/catalog.ts'
import { productUnitsCsv } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { isNarrowed, listPath, queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-products-page.ts'
import { ProductRow } from './admin-product-row.tsx'

const place: ListPlace = { page: pages.adminProducts, names: ['q', 'brand', 'category', 'state'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllProducts, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'image', content: '', className: 'w-14 xl:min-w-14' },
  { name: 'code' },
  { name: 'name', sort: 'name', className: 'w-full 2xl:w-1/2' },
  { name: 'brand', sort: 'brand' },
  { name: 'category' },
  { name: 'price', sort: 'price', align: 'right' },
  { name: 'stock', sort: 'quantity', align: 'right', className: 'pr-4' },
]

/** The list's filters as text for addresses; the default state is left out. */
function asView(list: Reply<typeof listAllProducts>) {
  const textOf = (id: number | null) => (id === null ? null : String(id))
  const state = list.state === 'active' ? null : list.state
  return { ...list, state, brand: textOf(list.brand), category: textOf(list.category) }
}

/** What an empty list omits: products off sale, or in a new shop the import. */
function leftOutOf(list: ReturnType<typeof asView>, t: Translation['t']) {
  if (list.inactive > 0 && list.state !== 'inactive') {
    return {
      text: t('administration.products.inactive', { count: list.inactive }),
      to: listPath(place.page, { ...list, state: 'inactive', page: 1 }, place.names),
      label: t('administration.products.showInactive'),
    }
  }
  if (list.total > 0 || isNarrowed(list, place.names)) return undefined
  return {
    text: t('administration.products.empty.text'),
    to: pages.adminImports,
    label: t('administration.setup.steps.products.action'),
  }
}

/** All products. */
export default function AdminProductsPage({ loaderData }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const list = asView(loaderData)
  const number = formatQuantity(list.total)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="products"
      leftOut={leftOutOf(list, t)}
      filter={<ProductsFilter list={list} />}
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.products.count')}>
              {list.isTotalLeast ? t('administration.products.least', { number }) : number}
            </ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="products" place={place} list={list} />
            {list.total > 0 && (
              <a
                href={listPath(productUnitsCsv, { ...list, page: 1 }, place.names)}
                download
                className={buttonClasses('outline', 'card')}
              >
                <Download size={16} aria-hidden="true" /> {t('administration.productUnits.csv')}
              </a>
            )}
            <MayChange>
              <AreaLink isAction to={adminProductPath('yeni')} className={buttonClasses('solid', 'card')}>
                <Plus size={16} aria-hidden="true" /> {t('administration.products.add')}
              </AreaLink>
            </MayChange>
          </div>
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="products">
        {list.items.map((product) => (
          <ProductRow key={product.id} product={product} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

function ProductsFilter({ list }: { list: ReturnType<typeof asView> }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.products.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        {adminProductStates.map((state) => (
          <option key={state} value={state === 'active' ? '' : state}>
            {t(`administration.products.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="brand" label={text('brand')} value={list.brand}>
        <option value="">{text('allBrands')}</option>
        {list.brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="category" label={text('category')} value={list.category}>
        <option value="">{text('allCategories')}</option>
        {list.categories.map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
          </option>
        ))}
      </FilterSelect>
      <FilterText name="q" label={text('q')} value={list.q} hint={text('qHint')} />
    </ListFilter>
  )
}
