import { type Refusal, refuse } from '#contract/core/errors.ts'
import { openPicture, pixelsMax } from './encode-image.ts'
import { kindOf } from './encode-photo.ts'

/** Longest side of a stored product picture: twice the largest box that shows it. */
const maxSide = 2000

/**
 * Re-encodes a product picture as WebP: upright, in sRGB, keeping transparency, without metadata. SVG drawings are
 * never opened.
 */
export async function encodePicture(source: Buffer): Promise<{ content: Buffer } | Refusal> {
  const kind = kindOf(source)
  if (kind === null) return refuse('picture_invalid')
  try {
    const picture = openPicture(source)
    if ((await picture.metadata()).format !== kind) return refuse('picture_invalid')
    const content = await picture
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88, effort: 3 })
      .timeout({ seconds: 20 })
      .toBuffer()
    return { content }
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return isHuge ? refuse('picture_too_many_points', { millions: pixelsMax / 1_000_000 }) : refuse('picture_invalid')
  }
}
