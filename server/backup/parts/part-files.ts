import { createHash } from 'node:crypto'
import { appendFile, createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { damaged } from '#server/backup/backup-error.ts'
import { sealStream, unsealStream } from './sealed-stream.ts'

/** One file of a backup. `path` is relative to the backup, with forward slashes; size and SHA-256 are those of the stored bytes. */
export const partShape = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })
export type Part = z.output<typeof partShape>

/** The folder of a backup's parts, and the key if it is encrypted. */
export type PartPlace = { folder: string; key: string | undefined }

type PartOptions = { isPacked: boolean }

/** Writes a part, flushed to the disk. */
export async function writePart(
  { folder, key }: PartPlace,
  path: string,
  source: AsyncIterable<Buffer>,
  { isPacked }: PartOptions,
): Promise<Part> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(target, 'wx', 0o600)
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      appendFile(file.fd, chunk, done)
    },
  })
  try {
    await pipeline([
      Readable.from(source),
      isPacked ? createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }) : new PassThrough(),
      key === undefined ? new PassThrough() : sealStream(key, path),
      sink,
    ])
    await file.sync()
  } finally {
    await file.close()
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Throws BackupError if the stored bytes of a part are not those that were written. */
export async function checkPart({ folder }: PartPlace, part: Part): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = createReadStream(join(folder, part.path))
  try {
    for await (const chunk of file) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw damaged(`The backup lacks ${part.path}.`)
  }
  if (bytes < part.bytes) throw damaged(`${part.path} is cut off: ${bytes} of ${part.bytes} bytes.`)
  if (bytes !== part.bytes || hash.digest('hex') !== part.sha256) {
    throw damaged(`${part.path} was changed after the backup was made: its checksum differs.`)
  }
}

/** The content of a part. Failures of the file and of its decryption are those of the stream. */
export function readPart({ folder, key }: PartPlace, path: string, { isPacked }: PartOptions): Readable {
  const out = new PassThrough()
  pipeline([
    createReadStream(join(folder, path)),
    key === undefined ? new PassThrough() : unsealStream(key, path),
    isPacked ? createZstdDecompress() : new PassThrough(),
    out,
  ]).catch((error: Error) => void out.destroy(error))
  return out
}

/** Cuts text into its lines, and calls back for each before it goes on. */
export function eachLine(onLine: (line: Buffer) => void): Transform {
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        onLine(rest.subarray(0, end + 1))
        rest = rest.subarray(end + 1)
      }
      held = Buffer.from(rest)
      done(null, chunk)
    },
  })
}
