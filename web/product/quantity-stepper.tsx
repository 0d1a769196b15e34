import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import {
  decreased,
  increased,
  isCorrected,
  quantityMax,
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
  ...props
}: QuantityStepperProps) {
  const { t, formatQuantity } = useTranslation()
  const exceedsStock = limit !== undefined && quantity > Math.max(1, limit)
  return (
    <Stepper
      {...props}
      value={quantity}
      parse={(text) => (productId === undefined ? typedCartQuantity(text, quantity) : typedListQuantity(text))}
      isCorrected={isCorrected}
      hint={t('cart.quantityRule', { max: formatQuantity(quantityMax) })}
      button={productId === undefined ? undefined : `[data-adds="${productId}"]`}
      decrease={decreased}
      increase={(value) => increased(value, limit)}
      canIncrease={increased(quantity, limit) > quantity}
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
