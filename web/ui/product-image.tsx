import { imageBoxFor, sizedImage } from '#contract/core/image-sizes.ts'
import { classes } from './classes.ts'

/** Shown where an image is missing or fails to load (catalogue, section 2). */
export const missingImage = '/images/404.png'

type ProductImageProps = {
  src: string | null
  alt: string
  /** Largest width and height that it is shown in, in CSS pixels: they choose the file. */
  width: number
  height: number
  /** Its side on narrow windows, where it has another: below a width of the window, both in CSS pixels. */
  narrow?: { below: number; size: number }
  /** Images in the first view load at once; all others when they come near. */
  isEager?: boolean
  /** The page's one main picture: fetched before everything else. */
  isMain?: boolean
  className?: string
}

/** A product's picture on its light tile; sizes are given, so nothing jumps. */
export function ProductImage({
  src,
  alt,
  width,
  height,
  narrow,
  isEager = false,
  isMain = false,
  className,
}: ProductImageProps) {
  return (
    <img
      {...filesOf(src ?? missingImage, width, height, narrow)}
      alt={alt}
      width={width}
      height={height}
      loading={isEager || isMain ? 'eager' : 'lazy'}
      {...(isMain ? { fetchPriority: 'high' as const } : {})}
      decoding="async"
      className={classes('object-contain', className)}
      onError={(event) => replaceMissing(event.currentTarget)}
      ref={(image) => {
        // It may have failed before the page came to life.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') replaceMissing(image)
      }}
    />
  )
}

/** The picture made for its place, and made for twice the dots; the browser takes the one that its screen needs. */
function filesOf(src: string, width: number, height: number, narrow: ProductImageProps['narrow']) {
  if (!src.startsWith('/images/') || src === missingImage) return { src }
  const box = imageBoxFor(width, height)
  const dense = imageBoxFor(2 * width, 2 * height)
  const small = sizedImage(src, box)
  if (narrow === undefined) return { src: small, srcSet: `${small} 1x, ${sizedImage(src, dense)} 2x` }
  const { below, size } = narrow
  const boxes = new Set([box, dense, imageBoxFor(size, size), imageBoxFor(2 * size, 2 * size)])
  return {
    src: small,
    srcSet: [...boxes].map((one) => `${sizedImage(src, one)} ${one[0]}w`).join(', '),
    sizes: `(max-width: ${below - 0.02}px) ${size}px, ${box[0]}px`,
  }
}

function replaceMissing(image: HTMLImageElement): void {
  if (new URL(image.src).pathname === missingImage && image.srcset === '') return
  image.srcset = ''
  image.src = missingImage
}
