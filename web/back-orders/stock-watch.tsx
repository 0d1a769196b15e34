import { Bell, BellOff } from 'lucide-react'
import { useCallback } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { getStockWatch, setStockWatch } from '#contract/shop/back-orders.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Lets a dealer’s user ask for an email when a product that is out of stock can be ordered again. */
export function StockWatch({ product, className }: { product: ProductDetail; className: string }) {
  const { user, settings, seesStock } = useVisitor()
  const isShown =
    user?.role === 'dealer' &&
    product.isOutOfStock &&
    product.varyantx === 1 &&
    seesStock &&
    settings.stockInfoStatus !== 1
  return isShown ? (
    <div className={className}>
      <WatchButton key={product.id} productId={product.id} />
    </div>
  ) : null
}

function WatchButton({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const key = `stock-watch ${productId}`
  const fetcher: Fetcher<Reply<typeof getStockWatch>> = useCallback(
    ({ signal }) => call(getStockWatch, { params: { id: String(productId) } }, { signal }),
    [productId],
  )
  const watch = useQuery(key, fetcher)
  const { isBusy, failure, send } = useSubmit()
  const isWatched = watch?.isWatched ?? false

  const change = () =>
    send(async () => cache.write(key, await call(setStockWatch, { body: { productId, isWatched: !isWatched } })))
  return (
    <>
      <Button
        variant="outline"
        className="w-full"
        busy={isBusy}
        disabled={watch === undefined}
        aria-pressed={isWatched}
        icon={isWatched ? <BellOff size={16} aria-hidden="true" /> : <Bell size={16} aria-hidden="true" />}
        onClick={() => void change()}
      >
        {t(isWatched ? 'product.watch.stop' : 'product.watch.start')}
      </Button>
      <p role="status" className="mt-1 text-12 text-ink-2">
        {failure?.message ?? t(isWatched ? 'product.watch.on' : 'product.watch.hint')}
      </p>
    </>
  )
}
