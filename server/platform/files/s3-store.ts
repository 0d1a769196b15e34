import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FileFacts, type FileStore, isPlainKey, type ListedFile, type OpenFile } from './file-store.ts'
import { connectS3, type S3Connection, type Session, storageErrorOf, type StorageOptions } from './s3-connection.ts'
import { placeOf, type StorageAddress } from './storage-address.ts'

const partBytes = 8 * 1024 * 1024

/** Files in a bucket of a service that speaks the S3 protocol. */
export function s3Store(address: StorageAddress, workFolder: string, options: StorageOptions = {}): FileStore {
  return storeAt(connectS3(address, options), address.prefix, workFolder)
}

function storeAt(connection: S3Connection, prefix: string, workFolder: string): FileStore {
  const { address, run } = connection
  const at = (key: string) => {
    if (!isPlainKey(key)) throw new Error(`"${key}" is not the name of a file.`)
    return { Bucket: address.bucket, Key: `${prefix}${key}` }
  }

  async function open({ sdk, client, signal }: Session, key: string): Promise<OpenFile> {
    const found = await client.send(new sdk.GetObjectCommand(at(key)), { abortSignal: signal })
    return { ...factsOf(found), content: found.Body as Readable }
  }

  return {
    place: placeOf({ ...address, prefix }),
    isRemote: true,
    workFolder,
    async put(key, content) {
      if (content instanceof Readable) return putStream(connection, at(key), content)
      await run('put', async ({ sdk, client, signal }) => {
        await client.send(new sdk.PutObjectCommand({ ...at(key), ...bodyOf(content) }), { abortSignal: signal })
      })
    },
    async putNew(key, content) {
      // Not every service knows the condition.
      if ((await this.head(key)) !== null) return false
      const put = await run(
        'put',
        async ({ sdk, client, signal }) => {
          const command = new sdk.PutObjectCommand({ ...at(key), ...bodyOf(content), IfNoneMatch: '*' })
          return client.send(command, { abortSignal: signal })
        },
        (error) => [409, 412].includes(statusOf(error)),
      )
      return put !== null
    },
    async get(key) {
      if (!isPlainKey(key)) return null
      return run(
        'get',
        async (session) => {
          const { bytes, content } = await open(session, key)
          return readWhole(content, bytes, session.signal)
        },
        isNoSuchKey,
      )
    },
    async open(key) {
      const file = isPlainKey(key) ? await run('get', (session) => open(session, key), isNoSuchKey) : null
      if (file === null) return null
      const content = Readable.from(unlessSilent(connection, file))
      // Also of a reader that left before it began.
      content.once('close', () => void file.content.destroy())
      return { ...file, content }
    },
    async head(key) {
      if (!isPlainKey(key)) return null
      return run('head', async (session) => {
        const { sdk, client, signal } = session
        try {
          return factsOf(await client.send(new sdk.HeadObjectCommand(at(key)), { abortSignal: signal }))
        } catch (error) {
          if (statusOf(error) !== 404) throw error
          // The answer has no body: whether the file is missing or the whole bucket is another question.
          await client.send(new sdk.HeadBucketCommand({ Bucket: address.bucket }), { abortSignal: signal })
          return null
        }
      })
    },
    async remove(key) {
      if (!isPlainKey(key)) return
      await run('remove', async ({ sdk, client, signal }) => {
        await client.send(new sdk.DeleteObjectCommand(at(key)), { abortSignal: signal })
      })
    },
    // A rule of the bucket ends uploads that were broken off (docs/operations.md).
    removeDrafts: async () => {},
    list: (within = '') => listKeys(connection, prefix, within),
    folder: (name) => storeAt(connection, `${prefix}${name}/`, workFolder),
    pathOf: async () => null,
  }
}

async function* listKeys(
  { address, keysPerAnswer, run }: S3Connection,
  prefix: string,
  within: string,
): AsyncGenerator<ListedFile> {
  let token: string | undefined
  do {
    const page = await run('list', ({ sdk, client, signal }) => {
      const wanted = {
        Bucket: address.bucket,
        Prefix: `${prefix}${within}`,
        MaxKeys: keysPerAnswer,
        ContinuationToken: token,
      }
      return client.send(new sdk.ListObjectsV2Command(wanted), { abortSignal: signal })
    })
    for (const { Key = '', Size = 0, LastModified } of page?.Contents ?? []) {
      yield { key: Key.slice(prefix.length), bytes: Size, changedAt: LastModified?.getTime() ?? 0 }
    }
    token = page?.NextContinuationToken
  } while (token !== undefined)
}

/** Sends a stream in parts. A failure, also of the stream, leaves no file. */
async function putStream(
  { address, run }: S3Connection,
  target: { Bucket: string; Key: string },
  content: Readable,
): Promise<void> {
  const source: { failure?: Error } = {}
  content.once('error', (error: Error) => void (source.failure = error))
  const { Upload } = await import('@aws-sdk/lib-storage')
  try {
    await run('put', ({ client }) =>
      new Upload({ client, params: { ...target, Body: content }, partSize: partBytes, queueSize: 2 }).done(),
    )
  } catch (error) {
    throw source.failure ?? storageErrorOf(address, error)
  } finally {
    content.destroy()
  }
}

/** Passes a stream on. Fails if it ends early, or if the next part, once it is wanted, takes too long. */
async function* unlessSilent(
  { address, timeouts }: S3Connection,
  { bytes, content }: OpenFile,
): AsyncGenerator<Buffer> {
  let passed = 0
  const silence = () => void content.destroy(new Error('The answer stopped.'))
  let timer = setTimeout(silence, timeouts.silent)
  try {
    for await (const chunk of content) {
      clearTimeout(timer)
      passed += (chunk as Buffer).length
      yield chunk as Buffer
      timer = setTimeout(silence, timeouts.silent)
    }
    if (passed !== bytes) throw new Error(`The answer was cut off: ${passed} of ${bytes} bytes.`)
  } catch (error) {
    throw storageErrorOf(address, error)
  } finally {
    clearTimeout(timer)
  }
}

async function readWhole(content: Readable, bytes: number, signal: AbortSignal): Promise<Buffer> {
  const stop = () => void content.destroy(new Error('The answer took too long.'))
  signal.addEventListener('abort', stop)
  try {
    const read = Buffer.concat(await content.toArray())
    if (read.length !== bytes) throw new Error(`The answer was cut off: ${read.length} of ${bytes} bytes.`)
    return read
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const bodyOf = (content: Buffer) => ({
  Body: content,
  ContentLength: content.length,
  ContentMD5: createHash('md5').update(content).digest('base64'),
})

const factsOf = (found: { ContentLength?: number | undefined; LastModified?: Date | undefined }): FileFacts => ({
  bytes: found.ContentLength ?? 0,
  changedAt: found.LastModified?.getTime() ?? 0,
})

type ServiceError = { name?: string; $metadata?: { httpStatusCode?: number } }
const statusOf = (error: unknown): number => (error as ServiceError).$metadata?.httpStatusCode ?? 0
const isNoSuchKey = (error: unknown): boolean => (error as ServiceError).name === 'NoSuchKey'
