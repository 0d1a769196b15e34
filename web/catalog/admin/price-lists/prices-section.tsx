import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { Pencil } from 'lucide-react'
import { type PriceListDetail, type PriceOfList, priceListShows } from '#contract/admin/price-lists.ts'
import { adminPriceListPath, priceListCsv } from '#contract/core/admin-pages.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import type { Money } from '#contract/core/money.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { listPath } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { NarrowingFields } from './narrowing-fields.tsx'
import { PriceDialog } from './price-dialog.tsx'

export const pricesNames = ['show', 'q', 'brand', 'category']

/** The filters as text for addresses; defaults are left out. */
function viewOf({ show, q, brand, category, page, total, list }: PriceListDetail) {
  const textOf = (id: number | null) => (id === null ? null : String(id))
  return {
    q,
    page,
    total,
    list: String(list.id),
    show: show === 'priced' ? null : show,
    brand: textOf(brand),
    category: textOf(category),
  }
}

/** The prices of a list, searched and changed one by one. */
export function PricesSection({ detail }: { detail: PriceListDetail }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<PriceOfList | null>(null)
  const path = adminPriceListPath(detail.list.id)
  const place: ListPlace = { page: path, names: pricesNames }
  const file: ListPlace = { page: priceListCsv.replace(/\.csv$/, ''), names: ['list', ...pricesNames] }
  const view = viewOf(detail)
  const isNarrow = view.q !== '' || view.brand !== null || view.category !== null
  const emptyText = isNarrow ? 'nothing' : detail.show === 'missing' ? 'complete' : 'empty'
  return (
    <section aria-labelledby="prices" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="prices" className="text-16 font-semibold">
          {t('priceLists.prices.title')}
        </h2>
        <ExportButtons name="priceListPrices" place={file} list={view} />
      </div>
      <ListFilter place={place} list={view} label={t('priceLists.prices.filter')}>
        <FilterSelect name="show" label={t('priceLists.prices.show')} value={view.show}>
          {priceListShows.map((show) => (
            <option key={show} value={show === 'priced' ? '' : show}>
              {t(`priceLists.prices.shows.${show}`)}
            </option>
          ))}
        </FilterSelect>
        <NarrowingFields choices={detail} brand={view.brand} category={view.category} />
        <FilterText name="q" label={t('priceLists.prices.q')} value={view.q} hint={t('priceLists.prices.qHint')} />
      </ListFilter>
      {detail.items.length === 0 ? (
        <p className="rounded-panel border border-line bg-surface p-4 text-ink-2">
          {t(`priceLists.prices.${emptyText}`)}
        </p>
      ) : (
        <PricesTable items={detail.items} isDefault={detail.list.isDefault} onEdit={setEdited} />
      )}
      <Pagination
        page={detail.page}
        pages={detail.pages}
        to={(page) => listPath(path, { ...view, page }, pricesNames)}
      />
      {edited !== null && (
        <PriceDialog
          key={edited.unitId}
          list={detail.list.id}
          edited={edited}
          currencies={detail.currencies}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

type TableProps = { items: readonly PriceOfList[]; isDefault: boolean; onEdit(price: PriceOfList): void }

function PricesTable({ items, isDefault, onEdit }: TableProps) {
  const { t } = useTranslation()
  const title = (name: string) => t(`priceLists.prices.columns.${name}`)
  return (
    <CardTable
      label={t('priceLists.prices.title')}
      below="never"
      head={
        <>
          <HeadCell className="pl-4">{title('code')}</HeadCell>
          <HeadCell className="w-full max-sm:hidden">{title('name')}</HeadCell>
          <HeadCell>{title('unit')}</HeadCell>
          <HeadCell align="right">{title('sale')}</HeadCell>
          <HeadCell align="right" className="max-lg:hidden">
            {title('listPrice')}
          </HeadCell>
          {!isDefault && (
            <HeadCell align="right" className="max-md:hidden">
              {title('default')}
            </HeadCell>
          )}
          <HeadCell className="pr-4" />
        </>
      }
    >
      {items.map((item) => (
        <PriceRow key={item.unitId} item={item} isDefault={isDefault} onEdit={onEdit} />
      ))}
    </CardTable>
  )
}

function PriceRow({ item, isDefault, onEdit }: Omit<TableProps, 'items'> & { item: PriceOfList }) {
  const { t } = useTranslation()
  const { code, name, unit } = item
  return (
    <tr data-testid="list-price" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="py-1.5 pl-4">
        <AreaLink
          to={adminProductPath(item.productId)}
          className="code font-medium hover:underline max-sm:[overflow-wrap:anywhere] sm:whitespace-nowrap"
        >
          {code}
        </AreaLink>
        <span className="block text-12 text-ink-2 sm:hidden">{name}</span>
      </Cell>
      <Cell className="max-sm:hidden">
        {name}
        {!item.isActive && <span className="text-12 text-ink-2"> · {t('priceLists.prices.hidden')}</span>}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2">{unit}</Cell>
      <PriceCell price={item.sale} className="font-medium" />
      <PriceCell price={item.listPrice} className="text-ink-2 max-lg:hidden" />
      {!isDefault && <PriceCell price={item.default} className="text-ink-2 max-md:hidden" />}
      <Cell align="right" className="pr-4">
        <MayChange>
          <IconButton label={t('priceLists.prices.edit', { code, unit })} onClick={() => onEdit(item)}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
      </Cell>
    </tr>
  )
}

function PriceCell({ price, className }: { price: Money | null; className: string }) {
  const { t, formatMoney } = useTranslation()
  return (
    <Cell align="right" className={`whitespace-nowrap tabular-nums ${className}`}>
      {price === null ? t('priceLists.prices.none') : formatMoney(price.value, price.currency)}
    </Cell>
  )
}
