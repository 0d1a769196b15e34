const bytesMax = 32 * 1024 * 1024

/** A rendered page, split at its placeholders so that each response gets its own values there. */
export type SplitPage = { bytes: number; fill(values: Record<string, string>): Buffer }

/** A cached page, with the listeners to call for each visitor who gets it. */
type CachedPage<Visitor> = SplitPage & { listeners: ((visitor: Visitor) => void)[] }

/** An LRU cache of rendered guest pages, at most 32 MiB. Keys include the version of the data that the page shows. */
export function createPageCache<Visitor>() {
  const byKey = new Map<string, CachedPage<Visitor>>()
  let bytes = 0
  return {
    get(key: string): CachedPage<Visitor> | undefined {
      const page = byKey.get(key)
      if (page !== undefined) {
        byKey.delete(key)
        byKey.set(key, page)
      }
      return page
    },
    set(key: string, page: CachedPage<Visitor>): void {
      if (byKey.has(key)) return
      byKey.set(key, page)
      bytes += page.bytes
      for (const [oldestKey, oldest] of byKey) {
        if (bytes <= bytesMax) break
        byKey.delete(oldestKey)
        bytes -= oldest.bytes
      }
    },
  }
}

/** Splits a rendered page at its placeholders. */
export function splitPage(html: string, placeholders: readonly string[]): SplitPage {
  const parts = html.split(new RegExp(`(${placeholders.join('|')})`))
  // Even indexes are constant text, odd ones placeholders.
  const pieces = parts.map((part, i) => (i % 2 === 0 ? Buffer.from(part) : part))
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return {
    bytes,
    fill: (values) =>
      Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(values[piece] ?? '') : piece))),
  }
}
