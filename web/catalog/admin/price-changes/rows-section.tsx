import { Pencil, Undo2 } from 'lucide-react'
import type { PriceChangeRow } from '#contract/admin/price-changes.ts'
import { type PriceChangeShow, priceChangeShows, priceChangeSorts } from '#domain/pricing/price-change-states.ts'
import { resetPriceInChange } from '#contract/admin/price-change-steps.ts'
import type { Money } from '#contract/core/money.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { listPath } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { NarrowingFields } from '#web/catalog/admin/price-lists/narrowing-fields.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { changeText } from './percent-text.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'

export const rowNames = ['show', 'sort', 'q', 'brand', 'category', 'over']

/** The filters as text for addresses; defaults are left out. */
function viewOf({ change, show, sort, q, brand, category, over, page, total }: PriceChangeDetail) {
  const textOf = (id: number | null) => (id === null ? null : String(id))
  return {
    q,
    page,
    total,
    change: String(change.id),
    show: show === 'all' ? null : show,
    sort: sort === 'change' ? null : sort,
    brand: textOf(brand),
    category: textOf(category),
    over: over === 20 ? null : String(over),
  }
}

type RowsSectionProps = {
  detail: PriceChangeDetail
  place: ListPlace
  file: ListPlace
  onEdit(row: PriceChangeRow): void
}

