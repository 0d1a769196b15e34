import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { pictureBytesMax } from '#contract/admin/products.ts'
import { encodePicture, saveUpload } from '#server/images/images.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored } from '#server/platform/files/named-files.ts'

/** Subfolders of the image folder: pictures of products, and pending uploads. */
const savedFolder = 'uploads'
const pendingFolder = 'uploads/waiting'
const pendingImage = /^uploads\/waiting\/([0-9a-f]{32}\.webp)$/

/** Re-encodes an uploaded picture and stores it for a day under a name that cannot be guessed. */
export async function savePendingPicture(images: FileStore, source: Readable): Promise<{ file: string } | Refusal> {
  const file = `${pendingFolder}/${randomBytes(16).toString('hex')}.webp`
  const saved = await saveUpload(source, { files: images, key: file, bytesMax: pictureBytesMax, encode: encodePicture })
  return isRefusal(saved) ? saved : { file }
}

/**
 * Gives pending pictures a permanent name before the product is saved, so that a failure leaves at most an unused file.
 * An expired picture keeps its pending name, which no product can have.
 */
export async function attachPictures(files: FileStore, images: readonly string[]): Promise<string[]> {
  return Promise.all(
    images.map(async (image) => {
      const name = pendingImage.exec(image)?.[1]
      const content = name === undefined ? null : await files.get(image)
      if (content === null) return image
      await files.put(`${savedFolder}/${name}`, content)
      return `${savedFolder}/${name}`
    }),
  )
}

/** Removes pending pictures after a day. */
export async function purgePictures(images: FileStore): Promise<void> {
  await purgeStored(images.folder(pendingFolder), async () => new Set())
}
