import { fold } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { createQuota, type Quota } from '#server/platform/limits/quota.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { insertSearches, type RecordedSearch } from './queries.ts'

type Searcher = Pick<CallContext, 'actor' | 'visitorId' | 'network'>

/**
 * Records searches without delaying the request: they are buffered in memory and written every second. A crash loses
 * the buffer.
 */
export type SearchLog = {
  /**
   * Records a search (decision 009 defines what counts as one). Searches by administrators are ignored. `isRelaxed`:
   * the results match a corrected search, or only a part of it.
   */
  record(visitor: Searcher, query: string, resultCount: number, isRelaxed?: boolean): void
  /** Resolves when everything recorded so far has been written or has failed. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `quotas` replaces the limits, in tests. */
export type SearchLogOptions = { warn?: (message: string) => void; quotas?: { guests: Quota; users: Quota } }

const flushInterval = 1_000 // milliseconds
const maxQueryLength = 200
/** Maximum number of buffered searches while the database is unavailable; later ones are lost. */
const maxBuffered = 10_000
/** A reload, or going back to the results, is not a new search. */
const repeatWindow = 60_000 // milliseconds
const maxRemembered = 50_000

// What visitors can write; a search takes up to 5 kB with its words. Searches beyond are answered and not recorded.
const day = 86_400 // seconds
const createQuotas = (pool: Pool) => ({
  guests: createQuota(pool, 'searches of guests', {
    each: [
      { max: 100, seconds: 3_600 },
      { max: 500, seconds: day },
    ],
    all: { max: 10_000, seconds: day },
  }),
  users: createQuota(pool, 'searches of users', { each: [{ max: 2_000, seconds: day }] }),
})

export function openSearchLog(
  pool: Pool,
  { warn = () => {}, quotas = createQuotas(pool) }: SearchLogOptions = {},
): SearchLog {
  const isRepeated = createRepeatDetector()
  let buffer: RecordedSearch[] = []
  let writing: Promise<void> = Promise.resolve()
  let isFailing = false

  const write = async () => {
    const batch = buffer
    if (batch.length === 0) return
    buffer = []
    try {
      await insertSearches(pool, batch, performance.now())
      isFailing = false
    } catch (error) {
      buffer = [...batch, ...buffer].slice(0, maxBuffered)
      if (!isFailing) warn(`Could not write searches: ${String(error)}`)
      isFailing = true
    }
  }
  const flush = () => (writing = writing.then(write))
  const timer = setInterval(() => void flush(), flushInterval)
  timer.unref()
  return {
    record({ actor, visitorId, network }, text, resultCount, isRelaxed = false) {
      if (actor?.role === 'admin' || actor?.impersonator || buffer.length >= maxBuffered) return
      const query = cleanQuery(text)
      const folded = fold(query).slice(0, maxQueryLength)
      if (folded === '' || isRepeated(`${visitorId} ${folded}`)) return
      const wait = actor === null ? quotas.guests.take(network) : quotas.users.take(String(actor.userId))
      if (wait > 0) return
      buffer.push({ userId: actor?.userId ?? null, query, folded, resultCount, isRelaxed, at: performance.now() })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Removes control characters, direction marks and broken characters, and collapses white space. */
function cleanQuery(text: string): string {
  return text
    .slice(0, maxQueryLength)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}

/** Returns whether a visitor sent the same query shortly before. */
function createRepeatDetector(): (key: string) => boolean {
  const recentKeys = new Map<string, number>()
  return (key) => {
    const now = performance.now()
    for (const [oldest, at] of recentKeys) {
      if (now - at < repeatWindow && recentKeys.size < maxRemembered) break
      recentKeys.delete(oldest)
    }
    if (recentKeys.has(key)) return true
    recentKeys.set(key, now)
    return false
  }
}
