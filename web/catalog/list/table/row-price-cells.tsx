import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { classes } from '#web/ui/classes.ts'
import { Cell } from '#web/ui/table.tsx'
import { Discount } from '#web/catalog/price/discount.tsx'
import { pricesOf, type ShownPrices } from '#web/catalog/price/shown-prices.ts'
import { usePriceVisitor } from '#web/catalog/price/use-price-visitor.ts'
import type { Columns } from './table-columns.ts'

type PriceCellsProps = {
  product: Product
  unit: Unit | undefined
  columns: Columns
  isCompact: boolean
  onShowPlans(): void
}

/** Struck list price above its discount; price above its plan, which opens 'Fiyat Bilgileri'. */
export function PriceCells({ product, unit, columns, isCompact, onShowPlans }: PriceCellsProps) {
  const { t } = useTranslation()
  const visitor = usePriceVisitor()
  const view = usePriceView()
  if (!columns.price) return null
  const state = pricesOf(product, unit, view, visitor)
  const prices = state.kind === 'shown' ? state : null
  return (
    <>
      {columns.listPrice ? (
        <Cell align="right" className="max-lg:hidden">
          <ListPrice prices={prices} isCompact={isCompact} />
        </Cell>
      ) : null}
      <Cell
        align="right"
        className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-3 max-lg:px-0 max-lg:text-left"
      >
        {prices === null ? (
          <span className="text-12 text-ink-2">
            <span className="lg:hidden">{state.kind === 'ask' ? t('catalog.askPriceHint') : ''}</span>
            <span className="max-lg:hidden">
              {state.kind === 'ask' && isCompact ? t('cart.button.ask_price') : '—'}
            </span>
          </span>
        ) : (
          <Sale product={product} prices={prices} isCompact={isCompact} onShowPlans={onShowPlans} />
        )}
      </Cell>
    </>
  )
}

function ListPrice({ prices, isCompact }: { prices: ShownPrices | null; isCompact: boolean }) {
  const { t } = useTranslation()
  if (prices === null || prices.list === null) return <span className="text-ink-3">—</span>
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      <s className="text-12 text-ink-3">
        <span className="sr-only">{t('catalog.listPrice')} </span>
        {prices.list}
      </s>
      {prices.discount === null || isCompact ? null : <Discount percent={prices.discount} />}
    </span>
  )
}

/** The price that the cart charges; its plan opens the prices of all plans. */
function Sale({
  product,
  prices,
  isCompact,
  onShowPlans,
}: {
  product: Product
  prices: ShownPrices
  isCompact: boolean
  onShowPlans(): void
}) {
  const { t } = useTranslation()
  const amount = (
    <span className="text-14 font-semibold whitespace-nowrap max-lg:text-16">
      {prices.price}
      {product.isFromPrice ? <span className="text-11 font-normal text-ink-2">{t('catalog.from')}</span> : null}
    </span>
  )
  const opens = 'tap rounded-badge underline decoration-dotted underline-offset-3 hover:text-ink'
  if (prices.plans.length === 0) return amount
  if (isCompact) {
    return (
      <button
        type="button"
        onClick={onShowPlans}
        title={prices.planName ?? t('catalog.priceInfo')}
        className={classes(opens, 'decoration-transparent hover:decoration-current')}
      >
        {amount}
      </button>
    )
  }
  return (
    <span className="flex flex-col items-end max-lg:flex-row max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3">
      {amount}
      <button
        type="button"
        onClick={onShowPlans}
        title={t('catalog.priceInfo')}
        className={classes(opens, 'flex min-h-6 max-w-full items-center text-12 text-ink-2 lg:justify-end')}
      >
        <span className="truncate">{prices.planName ?? t('catalog.priceInfo')}</span>
      </button>
    </span>
  )
}
