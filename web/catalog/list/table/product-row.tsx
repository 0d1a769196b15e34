import { memo } from 'react'
import type { Product } from '#contract/shop/product.ts'
import { steppedQuantity } from '#domain/cart/quantity.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { useCartActions } from '#web/cart/use-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { useProductDialog } from '#web/catalog/detail/open-dialog.tsx'
import { ListButton } from '#web/catalog/list/list-button.tsx'
import { NameCells, PictureCell, StockCells, TaxCell } from './row-cells.tsx'
import { onRowKey } from './row-keys.ts'
import { PriceCells } from './row-price-cells.tsx'
import { QuantityCell } from './row-quantity-cell.tsx'
import type { Columns } from './table-columns.ts'
import { type Buying, useBuying } from '#web/catalog/detail/buy/use-buying.ts'

type ProductRowProps = {
  product: Product
  columns: Columns
  isCompact: boolean
  isCurrent: boolean
  /** The only row that Tab reaches: the current one, else the first. */
  isReachable: boolean
  onCurrent(id: number): void
}

/** Enter adds the row's product; if it cannot be added, it presses the row's button, which explains why. */
function useRowAdd(product: Product, buying: Buying): (quantity: number, row: Element | null) => void {
  const { add } = useCartActions()
  return (quantity, row) => {
    if (buying.outcome === 'add' && buying.unit !== undefined && buying.mayFill)
      void add(product, buying.unit, quantity)
    else row?.querySelector<HTMLElement>('[data-add] :is(a, button)')?.click()
  }
}

export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, columns, isCompact, isCurrent } = props
  const buying = useBuying(product)
  const { show, dialog } = useProductDialog(product, buying.unit)
  const add = useRowAdd(product, buying)
  const change = (by: 1 | -1) => {
    if (!buying.isOpen || !buying.mayFill) return
    buying.setQuantity(
      steppedQuantity(buying.quantity, by, { limit: buying.limit, allowed: buying.unit?.terms?.allowed }),
    )
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
      className={classes(
        'product-row',
        isCompact ? 'lg:h-10' : 'lg:h-20',
        isCurrent && 'lg:bg-brand-soft lg:shadow-[inset_3px_0_var(--brand)]',
      )}
    >
      <PictureCell product={product} unit={buying.unit} isCompact={isCompact} />
      <NameCells product={product} unit={buying.unit} columns={columns} isCompact={isCompact} />
      <QuantityCell
        product={product}
        buying={buying}
        isCompact={isCompact}
        onEnter={(quantity, field) => add(quantity, field.closest('tr'))}
      />
      <PriceCells
        product={product}
        unit={buying.unit}
        columns={columns}
        isCompact={isCompact}
        onShowPlans={() => show('price')}
      />
      <TaxCell taxRate={product.taxRate}>
        {columns.stock || isCompact ? null : (
          <ListButton product={product} unit={buying.unit} quantity={buying.quantity} />
        )}
      </TaxCell>
      {columns.stock ? (
        <StockCells
          product={product}
          unit={buying.unit}
          quantity={buying.quantity}
          isCompact={isCompact}
          onShow={() => show('stock')}
        />
      ) : null}
      <td
        data-add
        className={classes(
          'row-add',
          buying.isOpen
            ? 'max-lg:col-start-3'
            : 'max-lg:col-span-3 max-lg:col-start-1 max-lg:[&>a]:w-full max-lg:[&>button]:w-full',
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
