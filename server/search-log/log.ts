import { fold } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { insertSearches, type RecordedSearch } from './queries.ts'

type Searcher = Pick<CallContext, 'actor' | 'visitorId'>

/** Takes searches off the request's path: kept in memory and written each second. A crash loses what waits. */
export type SearchLog = {
  /** What counts as a search is decision 009. An administrator's own do not. */
  record(who: Searcher, query: string, resultCount: number): void
  /** Settled when everything noted so far is written, or could not be. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type SearchLogOptions = { warn?: (message: string) => void }

const flushEvery = 1_000 // milliseconds
const longestQuery = 200
/** While the database is away no more than these wait; later ones are lost. */
const mostWaiting = 10_000
/** A reload, or a way back to the results, is no new search. */
const repeatedWithin = 60_000 // milliseconds
const mostRemembered = 50_000

export function openSearchLog(pool: Pool, { warn = () => {} }: SearchLogOptions = {}): SearchLog {
  const isRepeated = createMemory()
  let waiting: RecordedSearch[] = []
  let writing: Promise<void> = Promise.resolve()
  let isFailing = false

  const write = async () => {
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    try {
      await insertSearches(pool, batch, performance.now())
      isFailing = false
    } catch (error) {
      waiting = [...batch, ...waiting].slice(0, mostWaiting)
      if (!isFailing) warn(`Searches could not be written: ${String(error)}`)
      isFailing = true
    }
  }
  const flush = () => (writing = writing.then(write))
  const timer = setInterval(() => void flush(), flushEvery)
  timer.unref()
  return {
    record({ actor, visitorId }, text, resultCount) {
      if (actor?.role === 'admin' || actor?.viewer || waiting.length >= mostWaiting) return
      const query = readable(text)
      const folded = fold(query).slice(0, longestQuery)
      if (folded === '' || isRepeated(`${visitorId} ${folded}`)) return
      waiting.push({ userId: actor?.userId ?? null, query, folded, resultCount, at: performance.now() })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Without control characters, direction marks and broken letters, words separated by single spaces. */
function readable(text: string): string {
  return text
    .slice(0, longestQuery)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}

/** Whether a visitor asked the same a short while ago. */
function createMemory(): (key: string) => boolean {
  const seen = new Map<string, number>()
  return (key) => {
    const now = performance.now()
    for (const [oldest, at] of seen) {
      if (now - at < repeatedWithin && seen.size < mostRemembered) break
      seen.delete(oldest)
    }
    if (seen.has(key)) return true
    seen.set(key, now)
    return false
  }
}
