import { type Refusal, refuse } from '#contract/core/errors.ts'
import { openPicture, pixelsMax } from './encode-image.ts'
import { kindOf } from './encode-photo.ts'

/** Longest side of a stored product picture: twice the largest box that shows it. */
const maxSide = 2000

export type PictureFormat = 'webp' | 'png' | 'jpeg'
const encoding = { webp: { quality: 88, effort: 3 }, png: { compressionLevel: 8 }, jpeg: { quality: 88 } } as const

/**
 * Re-encodes a product picture, as WebP unless a format is given: upright, in sRGB, keeping transparency, without metadata. SVG drawings are
 * never opened.
 */
export async function encodePicture(
  source: Buffer,
  format: PictureFormat = 'webp',
): Promise<{ content: Buffer } | Refusal> {
  const kind = kindOf(source)
  if (kind === null) return refuse('picture_invalid')
  try {
    const picture = openPicture(source)
    if ((await picture.metadata()).format !== kind) return refuse('picture_invalid')
    const content = await picture
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toFormat(format, encoding[format])
      .timeout({ seconds: 20 })
      .toBuffer()
    return { content }
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return isHuge ? refuse('picture_too_many_points', { millions: pixelsMax / 1_000_000 }) : refuse('picture_invalid')
  }
}
