import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { SortField } from '#contract/core/sort-fields.ts'
import { TaxNote } from '#web/app/price.tsx'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { classes } from '#web/ui/classes.ts'
import { HeadCell } from '#web/ui/table.tsx'
import { withChoice } from '#web/app/list-address.ts'
import { type Columns, nextSort } from './table-columns.ts'
import { useListAddress } from '#web/catalog/list/use-list-address.ts'

type Sortable = 'name' | 'price' | 'brand' | 'quantity'

export function ProductTableHead({
  columns,
  sort,
  isCompact,
}: {
  columns: Columns
  sort: SortField | null
  isCompact: boolean
}) {
  const { t } = useTranslation()
  const { withTax } = usePriceView()
  const head = (name: string, width: string, align?: 'right') => (
    <HeadCell className={width} align={align}>
      {name}
    </HeadCell>
  )
  const taxNote = <TaxNote isIncluded={withTax} />
  const sortable = (field: Sortable, name: string, width: string, align?: 'right') => (
    <SortHead field={field} sort={sort} className={width} note={align && taxNote} align={align}>
      {name}
    </SortHead>
  )
  return (
    <thead className="sticky top-0 z-10 text-12 text-ink-2 max-lg:sr-only [&_th]:bg-canvas [&_th]:shadow-[inset_0_-1px_var(--line)] [&_th:first-child]:rounded-tl-[7px] [&_th:last-child]:rounded-tr-[7px]">
      <tr>
        <HeadCell className={isCompact ? 'w-12' : 'w-20'}>
          <span className="sr-only">{t('catalog.column.image')}</span>
        </HeadCell>
        {head(t('catalog.column.code'), 'w-33 2xl:w-40')}
        {sortable('name', t('catalog.column.name'), '')}
        {sortable('brand', t('catalog.column.brand'), 'w-20 2xl:w-32')}
        {head(t('catalog.column.model'), 'w-21 2xl:w-36')}
        {columns.special === null ? null : (
          <HeadCell className="w-17" title={columns.special}>
            <span className="line-clamp-2 leading-4 wrap-anywhere whitespace-normal">{columns.special}</span>
          </HeadCell>
        )}
        {head(t('catalog.column.quantity'), isCompact ? 'w-55' : 'w-28')}
        {columns.listPrice ? head(t('catalog.column.listPrice'), isCompact ? 'w-24' : 'w-26', 'right') : null}
        {columns.price ? sortable('price', t('catalog.column.price'), isCompact ? 'w-30' : 'w-32', 'right') : null}
        {head(t('catalog.column.tax'), 'w-12')}
        {columns.stock ? sortable('quantity', t('catalog.column.stock'), 'w-28') : null}
        {columns.stock ? head(t('catalog.column.warehouse'), 'w-18') : null}
        {head(t('catalog.column.cart'), isCompact ? 'w-15' : 'w-34')}
      </tr>
    </thead>
  )
}

type SortHeadProps = {
  field: Sortable
  sort: SortField | null
  align?: 'right'
  className: string
  note: ReactNode
  children: ReactNode
}

function SortHead({ field, sort, align, className, note, children }: SortHeadProps) {
  const address = useListAddress()
  const isUp = sort === field
  const isSorted = isUp || sort === `-${field}`
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <HeadCell className={className} align={align} aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <Link
        to={address.to(withChoice(address.search, 'sort', nextSort(field, sort)))}
        preventScrollReset
        rel="nofollow"
        className={classes(
          'tap inline-flex min-h-6 items-center gap-0.5 rounded-badge hover:text-ink hover:underline',
          isSorted && 'font-semibold text-ink',
        )}
      >
        {children}
        {isSorted ? <Arrow size={14} aria-hidden="true" /> : null}
      </Link>
      {note && <span className="-mt-1.5 block pb-1">{note}</span>}
    </HeadCell>
  )
}
