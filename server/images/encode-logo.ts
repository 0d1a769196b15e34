import { bytesMax, openPicture } from './encode-image.ts'

/** A logo is small: what claims more pixels is no logo. */
const logoPixelsMax = 16_000_000
/** Twice the place that a quote has for it. */
const [width, height] = [600, 240]
const taken = new Set(['jpeg', 'png', 'webp', 'gif'])

/** A logo drawn anew as PNG, upright and without its metadata. Null: a drawing, broken, too large, or no picture at all. */
export async function encodeLogo(source: Buffer): Promise<Buffer | null> {
  if (source.length > bytesMax) return null
  try {
    const picture = openPicture(source, logoPixelsMax)
    const { format } = await picture.metadata()
    if (!taken.has(format)) return null
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
