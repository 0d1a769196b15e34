import type { Product, Unit } from '#contract/shop/product.ts'
import { type AddButton, addButton } from '#domain/stock/add-button.ts'
import { hasPrice } from '#domain/cart/cart.ts'
import type { Money } from '#domain/money/money.ts'
import type { StockRule } from '#domain/stock/stock.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Quantities in responses already have the offset of the stock mode, so the browser calculates without one. */
export function useStockRule(): StockRule {
  const { settings } = useVisitor()
  return { stockInfoStatus: 0, cartStockControl: settings.cartStockControl === '1' }
}

/** State of a product's add button. A product without a default unit cannot be added. */
export function useAddOutcome(product: Product, unit: Unit | null | undefined): AddButton {
  const { settings } = useVisitor()
  const { currency, rates } = usePriceView()
  const { cartStockControl } = useStockRule()
  const priceOf = (money: Money | undefined) =>
    money === undefined ? undefined : hasPrice(money, currency, rates) ? Number(money.value) : 0
  return addButton({
    isOutOfStock: product.isOutOfStock,
    salePrice: priceOf(product.salePrice),
    unitPrice: unit ? priceOf(unit.defaultPrice) : 0,
    needsVariant: product.varyantx === 0,
    cartStockControl,
    messaging: { isOn: settings.whatsapp === '1', number: settings.whatsappNumber },
    offersStockInquiry: settings.notInStock === '1',
  })
}
