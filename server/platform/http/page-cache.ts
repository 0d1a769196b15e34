import type { CallContext } from './context.ts'

const bytesMax = 32 * 1024 * 1024

/** A rendered page cut at its marks, so that each answer gets its own values there. */
export type SplitPage = { bytes: number; fill(values: Record<string, string>): Buffer }

/** `told`: who wants to know of everyone who gets it. */
type KeptPage = SplitPage & { told: ((visitor: CallContext) => void)[] }

/** Rendered guest pages, the longest unused going first. Keys carry the version of what they show. */
export function createPageCache() {
  const byKey = new Map<string, KeptPage>()
  let bytes = 0
  return {
    split: splitPage,
    get(key: string): KeptPage | undefined {
      const page = byKey.get(key)
      if (page !== undefined) {
        byKey.delete(key)
        byKey.set(key, page)
      }
      return page
    },
    set(key: string, page: KeptPage): void {
      if (byKey.has(key)) return
      byKey.set(key, page)
      bytes += page.bytes
      for (const [oldest, old] of byKey) {
        if (bytes <= bytesMax) break
        byKey.delete(oldest)
        bytes -= old.bytes
      }
    },
  }
}

function splitPage(html: string, marks: readonly string[]): SplitPage {
  const parts = html.split(new RegExp(`(${marks.join('|')})`))
  // Even places hold what never changes, odd places the marks.
  const pieces = parts.map((part, i) => (i % 2 === 0 ? Buffer.from(part) : part))
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return {
    bytes,
    fill: (values) =>
      Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(values[piece] ?? '') : piece))),
  }
}
