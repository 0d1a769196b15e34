import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { importPieceBytes } from '#contract/admin/imports/import-files.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored } from '#server/platform/files/named-files.ts'
import { receiveFile } from '#server/platform/files/receive-file.ts'
import { withLocalCopy } from '#server/platform/files/work-files.ts'
import type { StoredFile } from './queries.ts'

export const importsFolder = (files: FileStore): FileStore => files.folder('imports')

type Upload = Pick<StoredFile, 'stored'>

/**
 * An upload is stored in the pieces in which it arrives, because each may arrive at another process: the first under its
 * generated name, because the browser's name must not reach the file system, the others with their first byte as ending.
 */
const pieceKey = ({ stored }: Upload, at: number): string => (at === 0 ? stored : `${stored}.${at}`)
const firstByteOf = (key: string): number => Number(key.split('.')[1] ?? 0)

/** The pieces of an upload that follow each other from its beginning, and their bytes. */
async function findPieces(folder: FileStore, file: Upload): Promise<{ keys: string[]; bytes: number }> {
  const found = []
  for await (const piece of folder.list(file.stored)) found.push(piece)
  const keys: string[] = []
  let end = 0
  for (const { key, bytes } of found.toSorted((a, b) => firstByteOf(a.key) - firstByteOf(b.key))) {
    if (firstByteOf(key) !== end) continue
    keys.push(key)
    end += bytes
  }
  return { keys, bytes: end }
}

export const receivedBytes = async (folder: FileStore, file: Upload): Promise<number> =>
  (await findPieces(folder, file)).bytes

/** Passes the path of an uploaded file, which is whole, to `use`. */
export async function withUpload<Result>(
  folder: FileStore,
  file: Upload,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const { keys } = await findPieces(folder, file)
  return withLocalCopy(folder, keys, use)
}

/** Removes files that no import has any more. */
export async function purgeUploads(folder: FileStore, known: ReadonlySet<string>): Promise<void> {
  await purgeStored(folder, async (keys) => new Set(keys.filter((key) => known.has(key.split('.')[0] ?? ''))))
}

const openFiles = new Set<string>()

/**
 * Stores a piece that starts at byte `at`, and returns the number of bytes stored. A piece that is not the next one, or
 * breaks off, changes nothing.
 */
export async function appendPiece(
  folder: FileStore,
  file: StoredFile,
  { at, source }: { at: number; source: Readable },
): Promise<{ received: number } | Refusal> {
  if (openFiles.has(file.stored)) return refuse('in_progress')
  openFiles.add(file.stored)
  try {
    const received = await receivedBytes(folder, file)
    if (received !== at) return { received }
    const piece = await receiveFile(source, Math.min(importPieceBytes, file.bytes - at))
    if (piece === null) return refuse('too_large')
    if (piece.length > 0) await folder.put(pieceKey(file, at), piece)
    return { received: at + piece.length }
  } catch (error) {
    return failureOf(error)
  } finally {
    openFiles.delete(file.stored)
  }
}

const disconnectCodes = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

function failureOf(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (disconnectCodes.has(code)) return refuse('bad_request')
  throw error
}
