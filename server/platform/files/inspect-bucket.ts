import { randomBytes } from 'node:crypto'
import type { FileStore } from './file-store.ts'
import { connectS3 } from './s3-connection.ts'
import type { StorageAddress } from './storage-address.ts'

/** Null: the service does not know the request, or the keys do not allow it. */
export type BucketState = { isVersioned: boolean | null; isPublic: boolean | null }

/** Milliseconds for an answer to a stranger. */
const timeout = 5_000

/** Finds out whether a bucket has versions of its files, and whether strangers can read or list them. */
export async function inspectBucket(address: StorageAddress, files: FileStore): Promise<BucketState> {
  return { isVersioned: await isVersioned(address), isPublic: await isPublic(address, files) }
}

async function isVersioned(address: StorageAddress): Promise<boolean | null> {
  const request = { Bucket: address.bucket }
  return connectS3(address)
    .run('head', ({ sdk, client, signal }) =>
      client.send(new sdk.GetBucketVersioningCommand(request), { abortSignal: signal }),
    )
    .then(
      (found) => found?.Status === 'Enabled',
      () => null,
    )
}

/** Requests a file and the list of all files as a stranger does: without a signature. */
async function isPublic(address: StorageAddress, files: FileStore): Promise<boolean | null> {
  const key = `probe-${randomBytes(16).toString('hex')}`
  await files.put(key, Buffer.from(key))
  try {
    const root = addressOf(address)
    const urls = [`${root}/${address.prefix}${key}`, `${root}?list-type=2&max-keys=1`]
    const answers = await Promise.all(urls.map((url) => fetch(url, { signal: AbortSignal.timeout(timeout) })))
    return answers.some(({ ok }) => ok)
  } catch {
    return null
  } finally {
    await files.remove(key)
  }
}

function addressOf({ bucket, endpoint, region, isPathStyle }: StorageAddress): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const path = url.pathname.replace(/\/$/, '')
  return isPathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`
}
