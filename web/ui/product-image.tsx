import { classes } from './classes.ts'

/** Shown where an image is missing or fails to load (catalogue, section 2). */
export const missingImage = '/images/404.png'

type ProductImageProps = {
  src: string | null
  alt: string
  width: number
  height: number
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
  isEager = false,
  isMain = false,
  className,
}: ProductImageProps) {
  return (
    <img
      src={src ?? missingImage}
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

function replaceMissing(image: HTMLImageElement): void {
  if (!image.src.endsWith(missingImage)) image.src = missingImage
}
