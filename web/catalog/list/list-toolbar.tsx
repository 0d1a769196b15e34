import { lazy, Suspense, useState } from 'react'
import { Rows2, Rows4, SlidersHorizontal } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { InStockToggle } from '#web/catalog/list/filters/in-stock-toggle.tsx'
import { SortSelect } from './sort-select.tsx'
import { useFilterChips } from './use-list-address.ts'
import { ViewToggle } from './view-toggle.tsx'

const FilterDrawer = lazy(async () => ({
  default: (await import('#web/catalog/list/filters/filter-drawer.tsx')).FilterDrawer,
}))

type ListToolbarProps = {
  list: ProductList
  title: string
  isCompact: boolean
  onCompact(isCompact: boolean): void
}

/** Heading, number of products, filters, in-stock toggle, sort and view. */
export function ListToolbar({ list, title, isCompact, onCompact }: ListToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="line-clamp-2 text-20 font-semibold wrap-anywhere">{title}</h1>
        <p className="text-14 text-ink-2" role="status">
          <Found list={list} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3 max-sm:grid max-sm:w-full max-sm:auto-cols-auto max-sm:grid-flow-col max-sm:gap-2">
        <FilterButton list={list} className={list.view === 'grid' ? 'lg:hidden' : ''} />
        {list.view === 'list' ? <CompactToggle isCompact={isCompact} onCompact={onCompact} /> : null}
        <SortSelect list={list} className="max-sm:order-1 sm:min-w-42" />
        <InStockToggle
          list={list}
          className="max-sm:order-2 max-sm:h-11 max-sm:justify-center max-sm:rounded-panel max-sm:border max-sm:border-line-2 max-sm:bg-surface max-sm:px-2.5 sm:order-first"
        />
        <ViewToggle list={list} className="max-sm:hidden!" />
      </div>
    </div>
  )
}

function Found({ list: { total, isTotalLeast } }: Pick<ListToolbarProps, 'list'>) {
  const { t, formatQuantity } = useTranslation()
  return t('catalog.found', { count: total, total: `${formatQuantity(total)}${isTotalLeast ? '+' : ''}` })
}

/** Opening the filters renders nothing else of the list. */
function FilterButton({ list, className }: { list: ProductList; className: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const count = useFilterChips(list).length
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className={buttonClasses('outline', 'md', className)}
      >
        <SlidersHorizontal size={16} aria-hidden="true" />
        {t('catalog.filters.open')}
        {count === 0 ? null : (
          <span className="rounded-badge bg-brand-soft px-1.5 text-12 text-brand-ink">{count}</span>
        )}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <FilterDrawer list={list} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Sets the height of the table's rows. */
function CompactToggle({ isCompact, onCompact }: Pick<ListToolbarProps, 'isCompact' | 'onCompact'>) {
  const { t } = useTranslation()
  const choices = [
    { value: false, Icon: Rows2, name: t('catalog.rows.normal') },
    { value: true, Icon: Rows4, name: t('catalog.rows.compact') },
  ]
  return (
    <fieldset className="inline-flex rounded-control border border-line-2 bg-surface max-lg:hidden">
      <legend className="sr-only">{t('catalog.rows.label')}</legend>
      {choices.map(({ value, Icon, name }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isCompact === value}
          aria-label={name}
          title={name}
          onClick={() => onCompact(value)}
          className={classes(
            'flex h-7.5 w-9 items-center justify-center rounded-[5px] text-ink-2 hover:bg-hover',
            'aria-pressed:bg-brand-soft aria-pressed:text-brand-ink pointer-coarse:h-11 pointer-coarse:w-11',
          )}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}
