import { randomBytes } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
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
export async function storePicture(imagesFolder: string, name: string, source: Buffer): Promise<Refusal | null> {
  const path = join(imagesFolder, name)
  const encoded = await limit(() => encodePicture(source, pictureFormatOf(name) ?? 'webp'))
  if (isRefusal(encoded)) return encoded
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(draft, encoded.content, { flag: 'wx', mode: 0o600 })
    await rename(draft, path)
    return null
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export const hasPicture = (imagesFolder: string, name: string): Promise<boolean> =>
  access(join(imagesFolder, name)).then(
    () => true,
    () => false,
  )
