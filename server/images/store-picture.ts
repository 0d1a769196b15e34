import { extname } from 'node:path'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { createLimiter } from './concurrency.ts'
import { encodersAtOnce, openPicture, pixelsMax } from './encode-image.ts'
import { kindOf } from './encode-photo.ts'
import { encodePicture, type PictureFormat } from './encode-picture.ts'

const limit = createLimiter(encodersAtOnce)
const formats: Readonly<Record<string, PictureFormat>> = {
  '.webp': 'webp',
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
}

/** The format in which a product picture of this name can be stored; null for other names. */
export const pictureFormatOf = (name: string): PictureFormat | null => formats[extname(name).toLowerCase()] ?? null

/** Checks the format and the number of pixels of a picture without decoding it. Null: it can be stored. */
export async function inspectPicture(source: Buffer): Promise<Refusal | null> {
  const kind = kindOf(source)
  if (kind === null) return refuse('picture_invalid')
  try {
    const { format, width, height } = await openPicture(source, Number.MAX_SAFE_INTEGER).metadata()
    if (format !== kind) return refuse('picture_invalid')
    return width * height > pixelsMax ? refuse('picture_too_many_points', { millions: pixelsMax / 1_000_000 }) : null
  } catch {
    return refuse('picture_invalid')
  }
}

/**
 * Re-encodes a picture and stores it as a whole under `name` below the image folder, in the format of its ending. An
 * existing file is replaced.
 */
export async function storePicture(images: FileStore, name: string, source: Buffer): Promise<Refusal | null> {
  const encoded = await limit(() => encodePicture(source, pictureFormatOf(name) ?? 'webp'))
  if (isRefusal(encoded)) return encoded
  await images.put(name, encoded.content)
  return null
}

export const hasPicture = async (images: FileStore, name: string): Promise<boolean> =>
  (await images.head(name)) !== null
