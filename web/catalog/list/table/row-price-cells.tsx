import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
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
        <td className="row-list-price">
          <ListPrice prices={prices} isCompact={isCompact} />
        </td>
      ) : null}
      <td className="row-price">
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
      </td>
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
    <span className="row-amount">
      {prices.price}
      {product.isFromPrice ? <span className="text-11 font-normal text-ink-2">{t('catalog.from')}</span> : null}
    </span>
  )
  if (prices.plans.length === 0) return amount
  if (isCompact) {
    return (
      <button
        type="button"
        onClick={onShowPlans}
        title={prices.planName ?? t('catalog.priceInfo')}
        className="tap rounded-badge underline decoration-transparent decoration-dotted underline-offset-3 hover:text-ink hover:decoration-current"
      >
        {amount}
      </button>
    )
  }
  return (
    <span className="row-sale">
      {amount}
      <button type="button" onClick={onShowPlans} title={t('catalog.priceInfo')} className="row-plan">
        <span className="truncate">{prices.planName ?? t('catalog.priceInfo')}</span>
      </button>
    </span>
  )
}
