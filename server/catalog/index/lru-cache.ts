/** Keeps the most recently used entries, limited by their number and by their total bytes. */
export type LruCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  bytes(): number
}

/** `place`: the count of moves when the entry was last put at the end of the map. */
type Entry<Value> = { value: Value; place: number }

export function createLruCache<Value>(limits: { entries: number; bytes: number; bytesOf: (value: Value) => number }) {
  // The least recently used entry is the first.
  const entries = new Map<string, Entry<Value>>()
  let bytes = 0
  let moves = 0
  const remove = (key: string): void => {
    const entry = entries.get(key)
    if (entry === undefined || !entries.delete(key)) return
    bytes -= limits.bytesOf(entry.value)
  }
  const cache: LruCache<Value> = {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // An entry in the newer half stays: moving it for each hit would take longer than finding it.
      if (moves - entry.place >= entries.size / 2) {
        entries.delete(key)
        entries.set(key, entry)
        entry.place = ++moves
      }
      return entry.value
    },
    set(key, value) {
      remove(key)
      entries.set(key, { value, place: ++moves })
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
