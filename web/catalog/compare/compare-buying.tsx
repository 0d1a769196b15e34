import type { Product } from '#contract/shop/product.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { useBuying } from '#web/catalog/detail/buy/use-buying.ts'
import { useProductDialog } from '#web/catalog/detail/open-dialog.tsx'
import { StockButton } from '#web/catalog/list/stock-button.tsx'
import { PriceBlock } from '#web/catalog/price/price-block.tsx'
import { QuantityStepper } from '#web/product/quantity-stepper.tsx'
import { UnitSelect } from '#web/product/unit-select.tsx'
import { useCartActions } from '#web/cart/use-cart.ts'

/** Stock, price, unit, quantity and button of a compared product, as in a card of the list. */
export function CompareBuying({ product }: { product: Product }) {
  const buying = useBuying(product)
  const { add } = useCartActions()
  const { show, dialog } = useProductDialog(product, buying.unit)
  const { unit, quantity, isOpen, mayFill, outcome } = buying
  return (
    <div className="@container mt-2 grid gap-2">
      <div className="flex h-6 items-center empty:hidden">
        <StockButton product={product} unit={unit} onShow={() => show('stock')} />
      </div>
      <PriceBlock product={product} unit={unit} onShowPlans={() => show('price')} />
      {isOpen && mayFill && (
        <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
          <UnitSelect product={product} unit={unit} onChoose={buying.chooseUnit} />
          <QuantityStepper
            quantity={quantity}
            onChange={buying.setQuantity}
            limit={buying.limit}
            terms={unit?.terms}
            onEnter={(amount) => {
              if (outcome === 'add' && unit !== undefined) void add(product, unit, amount)
            }}
            name={product.name}
            productId={product.id}
            className="sm:w-24!"
          />
        </div>
      )}
      <AddToCartButton product={product} unit={unit} quantity={quantity} size="card" />
      {dialog}
    </div>
  )
}
