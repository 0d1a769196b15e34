import { Check, ListPlus, MessageCircle, Scale } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { comparisonPath } from '#contract/core/comparison-path.ts'
import { toggleAndNotify } from '#web/catalog/compare/toggle-compared.ts'
import { useCompared } from '#web/catalog/compare/compared.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { canMessage } from '#domain/stock/add-button.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AddToList } from '#web/lists/add-to-list.tsx'
import { StockWatch } from '#web/back-orders/stock-watch.tsx'
import { DetailPrice } from './detail-price.tsx'
import { DetailQuantity } from './detail-quantity.tsx'
import { QuantityTerms } from './quantity-terms.tsx'
import { UnitPicker } from './unit-picker.tsx'
import type { Buying } from './use-buying.ts'

type BuyBoxProps = { product: ProductDetail; buying: Buying; isSwapping: boolean; band: string }

/** Price, unit, quantity and button; on phones the last two stick to the bottom of the screen. */
export function BuyBox({ product, buying, isSwapping, band }: BuyBoxProps) {
  return (
    <div className="max-lg:contents lg:sticky lg:top-4 lg:rounded-panel lg:border lg:bg-surface">
      <div className={`${band} max-lg:relative max-lg:order-2 lg:border-b lg:p-4`}>
        <DetailPrice product={product} unit={buying.unit} quantity={buying.quantity} />
        {isSwapping ? <SwapOverlay /> : null}
      </div>
      <div inert={isSwapping} className="max-lg:contents">
        {product.units.length > 0 ? (
          <div className={`${band} max-lg:order-4 max-lg:mt-2.5 lg:px-4 lg:pt-4`}>
            <UnitPicker product={product} unit={buying.unit} onChoose={buying.chooseUnit} />
            <QuantityTerms product={product} unit={buying.unit} />
          </div>
        ) : null}
        <div
          data-buy-bar
          className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:flex max-lg:flex-col max-lg:border-t max-lg:bg-surface max-lg:px-4 max-lg:py-2.5 max-sm:bottom-14 sm:max-lg:px-6 lg:p-4"
        >
          <DetailQuantity product={product} buying={buying} />
        </div>
      </div>
      <StockWatch product={product} className={`${band} max-lg:order-4 max-lg:border-b-0 lg:px-4 lg:pb-4`} />
      <ToList
        product={product}
        buying={buying}
        className={`${band} max-lg:order-4 max-lg:border-b-0 lg:px-4 lg:pb-4`}
      />
      <ToComparison product={product} className={`${band} max-lg:order-4 max-lg:border-b-0 lg:px-4 lg:pb-4`} />
      <AskByMessage product={product} />
    </div>
  )
}

/** Adds the product in the chosen unit and quantity to a list; a variant must be chosen first. */
function ToList({ product, buying, className }: Omit<BuyBoxProps, 'isSwapping' | 'band'> & { className: string }) {
  const { unit, quantity } = buying
  if (product.varyantx === 0 || unit === undefined) return null
  const line = { productId: product.id, unitId: unit.id, quantity }
  return (
    <AddToList name={product.name} source={() => ({ kind: 'products', lines: [line] })}>
      {(open, label) => (
        <div className={className}>
          <Button className="w-full" icon={<ListPlus size={16} aria-hidden="true" />} onClick={open}>
            {label}
          </Button>
        </div>
      )}
    </AddToList>
  )
}

/** Chooses the product to compare, and leads to the comparison. */
function ToComparison({ product, className }: { product: ProductDetail; className: string }) {
  const { t, formatQuantity } = useTranslation()
  const ids = useCompared()
  const navigate = useNavigate()
  const isChosen = ids.includes(product.id)
  return (
    <div className={`${className} flex flex-wrap gap-2`}>
      <Button
        className="min-w-0 flex-1"
        icon={isChosen ? <Check size={16} aria-hidden="true" /> : <Scale size={16} aria-hidden="true" />}
        aria-pressed={isChosen}
        onClick={() => toggleAndNotify(product, navigate)}
      >
        {t('catalog.compare')}
      </Button>
      {ids.length > 0 && (
        <Link to={comparisonPath(ids)} className={buttonClasses('outline', 'md')}>
          {t('compare.openCount', { number: formatQuantity(ids.length) })}
        </Link>
      )}
    </div>
  )
}

/** Covers the box, on phones the price, while another variant is being loaded. */
function SwapOverlay() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="absolute inset-0 flex items-center justify-center gap-2 rounded-panel bg-surface/95 text-13 text-ink-2"
    >
      <Spinner className="text-brand-ink" />
      {t('product.swapping')}
    </div>
  )
}

function AskByMessage({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  if (!canMessage({ isOn: settings.whatsapp === '1', number: settings.whatsappNumber })) return null
  const text = t('cart.button.askText', { code: product.code, name: product.name })
  return (
    <div className="max-lg:order-7 max-lg:pt-4 lg:border-t lg:p-4">
      <a
        href={`https://wa.me/${settings.whatsappNumber}?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener"
        className={buttonClasses('outline', 'md', 'w-full')}
      >
        <MessageCircle size={16} aria-hidden="true" />
        {t('product.askByMessage')}
      </a>
    </div>
  )
}
