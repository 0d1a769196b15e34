import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useProductDialog } from './open-dialog.tsx'
import { WarehouseRows } from './warehouse-rows.tsx'

/** Stock per warehouse, with a link to 'Stok Envanteri'; renders nothing if the store hides stock. */
export function WarehouseStock({ product, className }: { product: ProductDetail; className?: string }) {
  const { t } = useTranslation()
  const { seesStock, settings } = useVisitor()
  const { show, dialog } = useProductDialog(product)
  const rows = product.inventory ?? []
  if (!seesStock || settings.stockInfoStatus === 1 || rows.length === 0) return null
  return (
    <section className={className}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-14 font-semibold max-lg:text-16">{t('product.warehouseStock')}</h2>
        <button
          type="button"
          onClick={() => show('stock')}
          className="min-h-6 rounded-badge text-12 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
        >
          {t('catalog.stockInventory')}
        </button>
      </div>
      <WarehouseRows rows={rows} />
      {dialog}
    </section>
  )
}
