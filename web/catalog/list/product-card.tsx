import { ShoppingCart } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Product } from '#contract/shop/product.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { BrandAndName } from '#web/product/brand-and-name.tsx'
import { QuantityStepper } from '#web/product/quantity-stepper.tsx'
import { useCartActions, useInCart } from '#web/cart/use-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { ProductImage } from '#web/ui/product-image.tsx'
import { HelpfulLine } from '#web/catalog/detail/helpful-line.tsx'
import { useProductDialog } from '#web/catalog/detail/open-dialog.tsx'
import { PriceBlock } from '#web/catalog/price/price-block.tsx'
import { pathWithUnit } from '#web/product/asked-unit.ts'
import { shownCodeOf, specialCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { StockButton } from './stock-button.tsx'
import { ListButton } from './list-button.tsx'
import { useColumns } from '#web/catalog/list/table/table-columns.ts'
import { UnitSelect } from '#web/product/unit-select.tsx'
import { useBuying } from '#web/catalog/detail/buy/use-buying.ts'

/** Height of the image in the grid, in pixels (catalogue, section 9). */
const pictureHeight = 229

/** Layout of a card: image at the side on phones, above the text from 640 px on. The skeleton has the same layout. */
export const cardFrame =
  '@container/card relative grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-3 border-b bg-surface p-4 sm:flex sm:flex-col sm:gap-0 sm:overflow-hidden sm:rounded-panel sm:border sm:p-0'
export const pictureFrame =
  'relative flex h-24 items-center justify-center overflow-hidden rounded-panel border bg-tile max-sm:border-transparent sm:h-57.25 sm:rounded-none sm:border-0 sm:border-b'

/** Height of code and stock, which wrap to two lines in narrow cards; of the code only if stock is hidden. */
export const headHeight = (hasStock: boolean) => (hasStock ? 'h-5 sm:@max-[17rem]/card:h-9.5' : 'h-5')

/** One product of the grid. Every part has a fixed height, so that cards align across a row. */
export const ProductCard = memo(function ProductCard({ product, isEager }: { product: Product; isEager: boolean }) {
  const { settings } = useVisitor()
  const { stock } = useColumns()
  const buying = useBuying(product)
  const { show, dialog } = useProductDialog(product, buying.unit)
  const special = specialCodeOf(product, settings, 'list')
  return (
    <article className={cardFrame}>
      <Link to={pathWithUnit(product, buying.unit)} tabIndex={-1} aria-hidden="true" className={pictureFrame}>
        <ProductImage
          src={product.image}
          alt=""
          width={280}
          height={pictureHeight}
          narrow={{ below: 640, size: 96 }}
          isEager={isEager}
          className="h-full w-full p-1 sm:p-3"
        />
      </Link>
      <InCart product={product} />
      <ListButton
        product={product}
        unit={buying.unit}
        quantity={buying.quantity}
        className="absolute top-2 right-2 bg-surface/80 max-sm:hidden"
      />
      <div className="min-w-0 sm:px-3 sm:pt-2.5">
        <div
          className={classes(
            headHeight(stock),
            'flex items-center justify-between gap-x-2 sm:@max-[17rem]/card:flex-col sm:@max-[17rem]/card:items-start',
          )}
        >
          <ProductCode code={shownCodeOf(product, settings, buying.unit)} className="max-w-full truncate text-ink-2" />
          <StockButton product={product} unit={buying.unit} onShow={() => show('stock')} />
        </div>
        <h2 className="mt-1 text-14 max-sm:text-15">
          <Link
            to={pathWithUnit(product, buying.unit)}
            className="line-clamp-2 h-10 rounded-badge hover:text-brand-ink max-sm:h-11"
            title={product.name}
          >
            <BrandAndName product={product} />
          </Link>
        </h2>
        {special === null ? null : (
          <p className="mt-0.5 h-4 truncate text-12 text-ink-3">
            {special === '' ? '' : `${settings.b2b_urun_detay_ozel_kod_baslik} ${special}`}
          </p>
        )}
        <div className="@container mt-1.5">
          <PriceBlock product={product} unit={buying.unit} onShowPlans={() => show('price')} />
        </div>
      </div>
      <CardControls product={product} buying={buying} />
      {dialog}
    </article>
  )
})

function CardControls({ product, buying }: { product: Product; buying: ReturnType<typeof useBuying> }) {
  const { unit, quantity } = buying
  const { add } = useCartActions()
  const button = <AddToCartButton product={product} unit={unit} quantity={quantity} size="card" />
  if (!buying.isOpen) {
    return (
      <div className="col-span-2 sm:mt-auto sm:px-3 sm:pt-2 sm:pb-3">
        <div className="max-sm:hidden">
          <HelpfulLine product={product} outcome={buying.outcome} />
        </div>
        <div className="sm:mt-2">{button}</div>
      </div>
    )
  }
  if (!buying.mayFill) {
    return (
      <div className="col-span-2 sm:mt-auto sm:px-3 sm:pt-2 sm:pb-3">
        {product.units.length > 1 && (
          <UnitSelect product={product} unit={unit} onChoose={buying.chooseUnit} className="w-full" />
        )}
      </div>
    )
  }
  return (
    <div className="col-span-2 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-2 sm:mt-auto sm:grid-cols-[minmax(0,1fr)_auto] sm:px-3 sm:pt-2 sm:pb-3">
      <UnitSelect product={product} unit={unit} onChoose={buying.chooseUnit} />
      <QuantityStepper
        quantity={quantity}
        onChange={buying.setQuantity}
        limit={buying.limit}
        terms={buying.unit?.terms}
        onEnter={(amount) => {
          if (buying.outcome === 'add' && unit !== undefined) void add(product, unit, amount)
        }}
        name={product.name}
        productId={product.id}
        className="sm:w-27.5! sm:@max-[14rem]/card:w-24!"
      />
      <div className="sm:col-span-2">{button}</div>
    </div>
  )
}

/** `Sepette 2 ADET`, if the product is already in the cart. */
function InCart({ product }: { product: Product }) {
  const { t, formatQuantity } = useTranslation()
  const inCart = useInCart(product.id)
  if (inCart.length === 0) return null
  const amounts = inCart.map(({ unit, quantity }) => `${formatQuantity(quantity)} ${unit}`).join(', ')
  return (
    <p className="absolute top-2 left-2 flex h-6 max-w-[calc(100%-1rem)] items-center gap-1.5 truncate rounded-badge bg-brand-soft px-2 text-12 font-medium text-brand-ink max-sm:hidden sm:top-49.5">
      <ShoppingCart size={13} aria-hidden="true" className="shrink-0" />
      {t('catalog.inCart', { amounts })}
    </p>
  )
}
