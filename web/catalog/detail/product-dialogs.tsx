import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { shownCodeOf } from '#web/product/product-code.ts'
import { PlanName } from '#web/catalog/detail/buy/plan-name.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { pricesOf } from '#web/catalog/price/shown-prices.ts'
import { usePriceVisitor } from '#web/catalog/price/use-price-visitor.ts'
import { baseUnitName } from '#web/product/unit-select.tsx'
import { ProductPriceReasons } from '#web/price-reasons/price-reasons.tsx'
import { WarehouseRows } from './warehouse-rows.tsx'

type ProductDialogProps = {
  product: Product
  unit?: Unit | undefined
  quantity: number
  kind: 'stock' | 'price'
  onClose(): void
}

/** The two dialogs of a product: 'Stok Envanteri' and 'Fiyat Bilgileri' (specification, catalogue, section 2). */
export function ProductDialog({ product, unit, quantity, kind, onClose }: ProductDialogProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(kind === 'stock' ? 'catalog.stockInventory' : 'catalog.priceInfo')}
    >
      <p className="mb-3 text-13 text-ink-2">
        <ProductCode code={shownCodeOf(product, settings, unit)} className="mr-2" />
        {product.name}
      </p>
      {kind === 'stock' ? (
        <StockTable product={product} />
      ) : (
        <>
          <PlanPriceTable product={product} unit={unit} />
          {explains(product, settings) ? (
            <ProductPriceReasons product={product} unit={unit} quantity={quantity} />
          ) : null}
        </>
      )}
    </Dialog>
  )
}

/** Whether the dialog shows how the price comes about. */
const explains = ({ varyantx }: Product, { showPriceReasons }: { showPriceReasons: '0' | '1' }): boolean =>
  showPriceReasons === '1' && varyantx === 1

function StockTable({ product }: { product: Product }) {
  const { t } = useTranslation()
  const rows = product.inventory ?? []
  if (rows.length === 0) return <p className="text-ink-2">{t('catalog.noInventory')}</p>
  return (
    <>
      <WarehouseRows rows={rows} />
      <p className="mt-3 text-12 text-ink-3">{t('catalog.inBaseUnits', { unit: baseUnitName(product) })}</p>
    </>
  )
}

function PlanPriceTable({ product, unit }: { product: Product; unit: Unit | undefined }) {
  const { t, language } = useTranslation()
  const visitor = usePriceVisitor()
  const view = usePriceView()
  const prices = pricesOf(product, unit, view, visitor)
  const plans = prices.kind === 'shown' ? prices.plans : []
  // The steps below say all there is to say.
  if (plans.length === 0 && explains(product, visitor.settings)) return null
  if (plans.length === 0) return <p className="text-ink-2">{t('catalog.noPlanPrices')}</p>
  const tax = t(view.withTax ? 'catalog.taxIncluded' : 'catalog.taxExcluded')
  return (
    <>
      <Table>
        <thead className="border-b text-12 text-ink-2">
          <tr>
            <HeadCell className="pl-0!">{t('catalog.planName')}</HeadCell>
            <HeadCell align="right" className="pr-0!">
              {t('catalog.planValue')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.key} className="h-10 border-b last:border-b-0">
              <Cell className={plan.isDefault ? 'pl-0! font-semibold' : 'pl-0!'}>
                <PlanName plan={plan} />
              </Cell>
              <Cell align="right" className="pr-0! font-semibold">
                {plan.amount}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-12 text-ink-3">{unit === undefined ? tax : `${unitTitle(unit, language)} · ${tax}`}</p>
    </>
  )
}
