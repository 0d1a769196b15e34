import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './file-store.ts'

const dayMilliseconds = 24 * 3600 * 1000

/** The folder of this process for files while they are processed; other processes never read them. */
export const workFolderOf = (dataDir: string): string => join(dataDir, 'incoming')

/** Passes the path of a new file to `use`, and removes the file afterwards. */
export async function withWorkFile<Result>(folder: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const path = join(folder, randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes an upload to a new file. Returns false, and leaves the rest unread, when it has more than `bytesMax` bytes. */
export async function receiveToFile(source: Readable, path: string, bytesMax: number): Promise<boolean> {
  await using file = await open(path, 'wx', 0o600)
  let bytes = 0
  // Keeps the stream open, so that the client of a too large upload still receives the response.
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    const piece = chunk as Buffer
    bytes += piece.length
    if (bytes > bytesMax) return false
    await file.writeFile(piece)
  }
  return true
}

/**
 * Passes the path of a file that has the contents of `keys`, one after the other, to `use`. One that is in a folder is read in
 * place. A missing one is left out.
 */
export async function withLocalCopy<Result>(
  files: FileStore,
  keys: readonly string[],
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const [only] = keys
  const inPlace = keys.length === 1 && only !== undefined ? await files.pathOf(only) : null
  if (inPlace !== null) return use(inPlace)
  return withWorkFile(files.workFolder, async (path) => {
    for (const key of keys) {
      const file = await files.open(key)
      if (file !== null) await pipeline(file.content, createWriteStream(path, { flags: 'a', mode: 0o600 }))
    }
    return use(path)
  })
}

/** Removes files that processes which died left behind a day ago. */
export async function purgeWorkFolder(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    )
    if (changedAt < now - dayMilliseconds) await rm(path, { force: true })
  }
}