/** The prices that a change sets or removes, compared with the list. */
export function RowsSection({ detail, place, file, onEdit }: RowsSectionProps) {
  const { t } = useTranslation()
  const view = viewOf(detail)
  const isNarrow = view.q !== '' || view.brand !== null || view.category !== null || view.show !== null
  return (
    <section aria-labelledby="rows" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="rows" className="text-16 font-semibold">
          {t('priceChanges.rows.title')}
        </h2>
        <ExportButtons name="priceChangeRows" place={file} list={view} />
      </div>
      <ListFilter place={place} list={view} label={t('priceChanges.rows.filter')}>
        <ShowField detail={detail} />
        <FilterSelect name="sort" label={t('priceChanges.rows.sort')} value={view.sort}>
          {priceChangeSorts.map((sort) => (
            <option key={sort} value={sort === 'change' ? '' : sort}>
              {t(`priceChanges.sorts.${sort}`)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect name="over" label={t('priceChanges.rows.over')} value={view.over}>
          {[5, 10, 20, 50, 100].map((over) => (
            <option key={over} value={over === 20 ? '' : over}>
              {over}
            </option>
          ))}
        </FilterSelect>
        <NarrowingFields choices={detail} brand={view.brand} category={view.category} />
        <FilterText name="q" label={t('priceLists.prices.q')} value={view.q} hint={t('priceLists.prices.qHint')} />
      </ListFilter>
      {detail.items.length === 0 ? (
        <p className="rounded-panel border border-line bg-surface p-4 text-ink-2">
          {t(`priceChanges.rows.${isNarrow ? 'nothing' : 'empty'}`)}
        </p>
      ) : (
        <RowsTable detail={detail} onEdit={onEdit} />
      )}
      <Pagination
        page={detail.page}
        pages={detail.pages}
        to={(page) => listPath(place.page, { ...view, page }, place.names)}
      />
    </section>
  )
}

/** The kinds of rows with their numbers; kinds without rows are left out. */
function ShowField({ detail: { show, counts } }: { detail: PriceChangeDetail }) {
  const { t, formatQuantity } = useTranslation()
  const isOffered = (each: PriceChangeShow) => each === 'all' || each === show || (counts[each] ?? 0) > 0
  return (
    <FilterSelect name="show" label={t('priceLists.prices.show')} value={show === 'all' ? null : show}>
      {priceChangeShows.filter(isOffered).map((each) => (
        <option key={each} value={each === 'all' ? '' : each}>
          {t('priceLists.comparison.counted', {
            name: t(`priceChanges.shows.${each}`),
            count: formatQuantity(counts[each] ?? 0),
          })}
        </option>
      ))}
    </FilterSelect>
  )
}

function RowsTable({ detail, onEdit }: { detail: PriceChangeDetail; onEdit(row: PriceChangeRow): void }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`priceChanges.rows.columns.${name}`)
  const isPublished = detail.change.publishedAt !== null
  return (
    <CardTable
      label={t('priceChanges.rows.title')}
      below="never"
      head={
        <>
          <HeadCell className="pl-4">{title('code')}</HeadCell>
          <HeadCell className="w-full max-md:hidden">{title('name')}</HeadCell>
          <HeadCell className="max-sm:hidden">{title('unit')}</HeadCell>
          <HeadCell align="right" className="max-sm:hidden">
            {isPublished ? t('priceChanges.rows.beforePublished') : title('before')}
          </HeadCell>
          <HeadCell align="right" className={detail.change.state === 'draft' ? '' : 'max-sm:pr-4'}>
            {title('after')}
          </HeadCell>
          <HeadCell align="right" className={`max-sm:hidden ${detail.change.state === 'draft' ? '' : 'pr-4'}`}>
            {title('percent')}
          </HeadCell>
          {detail.change.state === 'draft' && <HeadCell className="pr-4" />}
        </>
      }
    >
      {detail.items.map((row) => (
        <Row key={row.unitId} row={row} detail={detail} onEdit={onEdit} />
      ))}
    </CardTable>
  )
}

type RowProps = { row: PriceChangeRow; detail: PriceChangeDetail; onEdit(row: PriceChangeRow): void }

function Row({ row, detail, onEdit }: RowProps) {
  const { t, formatNumber } = useTranslation()
  const { code, name, unit, kind, percent } = row
  const isDraft = detail.change.state === 'draft'
  const change =
    kind === 'other' || percent === null ? (
      <span className="text-12 text-ink-2">{t(`priceChanges.kinds.${kind}`)}</span>
    ) : (
      changeText({ t, formatNumber }, percent)
    )
  return (
    <tr data-testid="change-row" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="py-1.5 pl-4">
        <AreaLink
          to={adminProductPath(row.productId)}
          className="code font-medium hover:underline max-sm:[overflow-wrap:anywhere] sm:whitespace-nowrap"
        >
          {code}
        </AreaLink>
        <span className="block text-12 text-ink-2 sm:hidden">{unit}</span>
        <span className="block text-12 text-ink-2 md:hidden">{name}</span>
        <span className="md:hidden">
          <Warnings row={row} detail={detail} />
        </span>
      </Cell>
      <Cell className="max-md:hidden">
        {name}
        <Warnings row={row} detail={detail} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-sm:hidden">{unit}</Cell>
      <Cell align="right" className="whitespace-nowrap text-ink-2 tabular-nums max-sm:hidden">
        <Price price={row.before} none="none" />
      </Cell>
      <Cell align="right" className={`whitespace-nowrap tabular-nums ${isDraft ? '' : 'max-sm:pr-4'}`}>
        <span className="font-medium">
          <Price price={row.after} none="removed" />
        </span>
        <span className="block text-12 text-ink-2 sm:hidden">
          <Price price={row.before} none="none" />
        </span>
        <span className="block text-12 sm:hidden">{change}</span>
      </Cell>
      <Cell align="right" className={`whitespace-nowrap tabular-nums max-sm:hidden ${isDraft ? '' : 'pr-4'}`}>
        {change}
      </Cell>
      {isDraft && (
        <Cell align="right" className="pr-4 whitespace-nowrap max-sm:pr-2">
          <MayChange>
            <IconButton label={t('priceChanges.rows.edit', { code, unit })} onClick={() => onEdit(row)}>
              <Pencil size={16} aria-hidden="true" />
            </IconButton>
            <ResetButton row={row} detail={detail} />
          </MayChange>
        </Cell>
      )}
    </tr>
  )
}

function ResetButton({ row, detail: { change } }: { row: PriceChangeRow; detail: PriceChangeDetail }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const params = { id: String(change.id), unit: String(row.unitId) }
  return (
    <IconButton
      label={t('priceChanges.rows.reset', { code: row.code, unit: row.unit })}
      disabled={isBusy}
      onClick={() => void run(resetPriceInChange, { params, body: { revision: change.revision } })}
    >
      <Undo2 size={16} aria-hidden="true" />
    </IconButton>
  )
}

function Warnings({ row, detail: { change, over } }: { row: PriceChangeRow; detail: PriceChangeDetail }) {
  const { t, formatMoney } = useTranslation()
  const isOpen = change.publishedAt === null
  const warning = (name: string) => t(`priceChanges.warnings.${name}`)
  const { now } = row
  return (
    <span className="flex flex-wrap items-center gap-1 text-12 empty:hidden">
      {isOpen && row.percent !== null && Math.abs(row.percent) >= over && (
        <Badge tone="warning">{warning('large')}</Badge>
      )}
      {row.isBelowCost && <Badge tone="danger">{warning('belowCost')}</Badge>}
      {row.isBelowFloor && <Badge tone="danger">{warning('belowFloor')}</Badge>}
      {isOpen && row.isConflict && (
        <>
          <Badge tone="warning">{warning('conflict')}</Badge>
          <span className="text-ink-2">
            {now === null
              ? t('priceChanges.rows.none')
              : t('priceChanges.rows.now', { price: formatMoney(now.value, now.currency) })}
          </span>
        </>
      )}
      {row.outcome === 'left' && <Badge tone="info">{warning('left')}</Badge>}
    </span>
  )
}

function Price({ price, none }: { price: Money | null; none: 'none' | 'removed' }) {
  const { t, formatMoney } = useTranslation()
  if (price !== null) return formatMoney(price.value, price.currency)
  return <span className="text-12 font-normal text-ink-2">{t(`priceChanges.rows.${none}`)}</span>
}
