import { randomBytes } from 'node:crypto'
import { link, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { pictureBytesMax } from '#contract/admin/products.ts'
import { encodePicture, saveUpload } from '#server/images/images.ts'

/** Subfolders of the image folder: pictures of products, and pending uploads. */
const savedFolder = 'uploads'
const pendingFolder = 'uploads/waiting'
const pendingImage = /^uploads\/waiting\/([0-9a-f]{32}\.webp)$/
const dayInMs = 24 * 3600 * 1000

/** Re-encodes an uploaded picture and stores it for a day under a name that cannot be guessed. */
export async function savePendingPicture(imagesFolder: string, source: Readable): Promise<{ file: string } | Refusal> {
  const file = `${pendingFolder}/${randomBytes(16).toString('hex')}.webp`
  const saved = await saveUpload(source, {
    path: join(imagesFolder, file),
    bytesMax: pictureBytesMax,
    encode: encodePicture,
  })
  return isRefusal(saved) ? saved : { file }
}

/**
 * Gives pending pictures a permanent name before the product is saved, so that a failure leaves at most an unused file.
 * An expired picture keeps its pending name, which no product can have.
 */
export async function attachPictures(imagesFolder: string, images: readonly string[]): Promise<string[]> {
  return Promise.all(
    images.map(async (image) => {
      const name = pendingImage.exec(image)?.[1]
      if (name === undefined) return image
      try {
        await link(join(imagesFolder, image), join(imagesFolder, savedFolder, name))
      } catch (error) {
        // EEXIST: attached by an earlier attempt to save that was rejected.
        if (errorCode(error) !== 'EEXIST') {
          if (errorCode(error) === 'ENOENT') return image
          throw error
        }
      }
      return `${savedFolder}/${name}`
    }),
  )
}

const errorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Removes pending pictures after a day. */
export async function purgePictures(imagesFolder: string): Promise<void> {
  const folder = join(imagesFolder, pendingFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const changedAt = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Date.now())
    if (changedAt < Date.now() - dayInMs) await rm(path, { force: true })
  }
}
