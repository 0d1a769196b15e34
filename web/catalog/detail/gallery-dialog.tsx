import { ChevronLeft, ChevronRight, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useZoom } from './use-zoom.ts'
import { scaleMax } from './zoom.ts'

type GalleryDialogProps = {
  name: string
  images: readonly (string | null)[]
  at: number
  onShow(at: number): void
  onClose(): void
}

/** A shorter movement of the finger is a tap, not a swipe; in CSS pixels. */
const minSwipe = 40

/** The images in full size, with arrow keys, buttons and swipes to move between them, and zoom into the one on screen. */
export function GalleryDialog({ name, images, at, onShow, onClose }: GalleryDialogProps) {
  const { t } = useTranslation()
  const step = (by: number) => onShow((at + by + images.length) % images.length)
  const zooming = useZoom(`${at} ${images[at]}`)
  const { zoom } = zooming
  const isZoomed = zoom.scale > 1
  const touchedAt = useRef<number | null>(null)
  function endSwipe(x: number): void {
    const moved = x - (touchedAt.current ?? x)
    touchedAt.current = null
    if (!isZoomed && images.length > 1 && Math.abs(moved) >= minSwipe) step(moved < 0 ? 1 : -1)
  }
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {})
  useEffect(() => {
    onKey.current = (event) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
      if (zooming.onKey(key)) event.preventDefault()
      else if (by !== 0 && images.length > 1) step(by)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  // The largest file while it is enlarged.
  const [width, height] = isZoomed ? [1600, 1200] : [800, 600]
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={name} width="lg">
      <div
        className="flex flex-col items-center gap-3"
        onTouchStart={({ touches }) =>
          (touchedAt.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null)
        }
        onTouchEnd={({ changedTouches }) => endSwipe(changedTouches[0]?.clientX ?? 0)}
      >
        <div
          {...zooming.frame}
          className={classes(
            'w-full touch-none overflow-hidden rounded-control select-none',
            isZoomed && (zooming.isDragged ? 'cursor-grabbing' : 'cursor-grab'),
          )}
        >
          <div
            data-testid="zoomed"
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
            className={classes(!zooming.isDragged && 'transition-transform motion-reduce:transition-none')}
          >
            <ProductImage
              key={images[at]}
              src={images[at] ?? null}
              alt={name}
              width={width}
              height={height}
              isEager
              className="pointer-events-none h-[min(65dvh,37.5rem)] w-full"
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
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
          <div className="flex items-center gap-3">
            <IconButton
              variant="outline"
              label={t('product.zoom.out')}
              aria-disabled={!isZoomed}
              className="aria-disabled:opacity-50"
              onClick={zooming.zoomOut}
            >
              <ZoomOut size={16} aria-hidden="true" />
            </IconButton>
            <span role="status" className="min-w-12 text-center text-13 text-ink-2 tabular-nums">
              {t('catalog.percent', { value: Math.round(zoom.scale * 100) })}
            </span>
            <IconButton
              variant="outline"
              label={t('product.zoom.in')}
              aria-disabled={zoom.scale >= scaleMax}
              className="aria-disabled:opacity-50"
              onClick={zooming.zoomIn}
            >
              <ZoomIn size={16} aria-hidden="true" />
            </IconButton>
            <IconButton
              variant="outline"
              label={t('product.zoom.whole')}
              aria-disabled={!isZoomed}
              className="aria-disabled:opacity-50"
              onClick={zooming.reset}
            >
              <Maximize size={16} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
