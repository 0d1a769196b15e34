import { Warehouse } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Product } from '#contract/product.ts'
import { decreased } from '#domain/quantity.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { useCartActions } from '#web/cart/use-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useProductDialog } from './open-dialog.tsx'
import { barcodeOf, shownCodeOf, specialCodeOf } from './product-code.ts'
import { ProductCode } from './product-code-text.tsx'
import { onRowKey } from './row-keys.ts'
import { PriceCells } from './row-price-cells.tsx'
import { QuantityCell } from './row-quantity-cell.tsx'
import { StockBadge } from './stock-badge.tsx'
import type { Columns } from './table-columns.ts'
import { type Buying, useBuying } from './use-buying.ts'

type ProductRowProps = {
  product: Product
  columns: Columns
  isCompact: boolean
  isCurrent: boolean
  /** The one row that Tab reaches: the current one, else the first. */
  isReachable: boolean
  isEager: boolean
  onCurrent(id: number): void
}

/** Enter adds what the row says; where nothing can be added it presses the row's button, which says why. */
function useRowAdd(product: Product, buying: Buying): (quantity: number, row: Element | null) => void {
  const { add } = useCartActions()
  return (quantity, row) => {
    if (buying.outcome === 'add' && buying.unit !== undefined) void add(product, buying.unit, quantity)
    else row?.querySelector<HTMLElement>('[data-add] :is(a, button)')?.click()
  }
}

/** Below 1024 px a row stands as a card: these say where its cells go. */
const rowFrame =
  'group border-b bg-surface last:border-b-0 max-lg:grid max-lg:grid-cols-[6rem_minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3'

export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, columns, isCompact, isCurrent } = props
  const buying = useBuying(product)
  const { show, dialog } = useProductDialog(product, buying.unit)
  const add = useRowAdd(product, buying)
  const change = (by: 1 | -1) => {
    if (!buying.isOpen) return
    const isFree = buying.limit === undefined || buying.quantity < buying.limit
    if (by === -1) buying.setQuantity(decreased(buying.quantity))
    else if (isFree) buying.setQuantity(buying.quantity + 1)
  }
  return (
    <tr
      tabIndex={props.isReachable ? 0 : -1}
      aria-current={isCurrent ? 'true' : undefined}
      onFocus={() => props.onCurrent(product.id)}
      onKeyDownCapture={(event) => {
        const row = event.currentTarget
        onRowKey(event, { add: () => add(buying.quantity, row), change })
      }}
      className={classes(rowFrame, isCompact ? 'lg:h-10' : 'lg:h-20', isCurrent && 'lg:bg-brand-soft lg:shadow-[inset_3px_0_var(--brand)]')}
    >
      <PictureCell product={product} isCompact={isCompact} isEager={props.isEager} />
      <NameCells product={product} columns={columns} isCompact={isCompact} />
      <QuantityCell
        product={product}
        buying={buying}
        isCompact={isCompact}
        onEnter={(quantity, field) => add(quantity, field.closest('tr'))}
      />
      <PriceCells product={product} unit={buying.unit} columns={columns} isCompact={isCompact} onShowPlans={() => show('price')} />
      <TaxCell taxRate={product.taxRate} />
      {columns.stock ? <StockCells product={product} onShow={() => show('stock')} /> : null}
      <td
        data-add
        className={classes(
          'px-2 max-lg:row-start-4 max-lg:mt-1 max-lg:px-0',
          buying.isOpen ? 'max-lg:col-start-3' : 'max-lg:col-span-3 max-lg:col-start-1 max-lg:[&_a]:w-full max-lg:[&_button]:w-full',
        )}
      >
        <AddToCartButton
          product={product}
          unit={buying.unit}
          quantity={buying.quantity}
          size={isCompact ? 'compact' : 'row'}
          isCurrent={isCurrent}
        />
        {dialog}
      </td>
    </tr>
  )
})

function PictureCell({ product, isCompact, isEager }: { product: Product; isCompact: boolean; isEager: boolean }) {
  const size = isCompact ? 40 : 80
  return (
    <td className="border-r bg-tile p-0 max-lg:row-span-3 max-lg:self-start max-lg:rounded-panel max-lg:border-0">
      <Link to={product.url} tabIndex={-1} aria-hidden="true" className="flex items-center justify-center">
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

function NameCells({ product, columns, isCompact }: Pick<ProductRowProps, 'product' | 'columns' | 'isCompact'>) {
  const { settings } = useVisitor()
  const code = shownCodeOf(product, settings)
  const barcode = barcodeOf(product)
  const wide = 'truncate max-lg:hidden'
  return (
    <>
      <Cell className="max-lg:col-start-2 max-lg:row-start-1 max-lg:px-0">
        <ProductCode code={code} className="block truncate" />
        {barcode === null || barcode === code || isCompact ? null : <ProductCode code={barcode} className="block truncate text-12! text-ink-2 max-lg:hidden" />}
      </Cell>
      <Cell className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2 max-lg:px-0">
        <Link
          to={product.url}
          title={product.name}
          className={classes('rounded-badge font-medium hover:text-brand-ink max-lg:text-14', isCompact ? 'line-clamp-1' : 'line-clamp-2')}
        >
          {product.brand === null ? null : <b className="lg:hidden">{product.brand.name} </b>}
          {product.name}
        </Link>
      </Cell>
      <Cell className={wide} title={product.brand?.name}>
        {product.brand?.name ?? '—'}
      </Cell>
      <Cell className={classes(wide, 'text-ink-2')} title={product.model?.name}>
        {product.model?.name ?? '—'}
      </Cell>
      {columns.special === null ? null : (
        <Cell className={classes(wide, 'code text-ink-2')}>{specialCodeOf(product, settings, 'list') || '—'}</Cell>
      )}
    </>
  )
}

function TaxCell({ taxRate }: { taxRate: number }) {
  const { t } = useTranslation()
  return <Cell className="text-ink-2 whitespace-nowrap max-lg:hidden">{t('catalog.percent', { value: taxRate })}</Cell>
}

function StockCells({ product, onShow }: { product: Product; onShow(): void }) {
  const { t } = useTranslation()
  const hasPlaces = (product.inventory?.length ?? 0) > 0
  return (
    <>
      <Cell className="max-lg:col-start-3 max-lg:row-start-1 max-lg:px-0 max-lg:text-right">
        <StockBadge product={product} />
      </Cell>
      <Cell className="max-lg:hidden">
        {hasPlaces ? (
          <IconButton label={t('catalog.stockInventoryOf', { name: product.name })} title={t('catalog.stockInventory')} onClick={onShow}>
            <Warehouse size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
      </Cell>
    </>
  )
}
