import { type ReactNode, useId } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { Product } from '#contract/shop/product.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'
import { chargedPrice } from '#web/product/charged-price.ts'
import { shownCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ProductStripProps = {
  title: string
  note?: string
  /** Beside the title. */
  action?: ReactNode
  products: readonly Product[]
  /** Shows a button that adds one unit, or the least quantity that rules allow. */
  canAdd?: boolean
  className?: string | undefined
}

/** A row of products that scrolls sideways; nothing without any. */
export function ProductStrip({ title, note, action, products, canAdd = false, className }: ProductStripProps) {
  const heading = useId()
  if (products.length === 0) return null
  return (
    <section aria-labelledby={heading} className={className}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-16 font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {note === undefined ? null : <p className="text-12 text-ink-2">{note}</p>}
      <ul className="mt-2 flex snap-x gap-3 overflow-x-auto p-0.5 pb-2 max-sm:-mx-4 max-sm:px-4">
        {products.map((product) => (
          <StripItem key={product.id} product={product} canAdd={canAdd} />
        ))}
      </ul>
    </section>
  )
}

function StripItem({ product, canAdd }: { product: Product; canAdd: boolean }) {
  const { t, formatMoney } = useTranslation()
  const { settings } = useVisitor()
  const view = usePriceView()
  const unit = product.units.find(({ id }) => id === product.defaultUnit)
  const price = (product.isFromPrice || unit === undefined ? undefined : chargedPrice(unit)) ?? product.salePrice
  const amount = price && shownPrice(price, view, { taxRate: product.taxRate })
  return (
    <li className="relative flex w-60 shrink-0 snap-start gap-3 rounded-panel border bg-surface p-2.5 hover:border-line-2">
      <span className="flex size-18 shrink-0 items-center justify-center self-center rounded-control bg-tile">
        <ProductImage src={product.image} alt="" width={64} height={64} className="size-16" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <ProductCode code={shownCodeOf(product, settings)} className="block truncate text-ink-2" />
        <Link
          to={product.url}
          title={product.name}
          className="line-clamp-2 rounded-badge text-13 after:absolute after:inset-0 hover:text-brand-ink"
        >
          {product.name}
        </Link>
        <span className="mt-auto flex items-end justify-between gap-2 pt-1">
          <span className="min-w-0">
            {amount?.greaterThan(0) ? (
              <b className="block whitespace-nowrap">
                {formatMoney(amount, view.currency)}
                {product.isFromPrice ? (
                  <span className="text-12 font-normal text-ink-2">{t('catalog.from')}</span>
                ) : null}
              </b>
            ) : null}
            <StockBadge product={product} />
          </span>
          {canAdd ? (
            <span className="relative">
              <AddToCartButton
                product={product}
                unit={unit}
                quantity={unit?.terms?.allowed?.least ?? 1}
                size="compact"
              />
            </span>
          ) : null}
        </span>
      </span>
    </li>
  )
}
