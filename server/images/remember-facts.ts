import { type FileFacts, type FileStore, StorageError } from '#server/platform/files/file-store.ts'

const rememberedMax = 50_000
const milliseconds = 60_000

/**
 * Remembers for a minute that a picture exists and when it changed: a list has dozens of pictures, whose sizes are cached
 * locally, and need no request each. While the storage is lost, what was remembered before remains valid.
 */
export function rememberFacts(store: FileStore, now: () => number = Date.now): FileStore {
  const remembered = new Map<string, { facts: FileFacts; at: number }>()

  async function head(key: string): Promise<FileFacts | null> {
    const known = remembered.get(key)
    if (known !== undefined && now() - known.at < milliseconds) return known.facts
    try {
      const facts = await store.head(key)
      remembered.delete(key)
      if (remembered.size >= rememberedMax) remembered.clear()
      if (facts !== null) remembered.set(key, { facts, at: now() })
      return facts
    } catch (error) {
      if (known === undefined || !(error instanceof StorageError)) throw error
      return known.facts
    }
  }

  return { ...store, head }
}
