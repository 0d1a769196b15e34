import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type FaultPhoto, faultPhotoBytesMax } from '#contract/shop/fault-reports.ts'
import { encodePhoto, saveUpload } from '#server/images/images.ts'

export const photosFolder = (dataDir: string): string => join(dataDir, 'fault-reports')

/** The path of a photo. Names are generated: 32 hexadecimal digits. */
export const photoPath = (folder: string, file: string): string => join(folder, `${file}.jpg`)

/** Re-encodes an uploaded photo and writes it under an unguessable name. A failure leaves no file. */
export async function savePhoto(folder: string, source: Readable): Promise<FaultPhoto | Refusal> {
  const file = randomBytes(16).toString('hex')
  const photo = await saveUpload(source, {
    path: photoPath(folder, file),
    bytesMax: faultPhotoBytesMax,
    encode: async (content) => (await encodePhoto(content)) ?? refuse('photo_invalid'),
  })
  return 'content' in photo ? { file, width: photo.width, height: photo.height } : photo
}

export async function removePhoto(folder: string, file: string): Promise<void> {
  await rm(photoPath(folder, file), { force: true })
}
