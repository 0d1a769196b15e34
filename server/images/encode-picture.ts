import { type Refusal, refuse } from '#contract/core/errors.ts'
import { openPicture, pixelsMax } from './encode-image.ts'
import { kindOf } from './encode-photo.ts'

/** Longest side of a product's picture as it is kept: twice the largest box that it is shown in. */
const side = 2000

/** A product's picture drawn anew as WebP: upright, in sRGB, see-through where it was, without its metadata. Drawings (SVG) are never opened. */
export async function encodePicture(source: Buffer): Promise<{ content: Buffer } | Refusal> {
  const kind = kindOf(source)
  if (kind === null) return refuse('picture_invalid')
  try {
    const picture = openPicture(source)
    if ((await picture.metadata()).format !== kind) return refuse('picture_invalid')
    const content = await picture
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88, effort: 3 })
      .timeout({ seconds: 20 })
      .toBuffer()
    return { content }
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return isHuge ? refuse('picture_too_many_points', { millions: pixelsMax / 1_000_000 }) : refuse('picture_invalid')
  }
}
