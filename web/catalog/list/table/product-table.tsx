import { startTransition, useCallback, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/shop/product.ts'
import type { SortField } from '#contract/core/sort-fields.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KeyHints } from './key-hints.tsx'
import { ProductRow } from './product-row.tsx'
import { useColumns } from './table-columns.ts'
import { ProductTableHead } from './table-head.tsx'

const frame =
  'relative rounded-panel border bg-surface max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0 sm:max-lg:mx-0 sm:max-lg:rounded-panel sm:max-lg:border-x lg:max-xl:overflow-x-auto'

/** The compact table; Enter adds the current row. */
export function ProductTable({
  items,
  sort,
  isCompact,
}: {
  items: readonly Product[]
  sort: SortField | null
  isCompact: boolean
}) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const { withTax } = usePriceView()
  const columns = useColumns()
  const [current, setCurrent] = useState<number | null>(null)
  // A press on a row focuses it first: what the press does is shown before the row is marked.
  const setCurrentLater = useCallback((id: number) => startTransition(() => setCurrent(id)), [])
  const isShown = items.some(({ id }) => id === current)
  return (
    <>
      <div className={frame}>
        <table className="w-full table-fixed border-collapse text-13 max-lg:block lg:max-xl:min-w-300">
          <caption className="sr-only">{t('catalog.table')}</caption>
          <ProductTableHead columns={columns} sort={sort} isCompact={isCompact} />
          <tbody data-products className="max-lg:block">
            {items.map((product, at) => (
              <ProductRow
                key={product.id}
                product={product}
                columns={columns}
                isCompact={isCompact}
                isCurrent={current === product.id}
                isReachable={isShown ? current === product.id : at === 0}
                onCurrent={setCurrentLater}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex items-center justify-between gap-4 pt-3 text-12 text-ink-2 max-lg:hidden">
        <p>
          {t('catalog.onPage', { count: items.length })}
          {seesPrices ? ` · ${t(withTax ? 'catalog.pricesWithTax' : 'catalog.pricesWithoutTax')}` : ''}
        </p>
        <KeyHints />
      </div>
    </>
  )
}

/** Placeholder rows with the height of the table's rows. */
export function TableSkeleton({ count, isCompact }: { count: number; isCompact: boolean }) {
  return (
    <div className={classes(frame, 'overflow-hidden')} aria-hidden="true">
      <div className="h-9 border-b bg-canvas max-lg:hidden" />
      {Array.from({ length: count }, (_, at) => (
        <div
          key={at}
          className={classes(
            'flex items-center gap-4 border-b px-2 last:border-b-0 max-lg:h-40',
            isCompact ? 'lg:h-10' : 'lg:h-20',
          )}
        >
          <Skeleton className={isCompact ? 'size-8' : 'size-16'} />
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className="h-3.5 w-24 max-sm:hidden" />
          <Skeleton className="h-8 w-30" />
        </div>
      ))}
    </div>
  )
}
