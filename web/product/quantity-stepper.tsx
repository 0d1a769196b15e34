import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import {
  isCorrected,
  quantityMax,
  steppedQuantity,
  typedCartQuantity,
  typedListQuantity,
} from '#domain/cart/quantity.ts'
import { largestQuantity, type StockRule } from '#domain/stock/stock.ts'
import { classes } from '#web/ui/classes.ts'
import { Stepper } from '#web/ui/form/stepper.tsx'

/**
 * Units that stock still covers besides those in the cart; undefined = unknown, since the stock rule is off or the
 * figure is hidden. `inCart` in base units.
 */
export function quantityLimit(
  product: Product,
  unit: Unit | null | undefined,
  inCart: number,
  rule: StockRule,
): number | undefined {
  if (rule.cartStockControl || !unit || product.quantity === undefined) return undefined
  return largestQuantity(unit.multiplier, inCart, product.quantity, rule)
}

type QuantityStepperProps = {
  quantity: number
  onChange(quantity: number): void
  /** Largest quantity that stock covers: + stops there, and a larger typed value is highlighted as invalid. */
  limit?: number | undefined
  /** Name of the product, for screen readers. */
  name: string
  /** Shows the hint about a typed quantity elsewhere; by default it is shown next to the field. */
  onHint?: (hint: string | null) => void
  /** What the store's rules allow in the unit: − and + step by them. */
  terms?: Unit['terms']
  onEnter?: (quantity: number) => void
  /**
   * The product that the quantity is added of; undefined in the cart, where invalid input keeps the current quantity.
   */
  productId?: number
  isInvalid?: boolean
  disabled?: boolean
  size?: 'sm' | 'md' | 'lg'
  className?: string
  id?: string
}

/** A quantity in lists and in the cart: − field + with the rules of the list page (catalogue, section 5). */
export function QuantityStepper({
  quantity,
  limit,
  name,
  isInvalid,
  className,
  productId,
  terms,
  ...props
}: QuantityStepperProps) {
  const { t, formatQuantity } = useTranslation()
  const step = (from: number, by: 1 | -1) => steppedQuantity(from, by, { limit, allowed: terms?.allowed })
  const exceedsStock = limit !== undefined && quantity > Math.max(1, limit)
  return (
    <Stepper
      {...props}
      value={quantity}
      parse={(text) => (productId === undefined ? typedCartQuantity(text, quantity) : typedListQuantity(text))}
      isCorrected={isCorrected}
      hint={t('cart.quantityRule', { max: formatQuantity(quantityMax) })}
      button={productId === undefined ? undefined : `[data-adds="${productId}"]`}
      decrease={(value) => step(value, -1)}
      increase={(value) => step(value, 1)}
      canIncrease={step(quantity, 1) > quantity}
      invalid={isInvalid ?? exceedsStock}
      labels={{
        field: t('cart.quantityOf', { name }),
        decrease: t('cart.decreaseOf', { name }),
        increase: t('cart.increaseOf', { name }),
      }}
      className={classes('w-28 max-sm:w-34', className)}
    />
  )
}
