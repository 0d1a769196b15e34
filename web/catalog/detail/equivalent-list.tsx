import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Product } from '#contract/shop/product.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { BrandAndName } from '#web/product/brand-and-name.tsx'
import { QuantityStepper } from '#web/product/quantity-stepper.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { shownCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { pricesOf } from '#web/catalog/price/shown-prices.ts'
import { usePriceVisitor } from '#web/catalog/price/use-price-visitor.ts'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'
import { useBuying } from '#web/catalog/detail/buy/use-buying.ts'

/** Products that can replace this one, each with an add button. */
export function EquivalentList({ products }: { products: readonly Product[] }) {
  const { t, formatQuantity } = useTranslation()
  if (products.length === 0) return null
  return (
    <section>
      <h2 className="text-16 font-semibold">
        {t('product.equivalents')}{' '}
        <span className="ml-1 text-14 font-normal text-ink-3">{formatQuantity(products.length)}</span>
      </h2>
      <ul className="mt-2 rounded-panel border bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {products.map((product) => (
          <EquivalentRow key={product.id} product={product} />
        ))}
      </ul>
    </section>
  )
}

function EquivalentRow({ product }: { product: Product }) {
  const visitor = usePriceVisitor()
  const { settings } = visitor
  const view = usePriceView()
  const buying = useBuying(product)
  const prices = pricesOf(product, buying.unit, view, visitor)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-3 py-1.5 last:border-b-0 sm:min-h-15">
      <Link
        to={product.url}
        tabIndex={-1}
        aria-hidden="true"
        className="flex size-12 shrink-0 items-center justify-center rounded-control border bg-tile"
      >
        <ProductImage src={product.image} alt="" width={44} height={44} className="size-11" />
      </Link>
      <ProductCode code={shownCodeOf(product, settings)} className="w-34 shrink-0 truncate max-sm:hidden" />
      <Link
        to={product.url}
        className="min-w-0 flex-1 rounded-badge text-13 hover:text-brand-ink max-sm:basis-[calc(100%-4.5rem)] max-sm:text-15"
      >
        <BrandAndName product={product} />
      </Link>
      <StockBadge product={product} className="w-28 shrink-0" />
      {prices.kind === 'shown' ? (
        <b className="w-24 shrink-0 text-right max-sm:ml-auto max-sm:w-auto">{prices.price}</b>
      ) : null}
      <div className="flex w-40 shrink-0 items-center justify-end gap-3 max-sm:w-full">
        {buying.isOpen && buying.mayFill ? (
          <QuantityStepper
            quantity={buying.quantity}
            onChange={buying.setQuantity}
            limit={buying.limit}
            terms={buying.unit?.terms}
            name={product.name}
            productId={product.id}
            className="w-26! max-sm:w-34!"
          />
        ) : null}
        <AddToCartButton product={product} unit={buying.unit} quantity={buying.quantity} size="compact" />
      </div>
    </li>
  )
}
