import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type FaultPhoto, faultPhotoBytesMax } from '#contract/shop/fault-reports.ts'
import { encodePhoto, saveUpload } from '#server/images/images.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

export const photosFolder = (files: FileStore): FileStore => files.folder('fault-reports')

/** The key of a photo. Names are generated: 32 hexadecimal digits. */
export const photoKey = (file: string): string => `${file}.jpg`

/** Re-encodes an uploaded photo and stores it under an unguessable name. A failure leaves no file. */
export async function savePhoto(folder: FileStore, source: Readable): Promise<FaultPhoto | Refusal> {
  const file = randomBytes(16).toString('hex')
  const photo = await saveUpload(source, {
    files: folder,
    key: photoKey(file),
    bytesMax: faultPhotoBytesMax,
    encode: async (content) => (await encodePhoto(content)) ?? refuse('photo_invalid'),
  })
  return 'content' in photo ? { file, width: photo.width, height: photo.height } : photo
}

export async function removePhoto(folder: FileStore, file: string): Promise<void> {
  await folder.remove(photoKey(file))
}
