import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'
import { baseUnitName } from '#web/product/unit-select.tsx'

type StockButtonProps = { product: Product; unit: Unit | undefined; onShow(): void }

/** The base unit, if another unit is chosen. */
export function otherBaseUnit(product: Product, unit: Unit | undefined): string | undefined {
  return unit === undefined || unit.multiplier === 1 ? undefined : baseUnitName(product)
}

/** The stock badge; opens 'Stok Envanteri' if warehouses are known. */
export function StockButton({ product, unit, onShow }: StockButtonProps) {
  const { t } = useTranslation()
  const badge = <StockBadge product={product} unit={otherBaseUnit(product, unit)} />
  if (product.inventory === undefined || product.inventory.length === 0) return badge
  return (
    <button type="button" onClick={onShow} title={t('catalog.stockInventory')} className="stock-button">
      {badge}
    </button>
  )
}
