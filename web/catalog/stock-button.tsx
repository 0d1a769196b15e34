import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/product.ts'
import { StockBadge } from './stock-badge.tsx'

/** The stock badge; where warehouses are known it opens 'Stok Envanteri'. */
export function StockButton({ product, onShow }: { product: Product; onShow(): void }) {
  const { t } = useTranslation()
  if (product.inventory === undefined || product.inventory.length === 0) return <StockBadge product={product} />
  return (
    <button
      type="button"
      onClick={onShow}
      title={t('catalog.stockInventory')}
      className="tap -my-1 inline-flex min-h-6 shrink-0 items-center rounded-badge hover:underline"
    >
      <StockBadge product={product} />
    </button>
  )
}
