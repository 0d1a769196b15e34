import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { encodersAtOnce } from './encode-image.ts'
import { createTurns } from './concurrency.ts'

/** Opened pictures take much memory: few at once. */
const takeTurn = createTurns(encodersAtOnce)

export type UploadPlace<Encoded> = {
  /** Where the file goes. */
  path: string
  /** Most bytes of what is sent. */
  bytesMax: number
  /** Draws it anew; nothing of what was sent is kept. */
  encode(source: Buffer): Promise<Encoded | Refusal>
}

/** Takes a picture from the wire into a file of its own, drawn anew; whatever fails leaves no file. */
export async function saveUpload<Encoded extends { content: Buffer }>(
  source: Readable,
  { path, bytesMax, encode }: UploadPlace<Encoded>,
): Promise<Encoded | Refusal> {
  const incoming = `${path}.part`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (!(await receive(source, incoming, bytesMax))) return refuse('too_large')
    const encoded = await takeTurn(async () => encode(await readFile(incoming)))
    if (!('content' in encoded)) return encoded
    await writeFile(path, encoded.content, { flag: 'wx', mode: 0o600 })
    return encoded
  } catch (error) {
    await rm(path, { force: true })
    return failureOf(error)
  } finally {
    await rm(incoming, { force: true })
  }
}

/** Writes what comes into a file; false where it is more than there may be. */
async function receive(source: Readable, path: string, bytesMax: number): Promise<boolean> {
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    // The stream stays open: who sends too much still hears why.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const piece = chunk as Buffer
      bytes += piece.length
      if (bytes > bytesMax) return false
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
