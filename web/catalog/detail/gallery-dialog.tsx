import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'

type GalleryDialogProps = {
  name: string
  images: readonly (string | null)[]
  at: number
  onShow(at: number): void
  onClose(): void
}

/** A shorter movement of the finger is a tap, not a swipe; in CSS pixels. */
const minSwipe = 40

/** The images in full size, with arrow keys, buttons and swipes to move between them. */
export function GalleryDialog({ name, images, at, onShow, onClose }: GalleryDialogProps) {
  const { t } = useTranslation()
  const step = (by: number) => onShow((at + by + images.length) % images.length)
  const touchedAt = useRef<number | null>(null)
  function endSwipe(x: number): void {
    const moved = x - (touchedAt.current ?? x)
    touchedAt.current = null
    if (images.length > 1 && Math.abs(moved) >= minSwipe) step(moved < 0 ? 1 : -1)
  }
  useEffect(() => {
    function onKey({ key }: KeyboardEvent): void {
      const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
      if (by !== 0 && images.length > 1) onShow((at + by + images.length) % images.length)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [at, images.length, onShow])
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={name} width="lg">
      <div
        className="flex flex-col items-center gap-3"
        onTouchStart={({ touches }) =>
          (touchedAt.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null)
        }
        onTouchEnd={({ changedTouches }) => endSwipe(changedTouches[0]?.clientX ?? 0)}
      >
        <ProductImage
          key={images[at]}
          src={images[at] ?? null}
          alt={name}
          width={800}
          height={600}
          isEager
          className="h-[min(65dvh,37.5rem)] w-full"
        />
        {images.length > 1 ? (
          <div className="flex items-center gap-3">
            <IconButton variant="outline" label={t('product.previousImage')} onClick={() => step(-1)}>
              <ChevronLeft size={16} aria-hidden="true" />
            </IconButton>
            <span className="text-13 text-ink-2">{t('product.imageOf', { at: at + 1, count: images.length })}</span>
            <IconButton variant="outline" label={t('product.nextImage')} onClick={() => step(1)}>
              <ChevronRight size={16} aria-hidden="true" />
            </IconButton>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
