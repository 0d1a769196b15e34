import { type FileHandle, open } from 'node:fs/promises'
import { crc32, inflateRaw } from 'node:zlib'
import { promisify } from 'node:util'
import type { Facts } from '#server/platform/tables/table-error.ts'
import {
  findZipEnd,
  localHeaderBytes,
  parseZipDirectory,
  zipDataStart,
  zipEndBytes,
  type ZipEntry,
} from './zip-directory.ts'

/** Why an archive is refused as a whole. The texts are `import.pictures.refusals.<code>` in locales/. */
export type ZipRefusal = 'zip_broken' | 'zip_entries' | 'zip_unpacked' | 'zip_ratio' | 'zip_unsafe' | 'zip_large'

export class ZipError extends Error {
  override name = 'ZipError'
  readonly code: ZipRefusal
  readonly facts: Facts
  constructor(code: ZipRefusal, facts: Facts = {}) {
    super(`${code} ${JSON.stringify(facts)}`)
    this.code = code
    this.facts = facts
  }
}

/** `ratio`: unpacked to packed bytes of an entry. Smaller entries than `ratioFreeBytes` are exempt. */
export type ZipLimits = { entries: number; unpackedBytes: number; ratio: number; ratioFreeBytes: number }

export type Zip = AsyncDisposable & {
  entries: readonly ZipEntry[]
  /** Unpacks an entry. Null if its data is damaged, or has another size than stated. */
  read(entry: ZipEntry): Promise<Buffer | null>
}

const unpack = promisify(inflateRaw)
const stored = 0
const deflated = 8
/** Stands for a number that only the 64-bit format can state. */
const tooLarge = 0xffffffff

/**
 * Opens a ZIP archive for reading entry by entry. Throws `ZipError` for one that exceeds the limits, whose entries
 * overlap, or whose names lead out of a folder. Entries are in the order of the directory, without folders.
 */
export async function openZip(path: string, limits: ZipLimits): Promise<Zip> {
  const file = await open(path, 'r')
  try {
    const entries = await readDirectory(file, limits)
    checkEntries(entries, limits)
    return {
      entries: entries.filter(({ name }) => !name.endsWith('/')),
      read: (entry) => readEntry(file, entry),
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Whether an entry can be unpacked by its method. */
export const isUnpackable = ({ method }: ZipEntry): boolean => method === stored || method === deflated

async function readDirectory(file: FileHandle, limits: ZipLimits): Promise<ZipEntry[]> {
  const { size } = await file.stat()
  const tail = await readAt(file, Math.max(0, size - zipEndBytes), Math.min(size, zipEndBytes))
  const end = findZipEnd(tail)
  if (end === null) throw new ZipError('zip_broken')
  if (end.start === tooLarge || end.count === 0xffff) throw new ZipError('zip_large')
  if (end.count > limits.entries) throw new ZipError('zip_entries', { limit: limits.entries })
  if (end.start >= size) throw new ZipError('zip_broken')
  const directory = await readAt(file, end.start, Math.min(size - end.start, maxDirectoryBytes))
  const entries = parseZipDirectory(directory, end.count)
  if (entries === null) throw new ZipError('zip_broken')
  return entries
}

const maxDirectoryBytes = 64 * 2 ** 20

function checkEntries(entries: readonly ZipEntry[], { unpackedBytes, ratio, ratioFreeBytes }: ZipLimits): void {
  let unpacked = 0
  let end = 0
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    const { name } = entry
    if (!isSafe(name) || entry.offset < end) throw new ZipError('zip_unsafe', { name: name.slice(0, 200) })
    end = entry.offset + localHeaderBytes + entry.packed
    unpacked += entry.unpacked
    const isBomb = entry.unpacked > ratioFreeBytes && entry.unpacked > entry.packed * ratio
    if (isBomb) throw new ZipError('zip_ratio', { name: name.slice(0, 200), limit: ratio })
  }
  if (unpacked > unpackedBytes) throw new ZipError('zip_unpacked', { limit: unpackedBytes / 2 ** 20 })
}

/** Relative, without `..`, drive letters and control characters. */
function isSafe(name: string): boolean {
  return name !== '' && !/^\/|^[a-z]:|\p{Cc}/iu.test(name) && !name.split('/').includes('..')
}

async function readEntry(file: FileHandle, entry: ZipEntry): Promise<Buffer | null> {
  if (entry.isEncrypted || !isUnpackable(entry)) return null
  const start = zipDataStart(await readAt(file, entry.offset, localHeaderBytes), entry.offset)
  if (start === null) return null
  const packed = await readAt(file, start, entry.packed)
  try {
    // The stated size is the limit: a larger content is an error.
    const content =
      entry.method === stored ? packed : await unpack(packed, { maxOutputLength: Math.max(entry.unpacked, 1) })
    return content.length === entry.unpacked && crc32(content) === entry.crc ? content : null
  } catch {
    return null
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
