import { useCallback, useState } from 'react'
import { forgetSeenProducts, listSeenProducts, seeProduct } from '#contract/shop/product-strips.ts'
import type { Product } from '#contract/shop/product.ts'
import { CallError, call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ownSeen, saveOwnSeen, withSeen } from './own-seen.ts'
import { ProductStrip } from './product-strip.tsx'

type Found = { items: Product[] }

/** On a product's page: remembers that it was opened, and shows the products seen before. */
export function SeenBefore({ productId, className }: { productId: number; className?: string }) {
  const { user } = useVisitor()
  const isStored = user?.role === 'dealer'
  const fetcher: Fetcher<Found> = useCallback(
    async ({ signal }) => {
      const seen = isStored ? [] : ownSeen()
      if (!isStored) saveOwnSeen(withSeen(seen, productId))
      return call(seeProduct, { body: { productId, seen } }, { signal })
    },
    [isStored, productId],
  )
  const key = `seen ${productId}`
  return <Strip queryKey={key} fetcher={fetcher} isStored={isStored} className={className} />
}

const loadStored: Fetcher<Found> = ({ signal }) => call(listSeenProducts, {}, { signal })

/** On a page of the dealer: what the user looked at last. */
export function SeenLast({ className }: { className?: string }) {
  return <Strip queryKey="seen" fetcher={loadStored} isStored className={className} />
}

type StripProps = { queryKey: string; fetcher: Fetcher<Found>; isStored: boolean; className?: string | undefined }

function Strip({ queryKey, fetcher, isStored, className }: StripProps) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const [isBusy, setBusy] = useState(false)
  // Each visit counts, so that the order is right.
  const products = useQuery(queryKey, fetcher, { freshFor: 1_000 })?.items ?? []
  async function forget(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      if (isStored) await call(forgetSeenProducts)
      else saveOwnSeen([])
      cache.write(queryKey, { items: [] })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notify.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ProductStrip
      title={t('product.seen.title')}
      products={products}
      className={className}
      action={
        <button
          type="button"
          aria-busy={isBusy || undefined}
          onClick={() => void forget()}
          className="min-h-6 text-13 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
        >
          {t('product.seen.clear')}
        </button>
      }
    />
  )
}
