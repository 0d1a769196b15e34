import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert, X } from 'lucide-react'
import { memo } from 'react'
import { convert } from '#domain/money/money.ts'
import { isBlankLine } from '#domain/cart/draft-line.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { Price } from '#web/app/price.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CodeCell } from './code-cell.tsx'
import type { PadRow } from './pad-rows.ts'
import type { PadStore, RowResult } from './pad-store.ts'
import { RowRepair } from './row-repair.tsx'
import { isProblem, rowAmount, type RowState, rowStateOf } from './row-state.ts'
import type { SeenChange } from './seen-products.ts'
import { UnitCell } from './unit-cell.tsx'
import type { OpenSuggestions } from './use-pad-suggestions.ts'

type PadRowProps = {
  store: PadStore
  row: PadRow
  index: number
  result: RowResult | undefined
  isTyping: boolean
  /** Whether the focus is in the row. */
  isActive: boolean
  /** In narrow windows, of the empty rows only the first is shown. */
  isSpare: boolean
  seesPrices: boolean
  suggestions: OpenSuggestions | null
  onType(id: number, text: string): void
  /** Tells the list how high the row is. */
  measure: (row: HTMLTableRowElement | null) => void
  /** Distance from the first row's top, in pixels. */
  top: number
}

/** One row: a card in a narrow window, a row of a spreadsheet in a wide one. */
export const PadRowView = memo(function PadRowView(props: PadRowProps) {
  const { store, row, index, result, isTyping, isActive, isSpare, seesPrices, suggestions, onType, measure, top } =
    props
  const { t } = useTranslation()
  const number = index + 1
  const state = rowStateOf(row, result, isTyping)
  const isBlank = isBlankLine(row)
  // A changed quantity or unit keeps the product on screen until the check; another code does not.
  const isKnown = result !== undefined && result.row.code === row.code
  const checked = isKnown ? result.checked : undefined
  const hasRepair = isProblem(state) && checked !== undefined
  return (
    <tr
      ref={measure}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      data-row={row.id}
      data-problem={isProblem(state) ? '' : undefined}
      aria-rowindex={number + 1}
      className={classes(
        'pad-line absolute inset-x-0 top-0 border-b border-line px-3 py-2.5 min-[1100px]:px-0 min-[1100px]:py-0',
        // Above the bar below the rows, which would cover the suggestions.
        isActive && (suggestions === null ? 'z-10' : 'z-30'),
        isSpare && 'max-[1100px]:hidden',
        isProblem(state) && state !== 'rule' && 'bg-danger-soft/40',
      )}
    >
      <td className="pr-2 text-right text-12 text-ink-2 tabular-nums [grid-area:row] max-[1100px]:hidden">{number}</td>
      <td className="relative min-w-0 [grid-area:code]">
        <CodeCell
          row={row}
          number={number}
          isInvalid={state === 'unnamed' || (state === 'problem' && checked?.error?.code === 'product_not_found')}
          suggestions={suggestions}
          onType={onType}
        />
      </td>
      <td className={classes('min-w-0 px-2 [grid-area:name]', isBlank && 'max-[1100px]:hidden')}>
        {checked?.name !== undefined && (
          <span title={checked.name} className="line-clamp-2 text-13 leading-4 min-[1100px]:line-clamp-1">
            {checked.name}
            {checked.code.toLowerCase() !== row.code.trim().toLowerCase() && (
              <span className="text-ink-2">
                {' '}
                · <ProductCode code={checked.code} />
              </span>
            )}
          </span>
        )}
        {isKnown && result.change !== null && <ChangeText change={result.change} />}
      </td>
      <td className={classes('min-w-0 [grid-area:unit]', isBlank && 'max-[1100px]:hidden')}>
        <UnitCell store={store} row={row} number={number} checked={checked} />
      </td>
      <td className={classes('min-w-0 [grid-area:quantity]', isBlank && 'max-[1100px]:hidden')}>
        <input
          data-column="quantity"
          value={row.quantity}
          aria-label={t('orderPad.quantityOf', { row: number })}
          aria-invalid={quantityErrors.has(checked?.error?.code ?? '') || undefined}
          placeholder={isBlank ? undefined : '1'}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          enterKeyHint="next"
          onChange={(event) => store.type(row.id, 'quantity', event.target.value)}
          className="pad-field text-right tabular-nums"
        />
      </td>
      <td
        className={classes(
          'px-2 text-right text-12 whitespace-nowrap text-ink-2 [grid-area:stock] min-[1100px]:text-13',
          isBlank && 'max-[1100px]:hidden',
        )}
      >
        {checked?.stock !== undefined && <span className="min-[1100px]:hidden">{t('orderPad.head.stock')}: </span>}
        <StockText checked={checked} />
      </td>
      {seesPrices && <PriceCells isBlank={isBlank} result={isKnown ? result : undefined} />}
      <td className={classes('min-w-0 px-2 [grid-area:state]', isBlank && 'max-[1100px]:hidden')}>
        <StateText state={state} code={checked?.error?.code} />
      </td>
      <td className="flex justify-end [grid-area:remove] min-[1100px]:justify-center">
        {!isBlank && (
          // Ctrl+Delete does it by the keyboard.
          <IconButton
            label={t('orderPad.removeOf', { row: number })}
            variant="danger"
            tabIndex={-1}
            onClick={() => store.remove(row.id)}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        )}
      </td>
      {hasRepair && (
        <td className="min-w-0 pb-2 [grid-area:repair] min-[1100px]:px-2">
          <RowRepair store={store} row={row} number={number} checked={checked} suggests={isActive} />
        </td>
      )}
    </tr>
  )
})

