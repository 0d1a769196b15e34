import { randomBytes } from 'node:crypto'
import type { FileStore } from './file-store.ts'

const dayMilliseconds = 24 * 3600 * 1000

/** Names are generated: 32 hexadecimal digits, which nobody can guess. */
export const isStoredName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)
export const newStoredName = (): string => randomBytes(16).toString('hex')

/** Stores a file under a new name, which it returns. Throws StorageError if the storage is full or lost. */
export async function storeFile(files: FileStore, content: Buffer): Promise<string> {
  const name = newStoredName()
  await files.put(name, content)
  return name
}

/** The content of a stored file; null if it is missing. */
export async function readStored(files: FileStore, name: string): Promise<Buffer | null> {
  return isStoredName(name) ? files.get(name) : null
}

export async function removeStored(files: FileStore, name: string): Promise<void> {
  if (isStoredName(name)) await files.remove(name)
}

/** Removes files that `findKnown` does not know, a day after they were written: crashes leave them behind. */
export async function purgeStored(
  files: FileStore,
  findKnown: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now = new Date(),
): Promise<void> {
  await files.removeDrafts(now)
  // Asked about a thousand at a time, before anything is removed from the list that is being read.
  const old: string[] = []
  for await (const { key, changedAt } of files.list()) if (changedAt < now.getTime() - dayMilliseconds) old.push(key)
  for (let at = 0; at < old.length; at += 1000) {
    const part = old.slice(at, at + 1000)
    const known = await findKnown(part)
    for (const key of part) if (!known.has(key)) await files.remove(key)
  }
}
