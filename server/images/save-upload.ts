import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { receiveToFile, withWorkFile } from '#server/platform/files/work-files.ts'
import { createLimiter } from './concurrency.ts'
import { encodersAtOnce } from './encode-image.ts'

/** Decoded pictures take much memory, so only a few are encoded at a time. */
const limit = createLimiter(encodersAtOnce)

export type UploadTarget<Encoded> = {
  files: FileStore
  /** The key of the new file. */
  key: string
  /** Maximum size of the upload in bytes. */
  bytesMax: number
  /** Re-encodes the upload; none of the original bytes are stored. */
  encode(source: Buffer): Promise<Encoded | Refusal>
}

/** Receives an uploaded picture and saves it re-encoded. Leaves no file when anything fails. */
export async function saveUpload<Encoded extends { content: Buffer }>(
  source: Readable,
  { files, key, bytesMax, encode }: UploadTarget<Encoded>,
): Promise<Encoded | Refusal> {
  try {
    return await withWorkFile(files.workFolder, async (path) => {
      if (!(await receiveToFile(source, path, bytesMax))) return refuse('too_large')
      const encoded = await limit(async () => encode(await readFile(path)))
      if ('content' in encoded) await files.put(key, encoded.content)
      return encoded
    })
  } catch (error) {
    return uploadFailure(error)
  }
}

const diskFullErrors = new Set(['ENOSPC', 'EDQUOT'])
const connectionErrors = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

function uploadFailure(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (diskFullErrors.has(code)) return refuse('unavailable')
  if (connectionErrors.has(code)) return refuse('bad_request')
  throw error
}
