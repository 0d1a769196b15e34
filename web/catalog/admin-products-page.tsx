import '#web/app/page-words.ts'
import { type LoadPlace, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/page-loader.ts'
import { Download, ExternalLink, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '#contract/endpoint.ts'
import { type AdminListedProduct, adminProductStates, listAllProducts } from '#contract/catalog-administration.ts'
import { adminProductPath, pages, productUnitsCsv } from '#contract/pages.ts'
import { formatQuantity } from '#domain/format.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { adminRow, adminTable } from '#web/administration/list-looks.ts'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { SortHead } from '#web/administration/sort-head.tsx'
import { Price } from '#web/app/price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-products-page.ts'
import { ProductCode } from './product-code-text.tsx'

const place: ListPlace = { page: pages.adminProducts, names: ['q', 'brand', 'category', 'state'] }

const load = (ask: ServerCall, { url }: LoadPlace) => ask(listAllProducts, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Omit<Reply<typeof listAllProducts>, 'state' | 'brand' | 'category'> & Record<string, unknown>

/** In addresses as texts; the state that goes without saying is left out. */
function asView(list: Reply<typeof listAllProducts>) {
  const textOf = (id: number | null) => (id === null ? null : String(id))
  const state = list.state === 'active' ? null : list.state
  return { ...list, state, brand: textOf(list.brand), category: textOf(list.category) }
}

/** All products, for staff. */
export default function AdminProductsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const list = asView(loaderData)
  const number = formatQuantity(list.total)
  return (
    <ListFrame
      {...{ place, list }}
      noun="products"
      leftOut={
        list.inactive === 0 || list.state === 'inactive'
          ? undefined
          : {
              text: t('administration.products.inactive', { count: list.inactive }),
              to: listPath(place.page, { ...list, state: 'inactive', page: 1 }, place.names),
              label: t('administration.products.showInactive'),
            }
      }
      filter={<ProductsFilter list={list} />}
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.products.count')}>
              {list.isTotalLeast ? t('administration.products.least', { number }) : number}
            </ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="products" {...{ place, list }} />
            {list.total > 0 && (
              <a
                href={listPath(productUnitsCsv, { ...list, page: 1 }, place.names)}
                download
                className={buttonClasses('outline', 'card')}
              >
                <Download size={16} aria-hidden="true" /> {t('administration.productUnits.csv')}
              </a>
            )}
            <Link to={adminProductPath('yeni')} className={buttonClasses('solid', 'card')}>
              <Plus size={16} aria-hidden="true" /> {t('administration.products.add')}
            </Link>
          </div>
        </div>
      }
    >
      <ProductsTable list={list} />
    </ListFrame>
  )
}

function ProductsFilter({ list }: { list: ReturnType<typeof asView> }) {
  const { t } = useTranslation()
  const word = (name: string) => t(`administration.products.filter.${name}`)
  return (
    <ListFilter {...{ place, list }} label={word('label')}>
      <FilterSelect name="state" label={word('state')} value={list.state}>
        {adminProductStates.map((state) => (
          <option key={state} value={state === 'active' ? '' : state}>
            {t(`administration.products.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="brand" label={word('brand')} value={list.brand}>
        <option value="">{word('allBrands')}</option>
        {list.brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="category" label={word('category')} value={list.category}>
        <option value="">{word('allCategories')}</option>
        {list.categories.map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
          </option>
        ))}
      </FilterSelect>
      <FilterText name="q" label={word('q')} value={list.q} hint={word('qHint')} />
    </ListFilter>
  )
}

function ProductsTable({ list }: { list: List }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`administration.products.columns.${name}`)
  return (
    <section className={adminTable}>
      <Table aria-label={t('administration.products.title')} className="max-xl:block">
        <TableHead className="max-xl:hidden">
          <tr className="border-b border-line">
            <HeadCell className="w-14 xl:min-w-14" />
            <HeadCell>{title('code')}</HeadCell>
            <SortHead {...{ place, list }} field="name" className="w-full 2xl:w-1/2">
              {title('name')}
            </SortHead>
            <SortHead {...{ place, list }} field="brand">
              {title('brand')}
            </SortHead>
            <HeadCell>{title('category')}</HeadCell>
            <SortHead {...{ place, list }} field="price" align="right">
              {title('price')}
            </SortHead>
            <SortHead {...{ place, list }} field="quantity" align="right" className="pr-4">
              {title('stock')}
            </SortHead>
          </tr>
        </TableHead>
        <tbody className="max-xl:block">
          {list.items.map((product) => (
            <ProductRow key={product.id} product={product} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function ProductRow({ product }: { product: AdminListedProduct }) {
  const { t } = useTranslation()
  const { id, code, name, url, image, brand, category, unit, price, stock, variantCount } = product
  return (
    <tr data-testid="admin-product" className={`${adminRow} max-xl:grid-cols-[auto_1fr_auto]`}>
      <Cell className="max-xl:row-span-3 max-xl:px-0 xl:pl-3">
        <ProductImage
          src={image}
          alt=""
          width={40}
          height={40}
          className="size-10 max-w-none rounded-control bg-tile"
        />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-xl:order-1 max-xl:px-0">
        <ProductCode code={code} />
      </Cell>
      <Cell className="max-xl:col-span-2 max-xl:px-0">
        <div className="flex items-center">
          {/* The whole row leads to the product's form. */}
          <Link to={adminProductPath(id)} className="font-medium after:absolute after:inset-0 hover:underline">
            {name}
          </Link>
          {url !== null && (
            <a
              href={url}
              aria-label={t('administration.products.inShop', { name })}
              title={t('administration.products.inShop', { name })}
              className="relative ml-1 flex size-6 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <ExternalLink size={14} aria-hidden="true" />
            </a>
          )}
          {url === null && (
            <Badge tone="warning" className="ml-1.5 shrink-0">
              {t('administration.products.states.inactive')}
            </Badge>
          )}
        </div>
        {variantCount > 0 && (
          <span className="block text-12 text-ink-2">
            {t('administration.products.variants', { count: variantCount })}
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0">{brand}</Cell>
      <Cell className="max-xl:hidden xl:min-w-48">
        <span className="line-clamp-1">{category}</span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-2 max-xl:px-0">
        {price === null ? (
          <span className="text-ink-2">{t('administration.products.noPrice')}</span>
        ) : (
          <>
            <Price {...price} className="font-semibold" />
            {variantCount > 0 && <span className="text-12 text-ink-2">{t('catalog.from')}</span>}
          </>
        )}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-4 max-xl:px-0 xl:pr-4">
        <span className={stock > 0 ? undefined : 'text-danger'}>{formatQuantity(stock)}</span>{' '}
        <span className="text-12 text-ink-2">{unit}</span>
      </Cell>
    </tr>
  )
}
