import { randomBytes } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { importPieceBytes } from '#contract/admin/imports/import-files.ts'
import type { StoredFile } from './queries.ts'

export const importsFolder = (dataDir: string): string => join(dataDir, 'imports')
/** A random name: the browser's name of the file must not reach the file system. */
export const newStoredName = (): string => randomBytes(16).toString('hex')
export const storedPath = (folder: string, { stored }: Pick<StoredFile, 'stored'>): string => join(folder, stored)

export async function receivedBytes(folder: string, file: StoredFile): Promise<number> {
  return stat(storedPath(folder, file)).then(
    ({ size }) => size,
    () => 0,
  )
}

export async function removeStored(folder: string, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) await rm(storedPath(folder, file), { force: true })
}

const openFiles = new Set<string>()

/**
 * Appends a piece that starts at byte `at`, and returns the number of bytes stored. A piece that is not the next one
 * changes nothing; a piece that breaks off is removed.
 */
export async function appendPiece(
  folder: string,
  file: StoredFile,
  { at, source }: { at: number; source: Readable },
): Promise<{ received: number } | Refusal> {
  if (openFiles.has(file.stored)) return refuse('in_progress')
  openFiles.add(file.stored)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const size = await receivedBytes(folder, file)
    if (size !== at) return { received: size }
    return await writePiece(storedPath(folder, file), {
      at,
      maxBytes: Math.min(importPieceBytes, file.bytes - at),
      source,
    })
  } finally {
    openFiles.delete(file.stored)
  }
}

async function writePiece(path: string, { at, maxBytes, source }: { at: number; maxBytes: number; source: Readable }) {
  await using handle = await open(path, 'a', 0o600)
  let bytes = 0
  try {
    // The stream stays open, so that a client that sends too much receives the refusal.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const piece = chunk as Buffer
      bytes += piece.length
      if (bytes > maxBytes) break
      await handle.writeFile(piece)
    }
    if (bytes <= maxBytes) return { received: at + bytes }
    await handle.truncate(at)
    return refuse('too_large')
  } catch (error) {
    await handle.truncate(at)
    return failureOf(error)
  }
}

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT'])
const disconnectCodes = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

function failureOf(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (diskFullCodes.has(code)) return refuse('unavailable')
  if (disconnectCodes.has(code)) return refuse('bad_request')
  throw error
}
