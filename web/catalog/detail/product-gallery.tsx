import { Maximize2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'

const GalleryDialog = lazy(async () => ({ default: (await import('./gallery-dialog.tsx')).GalleryDialog }))

/** Height of the main image, in pixels (catalogue, section 9). */
const pictureHeight = 222

export function ProductGallery({ product, className }: { product: ProductDetail; className?: string }) {
  const { t } = useTranslation()
  const images = product.images.length > 0 ? product.images : [product.image]
  const [shownAt, setShownAt] = useState(0)
  const [isLarge, setIsLarge] = useState(false)
  const at = Math.min(shownAt, images.length - 1)
  return (
    <section aria-label={t('product.images')} className={className}>
      <div className="relative flex h-75 items-center justify-center overflow-hidden rounded-panel border bg-tile max-lg:rounded-none max-lg:border-x-0 max-lg:border-t-0">
        <ProductImage
          key={images[at]}
          src={images[at] ?? null}
          alt={product.name}
          width={340}
          height={pictureHeight}
          isMain
          className="h-55.5 w-85 max-w-full"
        />
        {images.length > 1 ? (
          <span className="absolute bottom-3 left-3 text-12 text-ink-2">
            {t('product.imageOf', { at: at + 1, count: images.length })}
          </span>
        ) : null}
        <IconButton
          variant="outline"
          label={t('product.enlarge')}
          onClick={() => setIsLarge(true)}
          className="absolute right-3 bottom-3"
        >
          <Maximize2 size={15} aria-hidden="true" />
        </IconButton>
      </div>
      {images.length > 1 ? (
        <ul className="mt-2 flex gap-2 overflow-x-auto p-0.5 max-lg:px-4 sm:max-lg:px-6">
          {images.map((image, number) => (
            <li key={image}>
              <button
                type="button"
                onClick={() => setShownAt(number)}
                aria-label={t('product.showImage', { at: number + 1 })}
                aria-current={number === at ? 'true' : undefined}
                className="flex size-18 items-center justify-center rounded-control border bg-tile aria-[current]:border-brand-ink aria-[current]:shadow-[inset_0_0_0_1px_var(--brand-ink)]"
              >
                <ProductImage src={image} alt="" width={64} height={64} className="size-16" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isLarge ? (
        <Suspense fallback={null}>
          <GalleryDialog
            name={product.name}
            images={images}
            at={at}
            onShow={setShownAt}
            onClose={() => setIsLarge(false)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
