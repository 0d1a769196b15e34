import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { ProductDetail } from '#contract/shop/product.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { ProductImage } from '#web/ui/product-image.tsx'
import { shownCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { pricesOf } from '#web/catalog/price/shown-prices.ts'
import { usePriceVisitor } from '#web/catalog/price/use-price-visitor.ts'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'

/** Products in the widest row. */
const maxShown = 6

/** Other products of the same brand or category. */
export function RelatedProducts({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const visitor = usePriceVisitor()
  const view = usePriceView()
  const category = product.breadcrumbs.at(-1)
  if (product.related.length === 0) return null
  return (
    <section className="mt-8">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-16 font-semibold">{t('product.related')}</h2>
        {category === undefined ? null : (
          <Link to={category.url} className="py-1 text-13 font-semibold text-brand-ink hover:underline">
            {t('product.showAll')}
          </Link>
        )}
      </div>
      <ul className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:max-2xl:grid-cols-5 2xl:grid-cols-6 xl:max-2xl:[&>li:nth-child(n+6)]:hidden">
        {product.related.slice(0, maxShown).map((other) => {
          const prices = pricesOf(
            other,
            other.units.find(({ id }) => id === other.defaultUnit),
            view,
            visitor,
          )
          return (
            <li key={other.id} className="flex gap-3 rounded-panel border bg-surface p-2.5">
              <Link
                to={other.url}
                tabIndex={-1}
                aria-hidden="true"
                className="flex size-18 shrink-0 items-center justify-center self-center rounded-control bg-tile"
              >
                <ProductImage src={other.image} alt="" width={64} height={64} className="size-16" />
              </Link>
              <div className="min-w-0">
                <ProductCode code={shownCodeOf(other, visitor.settings)} className="block truncate text-ink-2" />
                <Link
                  to={other.url}
                  title={other.name}
                  className="line-clamp-2 rounded-badge text-13 hover:text-brand-ink"
                >
                  {other.name}
                </Link>
                {prices.kind === 'shown' ? (
                  <p className="flex flex-wrap items-baseline gap-x-1.5">
                    <b>{prices.price}</b>
                    {prices.list === null ? null : <s className="text-12 text-ink-3">{prices.list}</s>}
                  </p>
                ) : null}
                <StockBadge product={other} />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
