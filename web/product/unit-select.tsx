import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { shortenCode } from '#domain/text/text.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { chargedPrice } from './charged-price.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { classes } from '#web/ui/classes.ts'

/** Name of the base unit, in which stock is counted. */
export function baseUnitName(product: Product): string {
  return product.units.find((unit) => unit.multiplier === 1)?.value ?? ''
}

/** `KOLİ (12) · ₺4.585,20 · 8690…`: multiplier, price and barcode of a unit. */
function useUnitLine({ taxRate }: Product): (unit: Unit) => string {
  const { language, formatMoney } = useTranslation()
  const view = usePriceView()
  return (unit) => {
    const charged = chargedPrice(unit)
    const price = charged && shownPrice(charged, view, { taxRate })
    return [
      unitTitle(unit, language),
      price?.greaterThan(0) && formatMoney(price, view.currency),
      unit.barcode && shortenCode(unit.barcode),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

type UnitSelectProps = {
  product: Product
  unit: Unit | undefined
  onChoose(id: number): void
  /** Without a border, for rows of tables. */
  isQuiet?: boolean
  className?: string
}

/** A transparent native select over the unit's name; its options also show price and barcode. */
export function UnitSelect({ product, unit, onChoose, isQuiet = false, className }: UnitSelectProps) {
  const { t, language } = useTranslation()
  const lineOf = useUnitLine(product)
  if (unit === undefined) return null
  const isOnly = product.units.length === 1
  return (
    <span
      className={classes(
        isQuiet
          ? 'quiet-unit'
          : 'field relative inline-flex h-8 items-center gap-1 border-line-2! bg-surface px-2.5 font-medium focus-within:border-focus! max-sm:h-11 max-sm:rounded-panel pointer-coarse:min-h-11 sm:text-13',
        isQuiet && !isOnly && 'hover:text-ink hover:underline',
        className,
      )}
    >
      <span aria-hidden={!(isQuiet && isOnly)} className="min-w-0 flex-1 truncate">
        {unitTitle(unit, language)}
      </span>
      {isQuiet && isOnly ? null : (
        <>
          <ChevronDown size={isQuiet ? 12 : 14} aria-hidden="true" className="shrink-0" />
          <select
            aria-label={t('catalog.unitOf', { name: product.name })}
            title={unitTitle(unit, language)}
            value={unit.id}
            onChange={(event) => onChoose(Number(event.target.value))}
            className="cover-select"
          >
            {product.units.map((option) => (
              <option key={option.id} value={option.id}>
                {lineOf(option)}
              </option>
            ))}
          </select>
        </>
      )}
    </span>
  )
}
