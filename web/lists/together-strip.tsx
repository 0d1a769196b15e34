import { useCallback } from 'react'
import { listBoughtTogether, listCartTogether } from '#contract/shop/product-strips.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useHasCart } from '#web/cart/use-cart.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/shop/product.ts'
import { ProductStrip } from './product-strip.tsx'

type Found = { items: Product[] }

/** What several dealers have ordered together with a product. */
export function TogetherOfProduct({ productId, className }: { productId: number; className?: string }) {
  const { t } = useTranslation()
  const canAdd = useCanAdd()
  const fetcher: Fetcher<Found> = useCallback(
    ({ signal }) => call(listBoughtTogether, { params: { id: String(productId) } }, { signal }),
    [productId],
  )
  const products = useQuery(`together ${productId}`, fetcher)?.items ?? []
  return (
    <ProductStrip
      title={t('product.together.title')}
      note={t('product.together.note')}
      products={products}
      canAdd={canAdd}
      className={className}
    />
  )
}

const loadOfCart: Fetcher<Found> = ({ signal }) => call(listCartTogether, {}, { signal })

/** The same for the cart. It is not loaded anew while lines change, so that it does not move under the pointer. */
export function TogetherOfCart({ className }: { className?: string }) {
  const { t } = useTranslation()
  const canAdd = useCanAdd()
  const products = useQuery('together cart', canAdd ? loadOfCart : null)?.items ?? []
  return <ProductStrip title={t('product.together.ofCart')} products={products} canAdd className={className} />
}

function useCanAdd(): boolean {
  const mayFill = useMayFillCart()
  return useHasCart() && mayFill
}
