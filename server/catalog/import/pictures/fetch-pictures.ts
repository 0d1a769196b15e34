import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hasPicture, inspectPicture, storePicture } from '#server/images/images.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { withWorkFile } from '#server/platform/files/work-files.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { DownloadFile } from '#server/platform/http/outside-download.ts'
import { type ClaimedAddress, claimAddresses } from './claim-addresses.ts'
import type { Failed } from './retries.ts'
import { saveFailure, savePicture, type StoredPicture } from './save-attempt.ts'

export type PictureDeps = {
  pool: Pool
  imagesFolder: FileStore
  download: DownloadFile
  warn(error: Error): void
}

/** Fetches what is due from one host, and returns the number of attempts. */
export async function fetchDue(deps: PictureDeps, host: string, signal?: AbortSignal): Promise<number> {
  const claimed = await claimAddresses(deps.pool, host)
  await Promise.all(claimed.map((address) => attempt(deps, address, signal)))
  return claimed.length
}

async function attempt(deps: PictureDeps, address: ClaimedAddress, signal: AbortSignal | undefined): Promise<void> {
  const outcome = await fetchPicture(deps, address, signal).catch((error: unknown): Failed => {
    signal?.throwIfAborted()
    deps.warn(new Error(`A picture of ${address.host} could not be stored.`, { cause: error }))
    return { reason: 'storage' }
  })
  if ('reason' in outcome) await saveFailure(deps.pool, address, outcome)
  else await savePicture(deps.pool, address, outcome)
}

async function fetchPicture(
  { imagesFolder, download }: PictureDeps,
  { url, file, etag, last_modified }: ClaimedAddress,
  signal: AbortSignal | undefined,
): Promise<StoredPicture | Failed> {
  const current = file !== null && (await hasPicture(imagesFolder, file)) ? file : null
  return withWorkFile(imagesFolder.workFolder, async (path) => {
    const answer = await download({
      url,
      path,
      ...(current !== null && { etag, lastModified: last_modified }),
      ...(signal && { signal }),
    })
    if (!answer.ok) return answer
    if (answer.isUnchanged) {
      // An answer to a question that was not asked.
      return current === null ? { reason: 'status', status: 304 } : { file: current, etag, lastModified: last_modified }
    }
    const stored = await store(imagesFolder, await readFile(path))
    return 'reason' in stored ? stored : { ...stored, etag: answer.etag, lastModified: answer.lastModified }
  })
}

/** Stores a picture under a name of its content, so that one that several addresses have is one file. */
async function store(imagesFolder: FileStore, content: Buffer): Promise<{ file: string } | Failed> {
  const refusal = await inspectPicture(content)
  if (refusal !== null) return failedOf(refusal.code)
  failpoint('pictures.after_fetch')
  const file = `uploads/${createHash('sha256').update(content).digest('hex').slice(0, 32)}.webp`
  const failure = (await hasPicture(imagesFolder, file)) ? null : await storePicture(imagesFolder, file, content)
  failpoint('pictures.after_store')
  return failure === null ? { file } : failedOf(failure.code)
}

const failedOf = (code: string): Failed => ({
  reason: code === 'picture_too_many_points' ? 'too_many_points' : 'not_a_picture',
})
