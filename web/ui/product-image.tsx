import { imageBoxFor, sizedImage } from '#contract/core/image-sizes.ts'
import { classes } from './classes.ts'

/** Shown when an image is missing or fails to load (catalogue, section 2). */
export const missingImage = '/images/404.png'

type ProductImageProps = {
  src: string | null
  alt: string
  /** Maximum width and height on screen, in CSS pixels; they select the file. */
  width: number
  height: number
  /** A different size below a window width, both in CSS pixels. */
  narrow?: { below: number; size: number }
  /** Loads at once, for images in the first view; all others load when they come near. */
  isEager?: boolean
  /** The page's main image, loaded with high priority. */
  isMain?: boolean
  className?: string
}

/** A product's image. Its size is set, so that the layout does not shift. */
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
      fetchPriority={isMain ? 'high' : undefined}
      decoding="async"
      className={classes('object-contain', className)}
      onError={(event) => replaceMissing(event.currentTarget)}
      ref={(image) => {
        // The image may have failed before hydration.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') replaceMissing(image)
      }}
    />
  )
}

/** The file for this size and the one for twice the pixel density; the browser picks one. */
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
    srcSet: [...boxes].map((candidate) => `${sizedImage(src, candidate)} ${candidate[0]}w`).join(', '),
    sizes: `(max-width: ${below - 0.02}px) ${size}px, ${box[0]}px`,
  }
}

function replaceMissing(image: HTMLImageElement): void {
  if (new URL(image.src).pathname === missingImage && image.srcset === '') return
  image.srcset = ''
  image.src = missingImage
}
