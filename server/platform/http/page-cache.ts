const bytesMax = 16 * 1024 * 1024

export type CachedPage = {
  bytes: { size(): number }
  /** The sources of its inline scripts, for the content security policy. */
  scripts: readonly string[]
}

/** An LRU cache of compressed pages, at most 16 MiB. Keys include everything that a page depends on. */
export function createPageCache<Page extends CachedPage>(limit = bytesMax) {
  const byKey = new Map<string, { page: Page; size: number }>()
  let bytes = 0
  function add(key: string, page: Page): void {
    remove(key)
    const size = page.bytes.size()
    byKey.set(key, { page, size })
    bytes += size
    for (const oldest of byKey.keys()) {
      if (bytes <= limit) break
      remove(oldest)
    }
  }
  function remove(key: string): void {
    bytes -= byKey.get(key)?.size ?? 0
    byKey.delete(key)
  }
  return {
    /** Returns the page and makes it the most recently used one, with the size that it has now. */
    get(key: string): Page | undefined {
      const page = byKey.get(key)?.page
      if (page !== undefined) add(key, page)
      return page
    },
    set: add,
  }
}
