import { availableParallelism } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import type { ImageBox } from '#contract/core/image-sizes.ts'
import type { ImageFile } from './locate-image.ts'

/** Larger pictures are not decoded: 50 million pixels take 200 MB of memory. */
export const pixelsMax = 50_000_000
export const bytesMax = 40 * 1024 * 1024
const secondsMax = 20

// Disables the loaders of all other formats, whatever a file's name says.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})
// Files may be replaced under their names, and the catalog needs the memory.
sharp.cache(false)

/** Images encoded at a time; one core stays free for pages. */
export const encodersAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1))

/**
 * Encodes the first frame of a picture as WebP: upright, in sRGB, without metadata, fitted into the box and never
 * enlarged. SVG drawings are rasterized, so that nothing in them runs or loads. Null: broken, too large, or not a
 * picture.
 */
export async function encodeImage(file: ImageFile, [width, height]: ImageBox): Promise<Buffer | null> {
  if (file.bytes > bytesMax) return null
  const source = await file.store.get(file.key)
  if (source === null) return null
  try {
    return await openPicture(source)
      .autoOrient()
      .resize(width, height, { fit: 'inside', withoutEnlargement: file.type !== 'image/svg+xml' })
      .webp({ quality: 75, effort: 2 })
      .timeout({ seconds: secondsMax })
      .toBuffer()
  } catch {
    return null
  }
}

/** Opens the picture from memory instead of its path, so that an SVG drawing cannot load other files relative to it. */
export function openPicture(source: Buffer, limitInputPixels = pixelsMax): Sharp {
  return sharp(source, { limitInputPixels, failOn: 'error', sequentialRead: true })
}
