import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { TableError } from './table-error.ts'

export type Encoding = 'utf-8' | 'windows-1254' | 'utf-16le'

/** A file on disk; `bytes` is its size there. */
export type Source = {
  path: string
  name: string
  bytes: number
  gzip: boolean
  zip: boolean
  /** The binary Excel format before XLSX. Encrypted XLSX files have the same container. */
  xls: boolean
  maxUnpackedBytes: number
}

const MEGABYTE = 2 ** 20
/** A small archive can unpack to more than the disk holds, so its unpacked size is compared with its own size. */
const archiveLimits = { ratio: 100, ratioFreeBytes: 16 * MEGABYTE } as const

/** Called with the number of bytes read so far. */
export type OnBytes = (bytes: number) => void

export type SourceOptions = { signal?: AbortSignal; onBytes?: OnBytes }

/**
 * Maximum unpacked size of a gzipped file, in bytes. A million products with long texts are smaller; larger files must
 * be unpacked or split.
 */
const defaultMaxUnpackedBytes = 2 * 2 ** 30

export async function inspectSource(
  path: string,
  name: string,
  maxUnpackedBytes = defaultMaxUnpackedBytes,
): Promise<Source> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new TableError(error.code === 'ENOENT' ? 'file_missing' : 'file_unreadable', { file: name })
  })
  if (!stats.isFile()) throw new TableError('file_unreadable', { file: name })
  if (stats.size === 0) throw new TableError('file_empty', { file: name })
  const magic = await readMagic(path, name)
  const kind = { gzip: isGzip(magic), zip: magic.startsWith('504b0304'), xls: magic.startsWith('d0cf11e0') }
  return { path, name, bytes: stats.size, ...kind, maxUnpackedBytes }
}

const isGzip = (magic: string): boolean => magic.startsWith('1f8b')

async function readMagic(path: string, name: string): Promise<string> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } catch {
    throw new TableError('file_unreadable', { file: name })
  }
}

/**
 * Reads and unpacks a file in pieces. Throws TableError if the archive is truncated or damaged, or unpacks to too many
 * bytes.
 */
export async function* readBytes(source: Source, { signal, onBytes }: SourceOptions = {}): AsyncGenerator<Buffer> {
  const stream = createReadStream(source.path, { highWaterMark: 1 << 18 })
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      onBytes?.(bytes)
      done(null, chunk)
    },
  })
  const last = source.gzip ? createGunzip() : count
  const stages = source.gzip ? [stream, count, last] : [stream, count]
  // The loop below receives errors from the last stage.
  pipeline(stages, () => {})
  let unpacked = 0
  try {
    for await (const chunk of last as AsyncIterable<Buffer>) {
      signal?.throwIfAborted()
      if (source.gzip && unpacked === 0) checkContent(source, chunk)
      unpacked += chunk.length
      if (source.gzip) checkUnpacked(source, unpacked)
      yield chunk
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof TableError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new TableError('file_broken', { file: source.name, reason })
  }
}

/** Archives within an archive are not unpacked. */
function checkContent({ name: file }: Source, start: Buffer): void {
  const magic = start.subarray(0, 4).toString('hex')
  if (isGzip(magic)) throw new TableError('gzip_twice', { file })
  if (magic === '504b0304' || magic === 'd0cf11e0') throw new TableError('gzip_workbook', { file })
}

function checkUnpacked({ name: file, bytes, maxUnpackedBytes }: Source, unpacked: number): void {
  const { ratio, ratioFreeBytes } = archiveLimits
  if (unpacked > ratioFreeBytes && unpacked > bytes * ratio)
    throw new TableError('archive_ratio', { file, limit: ratio })
  if (unpacked > maxUnpackedBytes)
    throw new TableError('unpacked_too_large', { file, limit: maxUnpackedBytes / MEGABYTE })
}

/**
 * UTF-16 or UTF-8 by the byte order mark, UTF-8 if the whole file is valid UTF-8, or else the Turkish Windows code
 * page.
 */
export async function detectEncoding(source: Source, options: SourceOptions = {}): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first = true
  let valid = true
  for await (const chunk of readBytes(source, options)) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
    first = false
    if (!valid) continue
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      // Continues to the end of the file, so that a damaged archive is found before data is written.
      valid = false
    }
  }
  if (first) throw new TableError('file_empty', { file: source.name })
  return valid && isComplete(decoder) ? 'utf-8' : 'windows-1254'
}

function isComplete(decoder: TextDecoder): boolean {
  try {
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Reads a file's text in pieces, without a byte order mark. */
export async function* readText(
  source: Source,
  encoding: Encoding,
  options: SourceOptions = {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of readBytes(source, options)) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
