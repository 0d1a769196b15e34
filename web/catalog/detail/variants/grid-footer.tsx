import { Eraser, ShoppingCart } from 'lucide-react'
import { useMemo } from 'react'
import type { VariantCell } from '#contract/shop/variants.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Refusals } from './use-add-variants.ts'
import { type GridLine, type TextStore, totalsOf, useTexts } from './use-grid-lines.ts'

type GridFooterProps = {
  cells: readonly VariantCell[]
  texts: TextStore
  unitName: string
  isBusy: boolean
  error: string | null
  refusals: Refusals
  onAdd(lines: readonly GridLine[]): void
  onClear(): void
}

/** The running total and the one button for all cells. */
export function GridFooter({ cells, texts, unitName, isBusy, error, refusals, onAdd, onClear }: GridFooterProps) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  const view = usePriceView()
  const { settings } = useVisitor()
  const typed = useTexts(texts)
  const grid = useMemo(() => totalsOf(cells, typed, unitName, view), [cells, typed, unitName, view])
  const count = grid.lines.length
  const others = grid.lines.filter(({ cell }) => !refusals.has(cell.id))
  const refusedCount = count - others.length
  const isBlocked = count === 0 || grid.invalidCount > 0
  return (
    <div
      className={classes(
        'rounded-b-panel border-t border-line bg-surface px-4 py-3 lg:sticky lg:bottom-0 lg:z-20',
        // On phones it takes the place of the page's own button, which knows nothing of the grid.
        typed.size > 0 && 'max-lg:sticky max-lg:bottom-0 max-lg:z-30 max-lg:shadow-float max-sm:bottom-14',
      )}
    >
      <Failure text={error} className="mb-2" />
      {refusedCount > 0 ? (
        <p role="alert" className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-danger">
          {t('product.grid.refused', { count: refusedCount })}
          {others.length > 0 ? (
            <Button size="sm" onClick={() => onAdd(others)} busy={isBusy}>
              {t('product.grid.addOthers', { count: others.length })}
            </Button>
          ) : null}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 text-13 text-ink-2 max-sm:basis-full">
          {count === 0 ? (
            t(grid.invalidCount > 0 ? 'product.grid.noQuantity' : 'product.grid.empty')
          ) : (
            <>
              {t('product.grid.count', { count, number: formatQuantity(count) })}
              {' · '}
              {grid.quantities.map(([unit, quantity]) => `${formatQuantity(quantity.toString())} ${unit}`).join(' + ')}
              {grid.amount === null ? null : (
                <>
                  {' · '}
                  <b className="text-15 text-ink tabular-nums">{formatMoney(grid.amount, view.currency)}</b>{' '}
                  {t(settings.productsWithKdv === '1' ? 'catalog.taxIncluded' : 'catalog.taxExcluded')}
                </>
              )}
            </>
          )}
        </p>
        <Button disabled={typed.size === 0} icon={<Eraser size={16} aria-hidden="true" />} onClick={onClear}>
          {t('product.grid.clear')}
        </Button>
        <Button
          variant="solid"
          size="lg"
          busy={isBusy}
          disabled={isBlocked}
          icon={<ShoppingCart size={16} aria-hidden="true" />}
          onClick={() => onAdd(grid.lines)}
          className="max-sm:flex-1"
        >
          {count === 0 ? t('cart.button.add') : t('product.grid.add', { count, number: formatQuantity(count) })}
        </Button>
      </div>
    </div>
  )
}
