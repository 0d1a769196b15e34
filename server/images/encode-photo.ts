import { openPicture } from './encode-image.ts'

/** Longest side of a stored photo: enough to read a type plate. */
const maxSide = 1600

export type EncodedPhoto = { content: Buffer; width: number; height: number }

/**
 * Re-encodes a photo as JPEG: upright, in sRGB, without metadata or other data in the file. Null: broken, too many
 * pixels, or not a photo. SVG drawings are never opened.
 */
export async function encodePhoto(source: Buffer): Promise<EncodedPhoto | null> {
  const kind = kindOf(source)
  if (kind === null) return null
  try {
    const picture = openPicture(source)
    if ((await picture.metadata()).format !== kind) return null
    const { data, info } = await picture
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

/** Detects the format by the first bytes, regardless of file name and content type. */
export function kindOf(source: Buffer): 'jpeg' | 'png' | 'webp' | null {
  const head = source.subarray(0, 12).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null
}
