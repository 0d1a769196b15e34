import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/errors.ts'
import { type FaultPhoto, faultPhotoBytesMax } from '#contract/fault-reports.ts'
import { createTurns, encodePhoto, encodersAtOnce } from '#server/images/images.ts'

export const photosFolder = (dataDir: string): string => join(dataDir, 'fault-reports')

/** Where the photo of this name is; names are our own, 32 hexadecimal digits. */
export const photoPath = (folder: string, file: string): string => join(folder, `${file}.jpg`)

/** Opened photos take much memory: few at once. */
const takeTurn = createTurns(encodersAtOnce)

/** Takes a photo from the wire and keeps it, drawn anew, under a name that nobody can guess; whatever fails leaves no file. */
export async function keepPhoto(folder: string, source: Readable): Promise<FaultPhoto | Refusal> {
  const file = randomBytes(16).toString('hex')
  const incoming = join(folder, `${file}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (!(await receive(source, incoming))) return refuse('too_large')
    const photo = await takeTurn(async () => encodePhoto(await readFile(incoming)))
    if (photo === null) return refuse('photo_invalid')
    await writeFile(photoPath(folder, file), photo.content, { flag: 'wx', mode: 0o600 })
    return { file, width: photo.width, height: photo.height }
  } catch (error) {
    await removePhoto(folder, file)
    return failureOf(error)
  } finally {
    await rm(incoming, { force: true })
  }
}

export async function removePhoto(folder: string, file: string): Promise<void> {
  await rm(photoPath(folder, file), { force: true })
}

/** Writes what comes into a file; false where it is more than a photo may have. */
async function receive(source: Readable, path: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    // The stream stays open: who sends too much still hears why.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const piece = chunk as Buffer
      bytes += piece.length
      if (bytes > faultPhotoBytesMax) return false
      await file.writeFile(piece)
    }
    return true
  } finally {
    await file.close()
  }
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT'])
const brokenOff = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

function failureOf(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (fullDisk.has(code)) return refuse('unavailable')
  if (brokenOff.has(code)) return refuse('bad_request')
  throw error
}
