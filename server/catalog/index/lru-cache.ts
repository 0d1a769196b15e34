/** Keeps the most recently used entries, limited by their number and by their total bytes. */
export type LruCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  bytes(): number
}

export function createLruCache<Value>(limits: { entries: number; bytes: number; bytesOf: (value: Value) => number }) {
  const entries = new Map<string, Value>()
  let bytes = 0
  const remove = (key: string): void => {
    const value = entries.get(key)
    if (value === undefined || !entries.delete(key)) return
    bytes -= limits.bytesOf(value)
  }
  const cache: LruCache<Value> = {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key, value) {
      remove(key)
      entries.set(key, value)
      bytes += limits.bytesOf(value)
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.entries && bytes <= limits.bytes) break
        remove(oldest)
      }
    },
    bytes: () => bytes,
  }
  return cache
}