/** What has changed since the user saw the product last. */
function ChangeText({ change: { price, stock } }: { change: SeenChange }) {
  const { t } = useTranslation()
  const { currency, rates } = usePriceView()
  return (
    <span className="block text-12 text-warning">
      {price !== null && (
        <>
          {t('orderPad.priceBefore')} <Price value={convert(price, currency, rates)} currency={currency} />{' '}
        </>
      )}
      {stock !== null && t(stock === 'gone' ? 'orderPad.stockGone' : 'orderPad.stockReturned')}
    </span>
  )
}

const quantityErrors = new Set(['quantity_invalid', 'insufficient_stock'])

function StockText({ checked }: { checked: RowResult['checked'] | undefined }) {
  const { t, formatQuantity } = useTranslation()
  const { stock, units = [] } = checked ?? {}
  if (stock === undefined) return null
  const { isOutOfStock, quantity, moreThan } = stock
  const base = units.find(({ multiplier }) => multiplier === 1)?.value ?? ''
  if (quantity !== undefined && !isOutOfStock) return <span title={base}>{formatQuantity(quantity)}</span>
  if (moreThan !== undefined) return <span title={base}>{formatQuantity(moreThan)}+</span>
  return isOutOfStock ? (
    <span className="text-danger">{t('orderPad.outOfStock')}</span>
  ) : (
    <span className="text-success">{t('orderPad.inStock')}</span>
  )
}

function PriceCells({ isBlank, result }: { isBlank: boolean; result: RowResult | undefined }) {
  const { currency, rates } = usePriceView()
  const price = result?.checked.price
  const isShown = price !== undefined && result?.checked.error?.code !== 'price_unknown'
  const hasAmount = result !== undefined && result.checked.error === undefined
  const amount = hasAmount ? rowAmount(result, currency, rates) : null
  return (
    <>
      <td className="px-2 text-right text-13 text-ink-2 tabular-nums [grid-area:price] max-[1100px]:hidden">
        {isShown && <Price value={convert(price, currency, rates)} currency={currency} />}
      </td>
      <td
        className={classes(
          'px-2 text-right text-13 font-semibold tabular-nums [grid-area:amount]',
          isBlank && 'max-[1100px]:hidden',
        )}
      >
        {amount !== null && <Price value={amount} currency={currency} />}
      </td>
    </>
  )
}

/** Problems with a short name; others are just problems. */
const named = new Set([
  'product_not_found',
  'variant_not_chosen',
  'barcode_ambiguous',
  'unit_not_found',
  'no_default_unit',
  'quantity_invalid',
  'insufficient_stock',
  'price_unknown',
])

function StateText({ state, code = '' }: { state: RowState; code: string | undefined }) {
  const { t } = useTranslation()
  if (state === 'blank' || state === 'typing') return null
  if (state === 'checking')
    return (
      <span className="flex items-center gap-1.5 text-12 text-ink-2">
        <LoaderCircle size={14} aria-hidden="true" className="shrink-0 animate-spin" /> {t('orderPad.checking')}
      </span>
    )
  if (state === 'valid')
    return (
      <span className="flex items-center gap-1.5 text-12 text-success">
        <CircleCheck size={14} aria-hidden="true" className="shrink-0" /> {t('orderPad.valid')}
      </span>
    )
  if (state === 'rule')
    return (
      <span className="flex items-center gap-1.5 text-12 text-warning">
        <TriangleAlert size={14} aria-hidden="true" className="shrink-0" /> {t('orderPad.rule')}
      </span>
    )
  return (
    <span className="flex items-center gap-1.5 text-12 font-medium text-danger">
      <CircleAlert size={14} aria-hidden="true" className="shrink-0" />{' '}
      {t(state === 'problem' && named.has(code) ? `orderPad.problemOf.${code}` : 'orderPad.problem')}
    </span>
  )
}
