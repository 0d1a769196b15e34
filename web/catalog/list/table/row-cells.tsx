import { Warehouse } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from 'react-router'
import type { Product, Unit } from '#contract/shop/product.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell } from '#web/ui/table.tsx'
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
  isEager,
}: {
  product: Product
  unit: Unit | undefined
  isCompact: boolean
  isEager: boolean
}) {
  const size = isCompact ? 40 : 80
  return (
    <td className="border-r bg-tile p-0 max-lg:row-span-3 max-lg:self-start max-lg:rounded-panel max-lg:border-0">
      <Link
        to={pathWithUnit(product, unit)}
        tabIndex={-1}
        aria-hidden="true"
        className="flex items-center justify-center"
      >
        <ProductImage
          src={product.image}
          alt=""
          width={size}
          height={size}
          isEager={isEager}
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
  const wide = 'max-lg:hidden'
  const label = classes('wrap-anywhere', isCompact ? 'line-clamp-1' : 'line-clamp-2')
  const codeClasses = 'block leading-4 wrap-anywhere'
  return (
    <>
      <Cell className="max-lg:col-start-2 max-lg:row-start-1 max-lg:px-0">
        <ProductCode code={code} className={codeClasses} />
        {barcode === null || barcode === code || isCompact ? null : (
          <ProductCode code={barcode} className={`${codeClasses} text-12! text-ink-2 max-lg:hidden`} />
        )}
      </Cell>
      <Cell title={product.name} className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2 max-lg:px-0">
        <Link
          to={pathWithUnit(product, unit)}
          className={classes(
            'rounded-badge font-medium hover:text-brand-ink max-lg:text-14',
            isCompact ? 'line-clamp-1' : 'line-clamp-2 lg:line-clamp-3',
          )}
        >
          <BrandAndName product={product} brandClass="lg:hidden" />
        </Link>
      </Cell>
      <Cell className={wide} title={product.brand?.name}>
        <span className={label}>{product.brand?.name ?? '—'}</span>
      </Cell>
      <Cell className={classes(wide, 'text-ink-2')} title={product.model?.name}>
        <span className={label}>{product.model?.name ?? '—'}</span>
      </Cell>
      {columns.special === null ? null : (
        <Cell className="text-ink-2 max-lg:hidden">
          <ProductCode code={specialCodeOf(product, settings, 'list') || '—'} className={codeClasses} />
        </Cell>
      )}
    </>
  )
}

export function TaxCell({ taxRate, children }: { taxRate: number; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Cell className="text-ink-2 whitespace-nowrap max-lg:hidden">
      {t('catalog.percent', { value: taxRate })}
      {children}
    </Cell>
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
      <Cell className="max-lg:col-start-3 max-lg:row-start-1 max-lg:px-0 max-lg:text-right">
        <StockButton product={product} unit={unit} onShow={onShow} />
      </Cell>
      <Cell className="px-0! max-lg:hidden">
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
      </Cell>
    </>
  )
}
