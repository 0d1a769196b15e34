import { adminPriceComparisonPath, adminPriceListsPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { comparePriceLists, comparisonShows, comparisonSorts } from '#contract/admin/price-lists.ts'
import type { Money } from '#contract/core/money.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-comparison-page.ts'
import { changeText } from '#web/catalog/admin/price-changes/percent-text.ts'
import { NarrowingFields } from './narrowing-fields.tsx'

const place: ListPlace = { page: adminPriceComparisonPath, names: ['a', 'b', 'show', 'sort', 'brand', 'category', 'q'] }

const load = (api: ServerCall, { url }: PageLocation) => api(comparePriceLists, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type Comparison = Reply<typeof comparePriceLists>

/** Two price lists side by side. */
export default function AdminPriceComparisonPage({ loaderData: comparison }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { a, b, show, sort, brand, category, q, page, total } = comparison
  const textOf = (id: number | null) => (id === null ? null : String(id))
  const view = {
    a: String(a),
    b: String(b),
    show,
    q,
    page,
    total,
    sort: sort === 'code' ? null : sort,
    brand: textOf(brand),
    category: textOf(category),
  }
  const title = t('priceLists.comparison.title')
  return (
    <AdminFrame title={<BackTo to={adminPriceListsPath}>{t('administration.priceLists.title')}</BackTo>}>
      <PageHead
        title={title}
        description={t('priceLists.comparison.description')}
        canonical={adminPriceComparisonPath}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-18 font-semibold">{title}</h1>
          <ExportButtons name="priceListComparison" place={place} list={view} />
        </div>
        <ListFilter place={place} list={view} label={t('priceLists.comparison.filter')}>
          <ComparisonFields comparison={comparison} />
          <FilterSelect name="sort" label={t('priceChanges.rows.sort')} value={view.sort}>
            {comparisonSorts.map((each) => (
              <option key={each} value={each === 'code' ? '' : each}>
                {t(`priceChanges.sorts.${each}`)}
              </option>
            ))}
          </FilterSelect>
          <NarrowingFields choices={comparison} brand={view.brand} category={view.category} />
          <FilterText name="q" label={t('priceLists.prices.q')} value={q} hint={t('priceLists.prices.qHint')} />
        </ListFilter>
        {a === b && <MessageStrip tone="info">{t('priceLists.comparison.sameList')}</MessageStrip>}
        {comparison.items.length === 0 ? (
          <p className="rounded-panel border border-line bg-surface p-4 text-ink-2">
            {t('priceLists.comparison.nothing')}
          </p>
        ) : (
          <ComparisonTable comparison={comparison} />
        )}
        <Pagination
          page={page}
          pages={comparison.pages}
          to={(to) => listPath(place.page, { ...view, page: to }, place.names)}
        />
      </div>
    </AdminFrame>
  )
}

/** The two lists, and the kind of rows with the number of each. */
function ComparisonFields({ comparison: { lists, a, b, show, counts } }: { comparison: Comparison }) {
  const { t, formatQuantity } = useTranslation()
  const all = counts.different + counts.onlyA + counts.onlyB + counts.same
  const options = lists.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  return (
    <>
      <FilterSelect name="a" label={t('priceLists.comparison.a')} value={String(a)}>
        {options}
      </FilterSelect>
      <FilterSelect name="b" label={t('priceLists.comparison.b')} value={String(b)}>
        {options}
      </FilterSelect>
      <FilterSelect name="show" label={t('priceLists.prices.show')} value={show}>
        {([...comparisonShows, 'all'] as const).map((each) => (
          <option key={each} value={each}>
            {t('priceLists.comparison.counted', {
              name: t(`priceLists.comparison.shows.${each}`),
              count: formatQuantity(each === 'all' ? all : counts[each]),
            })}
          </option>
        ))}
      </FilterSelect>
    </>
  )
}

function ComparisonTable({ comparison: { items, lists, a, b } }: { comparison: Comparison }) {
  const { t } = useTranslation()
  const nameOf = (wanted: number) => lists.find(({ id }) => id === wanted)?.name ?? ''
  return (
    <CardTable
      label={t('priceLists.comparison.title')}
      below="never"
      head={
        <>
          <HeadCell className="pl-4">{t('priceLists.prices.columns.code')}</HeadCell>
          <HeadCell className="w-full max-md:hidden">{t('priceLists.prices.columns.name')}</HeadCell>
          <HeadCell className="max-sm:hidden">{t('priceLists.prices.columns.unit')}</HeadCell>
          <HeadCell align="right" className="max-sm:whitespace-normal">
            {nameOf(a)}
          </HeadCell>
          <HeadCell align="right" className="max-sm:pr-4 max-sm:whitespace-normal">
            {nameOf(b)}
          </HeadCell>
          <HeadCell align="right" className="pr-4 max-sm:hidden">
            {t('priceLists.comparison.percent')}
          </HeadCell>
        </>
      }
    >
      {items.map((item) => (
        <ComparisonRow key={item.unitId} item={item} />
      ))}
    </CardTable>
  )
}

function ComparisonRow({ item }: { item: Comparison['items'][number] }) {
  const { t, formatNumber } = useTranslation()
  const { percent } = item
  const difference = percent === null ? '–' : changeText({ t, formatNumber }, percent)
  return (
    <tr data-testid="price-pair" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="w-full py-1.5 pl-4 md:w-auto">
        <AreaLink
          to={adminProductPath(item.productId)}
          className="code font-medium hover:underline max-sm:[overflow-wrap:anywhere] sm:whitespace-nowrap"
        >
          {item.code}
        </AreaLink>
        <span className="block text-12 text-ink-2 sm:hidden">{item.unit}</span>
        <span className="block text-12 text-ink-2 md:hidden">{item.name}</span>
      </Cell>
      <Cell className="max-md:hidden">{item.name}</Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-sm:hidden">{item.unit}</Cell>
      <PairCell price={item.a} />
      <PairCell price={item.b} below={difference} />
      <Cell align="right" className="pr-4 whitespace-nowrap tabular-nums max-sm:hidden">
        {difference}
      </Cell>
    </tr>
  )
}

/** `below`: on phones, under the price. */
function PairCell({ price, below }: { price: Money | null; below?: string }) {
  const { t, formatMoney } = useTranslation()
  const under = below !== undefined && <span className="block text-12 text-ink-2 sm:hidden">{below}</span>
  const edge = below === undefined ? '' : 'max-sm:pr-4'
  return price === null ? (
    <Cell align="right" className={`text-12 whitespace-nowrap text-ink-2 max-sm:whitespace-normal ${edge}`}>
      {t('priceLists.comparison.missing')}
      {under}
    </Cell>
  ) : (
    <Cell align="right" className={`whitespace-nowrap tabular-nums ${edge}`}>
      {formatMoney(price.value, price.currency)}
      {under}
    </Cell>
  )
}
