import { randomBytes } from 'node:crypto'
import { link, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { pictureBytesMax } from '#contract/admin/products.ts'
import { encodePicture, keepUpload } from '#server/images/images.ts'

/** Below the folder of pictures: those that a product has, and those that wait for one. */
const keptFolder = 'uploads'
const waitingFolder = 'uploads/waiting'
const waiting = /^uploads\/waiting\/([0-9a-f]{32}\.webp)$/
const dayMilliseconds = 24 * 3600 * 1000

/** Takes a picture from the wire and keeps it for a day, drawn anew, under a name that nobody can guess. */
export async function keepPicture(imagesFolder: string, source: Readable): Promise<{ file: string } | Refusal> {
  const file = `${waitingFolder}/${randomBytes(16).toString('hex')}.webp`
  const kept = await keepUpload(source, {
    path: join(imagesFolder, file),
    bytesMax: pictureBytesMax,
    encode: encodePicture,
  })
  return isRefusal(kept) ? kept : { file }
}

/**
 * Gives the pictures that wait among these a name for good, before the product has it: whatever then fails leaves a file at
 * most. One that waited too long keeps its old name, which no product can have.
 */
export async function keepPictures(imagesFolder: string, images: readonly string[]): Promise<string[]> {
  return Promise.all(
    images.map(async (image) => {
      const name = waiting.exec(image)?.[1]
      if (name === undefined) return image
      try {
        await link(join(imagesFolder, image), join(imagesFolder, keptFolder, name))
      } catch (error) {
        // Saved before, and refused for something else.
        if (codeOf(error) !== 'EEXIST') {
          if (codeOf(error) === 'ENOENT') return image
          throw error
        }
      }
      return `${keptFolder}/${name}`
    }),
  )
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Removes pictures that no product took within a day. */
export async function purgePictures(imagesFolder: string): Promise<void> {
  const folder = join(imagesFolder, waitingFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const changedAt = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Date.now())
    if (changedAt < Date.now() - dayMilliseconds) await rm(path, { force: true })
  }
}
