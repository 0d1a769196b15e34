import { randomBytes } from 'node:crypto'
import type { FileStore } from './file-store.ts'

/** Milliseconds by which the clock of the storage is ahead of this machine's. */
export type StorageProbe = { clockAhead: number }

/** Writes, reads, lists and removes a file. Throws StorageError if one of them fails. */
export async function probeStorage(files: FileStore): Promise<StorageProbe> {
  const key = `probe-${randomBytes(16).toString('hex')}`
  const before = Date.now()
  await files.put(key, Buffer.from(key))
  try {
    const [content, facts] = [await files.get(key), await files.head(key)]
    if (content?.toString() !== key || facts === null) throw new Error(`${files.place}/${key} was not stored.`)
    for await (const _ of files.list(key)) break
    // Times of a service have no fractions of a second.
    const [earliest, latest] = [Math.floor(before / 1000) * 1000, Date.now()]
    return { clockAhead: Math.max(facts.changedAt - latest, Math.min(0, facts.changedAt - earliest)) }
  } finally {
    await files.remove(key)
  }
}
