import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/product.ts'
import { formatQuantity } from '#domain/format.ts'
import { Select } from '#web/ui/select.tsx'

/** The unit's name; what it holds stands behind it, when that is not one. */
export function unitName(unit: Unit): string {
  return unit.multiplier === 1 ? unit.value : `${unit.value} (${formatQuantity(unit.multiplier)})`
}

/** The unit that stock is counted in. */
export function baseUnitName(product: Product): string {
  return product.units.find((unit) => unit.multiplier === 1)?.value ?? ''
}

type UnitSelectProps = { product: Product; unit: Unit | undefined; onChoose(id: number): void; className?: string }

export function UnitSelect({ product, unit, onChoose, className }: UnitSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('catalog.unitOf', { name: product.name })}
      value={unit?.id ?? ''}
      onChange={(event) => onChoose(Number(event.target.value))}
      {...(className ? { className } : {})}
    >
      {product.units.map((option) => (
        <option key={option.id} value={option.id}>
          {unitName(option)}
        </option>
      ))}
    </Select>
  )
}
