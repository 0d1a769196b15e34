import { pages } from '#contract/core/pages.ts'
import type { ComparedPayment } from '#contract/shop/payment-comparison.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useCartActions, useCartPlan } from '#web/cart/use-cart.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import type { Buying } from '#web/catalog/detail/buy/use-buying.ts'
import { chargedPrice } from '#web/product/charged-price.ts'
import { PaymentComparison } from '#web/payments/comparison/payment-comparison.tsx'
import { useNavigate } from 'react-router'

type ProductComparisonProps = { product: ProductDetail; buying: Buying; className: string }

/** Ways to pay the chosen unit and quantity. Choosing one adds them to the cart with its plan. */
export function ProductComparison({ product, buying, className }: ProductComparisonProps) {
  const { user } = useVisitor()
  const goTo = useNavigate()
  const { add } = useCartActions()
  const { choosePlan } = useCartChanges()
  const plan = useCartPlan()
  const { unit, quantity, isOpen, mayFill, outcome } = buying
  const price = unit && chargedPrice(unit)
  const isPriced = price !== undefined && price.value > 0 && !product.isFromPrice && product.varyantx !== 0
  if (unit === undefined || !isPriced || !isOpen) return null
  async function choose({ kind, plan: wanted }: ComparedPayment): Promise<void> {
    if (unit === undefined) return
    await add(product, unit, quantity)
    if (wanted !== plan) choosePlan(wanted)
    // Other lines of the cart change the totals: the card is chosen there.
    if (kind === 'card') await goTo(pages.cart)
  }
  const mayChoose = user !== null && mayFill && outcome === 'add'
  const key = [price.value, price.currency, plan].join(' ')
  return (
    <PaymentComparison
      compared={{ kind: 'product', id: product.id, unit: unit.id, quantity, key }}
      chooses="product"
      onChoose={mayChoose ? (row) => void choose(row) : undefined}
      className={className}
    />
  )
}
