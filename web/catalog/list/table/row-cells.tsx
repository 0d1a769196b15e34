import { Warehouse } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Product, Unit } from '#contract/shop/product.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { BrandAndName } from '#web/product/brand-and-name.tsx'
import { pathWithUnit } from '#web/product/asked-unit.ts'
import { barcodeOf, shownCodeOf, specialCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { ListButton } from '#web/catalog/list/list-button.tsx'
import { StockButton } from '#web/catalog/list/stock-button.tsx'
import type { Columns } from './table-columns.ts'

export function PictureCell({
  product,
  unit,
  isCompact,
}: {
  product: Product
  unit: Unit | undefined
  isCompact: boolean
}) {
  const size = isCompact ? 40 : 80
  return (
    <td className="row-picture">
      <Link to={pathWithUnit(product, unit)} tabIndex={-1} aria-hidden="true">
        <ProductImage
          src={product.image}
          alt=""
          width={size}
          height={size}
          className={classes('p-1 max-lg:size-24', isCompact ? 'h-9.5 w-10' : 'h-19.5 w-20')}
        />
      </Link>
    </td>
  )
}

type NameCellsProps = { product: Product; unit: Unit | undefined; columns: Columns; isCompact: boolean }

export function NameCells({ product, unit, columns, isCompact }: NameCellsProps) {
  const { settings } = useVisitor()
  const code = shownCodeOf(product, settings, unit)
  const barcode = barcodeOf(product, unit)
  // In normal rows a brand or model of two words wraps to two lines.
  const label = isCompact ? 'line-clamp-1 wrap-anywhere' : 'row-label'
  return (
    <>
      <td className="row-codes">
        <ProductCode code={code} />
        {barcode === null || barcode === code || isCompact ? null : <ProductCode code={barcode} />}
      </td>
      <td title={product.name} className="row-name">
        <Link
          to={pathWithUnit(product, unit)}
          className={
            isCompact ? 'line-clamp-1 rounded-badge font-medium hover:text-brand-ink max-lg:text-14' : 'row-name-link'
          }
        >
          <BrandAndName product={product} brandClass="lg:hidden" />
        </Link>
      </td>
      <td className="row-wide" title={product.brand?.name}>
        <span className={label}>{product.brand?.name ?? '—'}</span>
      </td>
      <td className="row-wide text-ink-2" title={product.model?.name}>
        <span className={label}>{product.model?.name ?? '—'}</span>
      </td>
      {columns.special === null ? null : (
        <td className="row-wide text-ink-2">
          <ProductCode code={specialCodeOf(product, settings, 'list') || '—'} />
        </td>
      )}
    </>
  )
}

export function TaxCell({ taxRate, children }: { taxRate: number; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <td className="row-wide whitespace-nowrap text-ink-2">
      {t('catalog.percent', { value: taxRate })}
      {children}
    </td>
  )
}

type StockCellsProps = {
  product: Product
  unit: Unit | undefined
  quantity: number
  isCompact: boolean
  onShow(): void
}

export function StockCells({ product, unit, quantity, isCompact, onShow }: StockCellsProps) {
  const { t } = useTranslation()
  const hasPlaces = (product.inventory?.length ?? 0) > 0
  return (
    <>
      <td className="row-stock">
        <StockButton product={product} unit={unit} onShow={onShow} />
      </td>
      <td className="row-wide px-0!">
        {hasPlaces ? (
          <IconButton
            label={t('catalog.stockInventoryOf', { name: product.name })}
            title={t('catalog.stockInventory')}
            // The name next to it opens the same page.
            tabIndex={-1}
            onClick={onShow}
          >
            <Warehouse size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
        {isCompact ? null : <ListButton product={product} unit={unit} quantity={quantity} />}
      </td>
    </>
  )
}
