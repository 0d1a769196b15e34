import { memo } from 'react'
import type { Unit } from '#contract/shop/product.ts'
import type { UnitRefusal, VariantCell } from '#contract/shop/variants.ts'
import { typedCellQuantity } from '#domain/cart/quantity.ts'
import { hasPrice } from '#domain/cart/cart.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { addButton } from '#domain/stock/add-button.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { priceFor } from '#web/catalog/detail/buy/price-for.ts'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'
import { chargedPrice } from '#web/product/charged-price.ts'
import { useStockRule } from '#web/product/use-add-outcome.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { type CellProblem, findCellProblem } from './cell-problem.ts'
import { type InCart, type TextStore, useCellText } from './use-grid-lines.ts'

const nothing: readonly InCart[] = []

type GridCellProps = {
  cell: VariantCell
  unit: Unit | undefined
  /** `unit` is not the one that was chosen for the grid. */
  isOtherUnit: boolean
  /** Of the cell in the grid. */
  place: string
  texts: TextStore
  inCart: readonly InCart[] | undefined
  refusal: UnitRefusal | undefined
  /** Whether the visitor has a cart to fill. */
  mayFill: boolean
  onType(id: number, text: string): void
}

/** Price, stock, quantity, and what is wrong with it. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { cell, unit, isOtherUnit, place, texts, inCart = nothing, refusal, mayFill, onType } = props
  const text = useCellText(texts, cell.id)
  const { t, formatQuantity } = useTranslation()
  const view = usePriceView()
  const rule = useStockRule()
  const outcome = useOutcome(cell, unit)
  const quantity = typedCellQuantity(text)
  const name = cell.values.join(', ')
  const problem = quantity && unit ? findCellProblem(cell, unit, quantity, { inCart, rule }) : null
  const price = unit && priceFor(unit, quantity ?? 1)
  const note = `variant-note-${cell.id}`
  const isInvalid = quantity === undefined || refusal !== undefined
  const shown = refusal ?? problem
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-2 sm:flex-col sm:items-stretch">
        {price !== undefined && hasPrice(price, view.currency, view.rates) ? (
          <CellPrice
            amount={shownPrice(price, view, { taxRate: cell.taxRate })}
            unit={isOtherUnit ? unit : undefined}
          />
        ) : null}
        {outcome === 'add' ? (
          <StockBadge product={cell} className="sm:self-start" />
        ) : (
          <span className="text-12 text-ink-3">{t(`cart.button.${outcome}`)}</span>
        )}
      </span>
      {mayFill ? (
        <input
          data-place={place}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          enterKeyHint="next"
          disabled={outcome !== 'add'}
          value={text}
          aria-label={t('product.grid.quantityOf', { name })}
          aria-invalid={isInvalid || undefined}
          aria-describedby={note}
          onChange={(event) => onType(cell.id, event.target.value)}
          onFocus={(event) => event.target.select()}
          className={classes(
            'field h-8 w-full scroll-mb-40 bg-surface sm:max-w-32 px-2 text-right tabular-nums disabled:bg-fill disabled:opacity-60 max-sm:h-11 pointer-coarse:min-h-11 sm:text-14',
            isInvalid ? 'border-danger!' : problem === null ? 'border-line-2!' : 'border-warning!',
            'focus:border-focus!',
          )}
        />
      ) : null}
      <span id={note} className="block text-12 empty:hidden sm:max-w-44">
        {quantity === undefined ? <span className="block text-danger">{t('product.grid.noQuantity')}</span> : null}
        {shown === null || shown === undefined || quantity == null ? null : (
          <span className={classes('block', refusal === undefined ? 'text-warning' : 'text-danger')}>
            <ProblemText cell={cell} unit={unit} shown={shown} />
            {shown.fits.length > 0 ? (
              <span className="mt-0.5 flex flex-wrap gap-1">
                {shown.fits.map((fits) => (
                  <button
                    key={fits}
                    type="button"
                    onClick={() => onType(cell.id, String(fits))}
                    className="h-6 rounded-badge border border-current px-1.5 font-semibold hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                  >
                    {t('product.grid.take', { quantity: formatQuantity(fits) })}
                  </button>
                ))}
              </span>
            ) : null}
          </span>
        )}
        {inCart.length > 0 ? (
          <span className="block text-ink-2">
            {t('product.grid.inCart', {
              text: inCart.map((line) => `${formatQuantity(line.quantity)} ${line.unit}`).join(' + '),
            })}
          </span>
        ) : null}
      </span>
    </>
  )
})

function CellPrice({
  amount,
  unit,
}: {
  amount: Parameters<ReturnType<typeof useTranslation>['formatMoney']>[0]
  unit: Unit | undefined
}) {
  const { formatMoney } = useTranslation()
  const { currency } = usePriceView()
  return (
    <span className="text-13 font-semibold whitespace-nowrap tabular-nums">
      {formatMoney(amount, currency)}
      {unit === undefined ? null : <span className="font-normal text-ink-2"> / {unit.value}</span>}
    </span>
  )
}

function ProblemText({
  cell,
  unit,
  shown,
}: {
  cell: VariantCell
  unit: Unit | undefined
  shown: CellProblem | UnitRefusal
}) {
  const { t, formatQuantity } = useTranslation()
  if ('text' in shown) return shown.text
  if (shown.kind === 'stock') return t('product.grid.noStock')
  const { kind, term } = shown.problem
  const base = cell.units.find(({ id }) => id === cell.defaultUnit)
  return t(`errors.quantity_${kind}`, {
    quantityText: formatQuantity(term.quantity),
    unit: (term.inUnit ? unit : base)?.value ?? '',
    days: term.days ?? 0,
  })
}

/** Whether the variant can be added in the unit; a hidden price blocks nothing. */
function useOutcome(cell: VariantCell, unit: Unit | undefined) {
  const { settings } = useVisitor()
  const { currency, rates } = usePriceView()
  const { cartStockControl } = useStockRule()
  const price = unit && chargedPrice(unit)
  const amount = price === undefined ? undefined : hasPrice(price, currency, rates) ? price.value : 0
  return addButton({
    isOutOfStock: cell.isOutOfStock,
    salePrice: amount,
    unitPrice: unit === undefined ? 0 : amount,
    needsVariant: false,
    cartStockControl,
    messaging: { isOn: settings.whatsapp === '1', number: settings.whatsappNumber },
    offersStockInquiry: settings.notInStock === '1',
  })
}
