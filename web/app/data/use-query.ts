import { createContext, useCallback, useContext, useState, useSyncExternalStore } from 'react'
import type { QueryCache, Load } from './query-cache.ts'

/** One store per page in the browser, one per request on the server. */
export const QueryCacheContext = createContext<QueryCache | null>(null)

export function useQueryCache(): QueryCache {
  const answers = useContext(QueryCacheContext)
  if (answers === null) throw new Error('Answers are kept below the root only')
  return answers
}

/** Whether any answer is on its way. */
export function useIsFetching(): boolean {
  const answers = useQueryCache()
  const watch = useCallback((watcher: () => void) => answers.watchBusy(watcher), [answers])
  return useSyncExternalStore(
    watch,
    () => answers.isBusy(),
    () => false,
  )
}

/**
 * The answer kept under a key, or what `select` makes of it; undefined until it is there, and where `ask` is null. Both
 * functions stay the same from one drawing to the next. Draws again only when the outcome differs.
 */
export function useQuery<T, S = T>(
  key: string,
  ask: Load<T> | null,
  { select, freshFor = 30_000 }: { select?: ((data: T) => S) | undefined; freshFor?: number } = {},
): S | undefined {
  const answers = useQueryCache()
  const [seen] = useState<{ data?: T; select?: (data: T) => S; outcome?: S }>({})
  const watch = useCallback(
    (watcher: () => void) => answers.watch(key, ask, freshFor, watcher),
    [answers, key, ask, freshFor],
  )
  const read = (): S | undefined => {
    const data = ask === null ? undefined : (answers.read(key) as T | undefined)
    if (data === undefined || select === undefined) return data as S | undefined
    if (seen.data !== data || seen.select !== select) {
      const outcome = select(data)
      const isSame = JSON.stringify(outcome) === JSON.stringify(seen.outcome)
      Object.assign(seen, { data, select }, isSame ? {} : { outcome })
    }
    return seen.outcome
  }
  return useSyncExternalStore(watch, read, read)
}
