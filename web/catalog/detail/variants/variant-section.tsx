import { lazy, Suspense, useCallback, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { listVariants } from '#contract/shop/variants.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { useCartPlan } from '#web/cart/use-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { layoutOf } from './grid-layout.ts'

const VariantGrid = lazy(async () => ({ default: (await import('./variant-grid.tsx')).VariantGrid }))

/** Id of the section, for links to it. */
export const variantGridId = 'varyant-tablosu'

/** The grid of a product with variants; nothing for other products. Its code and its data are loaded after the page. */
export function VariantSection({ product, className }: { product: ProductDetail; className?: string }) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const parentId = product.parent?.id ?? product.id
  const hasVariants = product.variants.length > 0
  const [hasFailed, setFailed] = useState(false)
  const key = `variants ${parentId} ${useCartPlan()}`
  const fetcher: Fetcher<Reply<typeof listVariants>> = useCallback(
    async ({ signal }) => {
      try {
        const found = await call(listVariants, { params: { id: String(parentId) } }, { signal })
        setFailed(false)
        return found
      } catch (error) {
        if (!signal.aborted) setFailed(true)
        throw error
      }
    },
    [parentId],
  )
  const cells = useQuery(key, hasVariants ? fetcher : null)?.items
  if (!hasVariants) return null
  const rows = product.variants[layoutOf(product.variants).row]?.values.length ?? 1
  const skeleton = <GridSkeleton rows={rows} />
  return (
    <section id={variantGridId} aria-label={t('product.grid.title')} className={classes('noscript:hidden', className)}>
      <h2 className="px-4 pt-3 pb-2 text-16 font-semibold">{t('product.grid.title')}</h2>
      {cells !== undefined ? (
        <Suspense fallback={skeleton}>
          <VariantGrid key={parentId} product={product} cells={cells} onAdded={() => cache.refresh(key)} />
        </Suspense>
      ) : hasFailed ? (
        <div className="px-4 pb-4">
          <MessageStrip
            tone="danger"
            role="alert"
            actions={
              <Button size="sm" onClick={() => cache.refresh(key)}>
                {t('ui.retry')}
              </Button>
            }
          >
            {t('product.grid.failed')}
          </MessageStrip>
        </div>
      ) : (
        skeleton
      )}
    </section>
  )
}

function GridSkeleton({ rows }: { rows: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid gap-3 px-4 pb-4">
      <span className="sr-only">{t('product.grid.loading')}</span>
      {Array.from({ length: Math.min(rows, 12) }, (_, at) => (
        <Skeleton key={at} className="h-18" />
      ))}
    </div>
  )
}
