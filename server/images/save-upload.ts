import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { encodersAtOnce } from './encode-image.ts'
import { createLimiter } from './concurrency.ts'

/** Decoded pictures take much memory, so only a few are encoded at a time. */
const limit = createLimiter(encodersAtOnce)

export type UploadTarget<Encoded> = {
  /** Path of the new file. */
  path: string
  /** Maximum size of the upload in bytes. */
  bytesMax: number
  /** Re-encodes the upload; none of the original bytes are stored. */
  encode(source: Buffer): Promise<Encoded | Refusal>
}

/** Receives an uploaded picture and saves it re-encoded. Leaves no file when anything fails. */
export async function saveUpload<Encoded extends { content: Buffer }>(
  source: Readable,
  { path, bytesMax, encode }: UploadTarget<Encoded>,
): Promise<Encoded | Refusal> {
  const incoming = `${path}.part`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (!(await receive(source, incoming, bytesMax))) return refuse('too_large')
    const encoded = await limit(async () => encode(await readFile(incoming)))
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

/** Writes the upload to a file; returns false when it is too large. */
async function receive(source: Readable, path: string, bytesMax: number): Promise<boolean> {
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    // Keeps the stream open, so that the client of a too large upload still receives the response.
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

const diskFullErrors = new Set(['ENOSPC', 'EDQUOT'])
const connectionErrors = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

function failureOf(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (diskFullErrors.has(code)) return refuse('unavailable')
  if (connectionErrors.has(code)) return refuse('bad_request')
  throw error
}
