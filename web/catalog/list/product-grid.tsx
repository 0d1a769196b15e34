import type { Product } from '#contract/shop/product.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import { ProductCard } from './product-card.tsx'

export const gridFrame =
  'grid max-sm:-mx-4 max-sm:border-t sm:grid-cols-2 sm:gap-3 md:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5 3xl:grid-cols-6'

/** Images in the first view that load at once. */
const eagerPictures = 4

export function ProductGrid({ items }: { items: readonly Product[] }) {
  return (
    <ul data-products className={gridFrame}>
      {items.map((product, at) => (
        <li key={product.id} className="grid">
          <ProductCard product={product} isEager={at < eagerPictures} />
        </li>
      ))}
    </ul>
  )
}

export function GridSkeleton({ count }: { count: number }) {
  return (
    <div className={gridFrame}>
      {Array.from({ length: count }, (_, at) => (
        <CardSkeleton key={at} />
      ))}
    </div>
  )
}
