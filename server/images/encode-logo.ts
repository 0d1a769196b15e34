import { bytesMax, openPicture } from './encode-image.ts'

/** Logos are small; an image with more pixels is rejected. */
const logoPixelsMax = 16_000_000
/** Twice the space for the logo on a quote. */
const [width, height] = [600, 240]
const formats = new Set(['jpeg', 'png', 'webp', 'gif'])

/**
 * Re-encodes a logo as PNG, upright and without metadata. Null: an SVG drawing, broken, too large, or not a picture.
 */
export async function encodeLogo(source: Buffer): Promise<Buffer | null> {
  if (source.length > bytesMax) return null
  try {
    const picture = openPicture(source, logoPixelsMax)
    const { format } = await picture.metadata()
    if (!formats.has(format)) return null
    return await picture
      .autoOrient()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch {
    return null
  }
}
