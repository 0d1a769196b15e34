import { useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { isCorrected, steppedQuantity, typedDetailAmount } from '#domain/cart/quantity.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { useCartActions, useHasCart, useQuantityInCart } from '#web/cart/use-cart.ts'
import { Stepper } from '#web/ui/form/stepper.tsx'
import { baseUnitName } from '#web/product/unit-select.tsx'
import { NoCart } from './no-cart.tsx'
import { priceFor } from './price-for.ts'
import type { Buying } from './use-buying.ts'

/** The quantity with the rules of the product page (catalogue, section 5), its amount, and the button. */
export function DetailQuantity({ product, buying }: { product: ProductDetail; buying: Buying }) {
  const { t, formatQuantity } = useTranslation()
  const { settings } = useVisitor()
  const { quantity, unit } = buying
  const allowed = unit?.terms?.allowed
  const max = Math.min(
    Math.max(settings.detailQuantityMax, allowed?.least ?? 1),
    allowed?.most ?? Number.POSITIVE_INFINITY,
  )
  const step = (from: number, by: 1 | -1) => steppedQuantity(from, by, { limit: max, allowed })
  const isOpen = buying.isOpen && buying.mayFill
  const { add } = useCartActions()
  const [typed, setTyped] = useState<number | null>(null)
  return (
    <>
      {isOpen ? <p className="text-13 font-medium max-lg:hidden">{t('product.quantity')}</p> : null}
      <div className="mt-1.5 flex gap-2 max-lg:mt-0">
        {isOpen ? (
          <Stepper
            value={quantity}
            onChange={buying.setQuantity}
            parse={(text) => typedDetailAmount(text, quantity, max)}
            isCorrected={isCorrected}
            hint={t('cart.quantityRule', { max: formatQuantity(max) })}
            button={`[data-adds="${product.id}"]`}
            onType={setTyped}
            onEnter={(amount) => {
              if (buying.outcome === 'add' && unit !== undefined) void add(product, unit, amount)
            }}
            decrease={(value) => step(value, -1)}
            increase={(value) => step(value, 1)}
            canIncrease={step(quantity, 1) > quantity}
            invalid={buying.limit !== undefined && quantity > Math.max(1, buying.limit)}
            size="lg"
            labels={{
              field: t('cart.quantityOf', { name: product.name }),
              decrease: t('cart.decreaseOf', { name: product.name }),
              increase: t('cart.increaseOf', { name: product.name }),
            }}
            className="w-31 shrink-0 max-sm:w-38"
          />
        ) : null}
        <div className="min-w-0 flex-1">
          <AddToCartButton product={product} unit={unit} quantity={quantity} size="page" noCart={<NoCart />} />
        </div>
      </div>
      {isOpen ? <AmountLines product={product} buying={buying} max={max} quantity={typed ?? quantity} /> : null}
    </>
  )
}

function AmountLines(props: { product: ProductDetail; buying: Buying; max: number; quantity: number }) {
  const { product, buying, max, quantity } = props
  const { t, formatQuantity, formatMoney } = useTranslation()
  const view = usePriceView()
  const inCart = useQuantityInCart(product.id)
  const hasCart = useHasCart()
  const { unit } = buying
  const price = unit && priceFor(unit, quantity)
  const amount = price === undefined ? null : shownPrice(price, view, { taxRate: product.taxRate }).times(quantity)
  return (
    <div className="mt-2.5 text-13 text-ink-2 max-lg:order-first max-lg:mt-0 max-lg:mb-2">
      {amount === null ? null : (
        <p className="flex justify-between gap-3">
          <span>{t('product.amountOf', { quantity: formatQuantity(quantity), unit: unit?.value })}</span>
          <b className="text-14 text-ink">{formatMoney(amount, view.currency)}</b>
        </p>
      )}
      <p className="flex justify-between gap-3 max-lg:hidden">
        <span>{t('product.most', { max: formatQuantity(max) })}</span>
        {hasCart ? (
          <span>{t('product.inCart', { quantity: formatQuantity(inCart), unit: baseUnitName(product) })}</span>
        ) : null}
      </p>
    </div>
  )
}
