import { createContext, useCallback, useContext, useState, useSyncExternalStore } from 'react'
import type { Fetcher, QueryCache } from './query-cache.ts'

/** One cache per page in the browser, one per request on the server. */
export const QueryCacheContext = createContext<QueryCache | null>(null)

export function useQueryCache(): QueryCache {
  const cache = useContext(QueryCacheContext)
  if (cache === null) throw new Error('The query cache is available below the root component only.')
  return cache
}

/** Whether any query is in flight. */
export function useIsFetching(): boolean {
  const cache = useQueryCache()
  const watch = useCallback((watcher: () => void) => cache.watchBusy(watcher), [cache])
  return useSyncExternalStore(
    watch,
    () => cache.isBusy(),
    () => false,
  )
}

/**
 * The cached data of a key, or what `select` derives from it; undefined until it has arrived, and always when `fetcher` is
 * null. Both functions must be stable between renders. Rerenders only when the selected value changes.
 */
export function useQuery<T, S = T>(
  key: string,
  fetcher: Fetcher<T> | null,
  { select, freshFor = 30_000 }: { select?: ((data: T) => S) | undefined; freshFor?: number } = {},
): S | undefined {
  const cache = useQueryCache()
  const [last] = useState<{ data?: T; select?: (data: T) => S; selected?: S }>({})
  const watch = useCallback(
    (watcher: () => void) => cache.watch(key, fetcher, freshFor, watcher),
    [cache, key, fetcher, freshFor],
  )
  const read = (): S | undefined => {
    const data = fetcher === null ? undefined : (cache.read(key) as T | undefined)
    if (data === undefined || select === undefined) return data as S | undefined
    if (last.data !== data || last.select !== select) {
      const selected = select(data)
      const isSame = JSON.stringify(selected) === JSON.stringify(last.selected)
      last.data = data
      last.select = select
      if (!isSame) last.selected = selected
    }
    return last.selected
  }
  return useSyncExternalStore(watch, read, read)
}
