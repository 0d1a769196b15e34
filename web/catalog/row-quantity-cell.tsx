import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/product.ts'
import { QuantityStepper } from '#web/cart/quantity-stepper.tsx'
import { classes } from '#web/ui/classes.ts'
import { UnitSelect, unitName } from './unit-select.tsx'
import type { Buying } from './use-buying.ts'

type QuantityCellProps = {
  product: Product
  buying: Buying
  isCompact: boolean
  onEnter(quantity: number, field: Element): void
}

/** Quantity over unit; in compact rows beside it. A dash where nothing can be added. */
export function QuantityCell({ product, buying, isCompact, onEnter }: QuantityCellProps) {
  const place = 'px-2 max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-4 max-lg:mt-1 max-lg:px-0'
  if (!buying.isOpen) return <td className={classes(place, 'text-ink-3 max-lg:hidden')}>—</td>
  return (
    <td className={place}>
      <div
        className={classes('flex gap-1.5 max-lg:items-center', !isCompact && 'lg:flex-col lg:items-start lg:gap-0.5')}
      >
        <QuantityStepper
          quantity={buying.quantity}
          onChange={buying.setQuantity}
          limit={buying.limit}
          name={product.name}
          productId={product.id}
          size={isCompact ? 'sm' : 'md'}
          onEnter={(quantity) => document.activeElement && onEnter(quantity, document.activeElement)}
          className="lg:w-24!"
        />
        {isCompact ? (
          <UnitSelect
            product={product}
            unit={buying.unit}
            onChoose={buying.chooseUnit}
            className="w-26 [&_select]:h-7"
          />
        ) : (
          <QuietUnitSelect product={product} buying={buying} />
        )}
      </div>
    </td>
  )
}

/** The unit as plain words with an arrow: a frame in every row would be too loud. */
function QuietUnitSelect({ product, buying }: Pick<QuantityCellProps, 'product' | 'buying'>) {
  const { t } = useTranslation()
  const { unit } = buying
  if (unit === undefined) return null
  if (product.units.length === 1)
    return <span className="flex h-6 items-center text-12 text-ink-2">{unitName(unit)}</span>
  return (
    <span className="relative inline-flex max-w-28 items-center text-12 text-ink-2">
      <select
        aria-label={t('catalog.unitOf', { name: product.name })}
        value={unit.id}
        onChange={(event) => buying.chooseUnit(Number(event.target.value))}
        className="h-6 [field-sizing:content] max-w-full appearance-none truncate rounded-badge bg-transparent pr-4.5 hover:text-ink hover:underline pointer-coarse:h-11"
      >
        {product.units.map((option) => (
          <option key={option.id} value={option.id}>
            {unitName(option)}
          </option>
        ))}
      </select>
      <ChevronDown size={12} aria-hidden="true" className="pointer-events-none absolute right-0.5" />
    </span>
  )
}
