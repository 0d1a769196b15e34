import type { Product } from '#contract/shop/product.ts'
import { QuantityStepper } from '#web/product/quantity-stepper.tsx'
import { UnitSelect } from '#web/product/unit-select.tsx'
import type { Buying } from '#web/catalog/detail/buy/use-buying.ts'

type QuantityCellProps = {
  product: Product
  buying: Buying
  isCompact: boolean
  onEnter(quantity: number, field: Element): void
}

/** Quantity above the unit, or beside it in compact rows; a dash if the product cannot be added. */
export function QuantityCell({ product, buying, isCompact, onEnter }: QuantityCellProps) {
  if (!buying.isOpen) return <td className="row-buy text-ink-3 max-lg:hidden">—</td>
  return (
    <td className="row-buy">
      <div className={isCompact ? 'flex gap-1.5 max-lg:items-center' : 'row-quantity'}>
        {buying.mayFill && (
          <QuantityStepper
            quantity={buying.quantity}
            onChange={buying.setQuantity}
            limit={buying.limit}
            terms={buying.unit?.terms}
            name={product.name}
            productId={product.id}
            size={isCompact ? 'sm' : 'md'}
            onEnter={(quantity) => document.activeElement && onEnter(quantity, document.activeElement)}
            className="lg:w-24!"
          />
        )}
        <UnitSelect
          product={product}
          unit={buying.unit}
          onChoose={buying.chooseUnit}
          isQuiet={!isCompact}
          className={isCompact ? 'h-7! w-26' : undefined}
        />
      </div>
    </td>
  )
}
