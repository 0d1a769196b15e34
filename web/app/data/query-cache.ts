/** Fetches the data of a query. `cached` returns the data that is shown at the time of the call. */
export type Fetcher<T> = (options: { signal: AbortSignal; cached(): unknown }) => Promise<T>

type CacheEntry = {
  data: unknown
  /** When the data arrived, in milliseconds; 0 = stale. */
  fetchedAt: number
  fetcher: Fetcher<unknown> | null
  /** The request in flight. */
  request: AbortController | null
  watchers: Set<() => void>
  stopListening?: () => void
}

/** Pause before the single retry, in milliseconds. */
const retryDelay = 1_000

/** Deferred, since data may be written while React renders. */
function notifyLater(watchers: Set<() => void>): void {
  queueMicrotask(() => {
    for (const watcher of watchers) watcher()
  })
}

/** Runs when the page becomes visible again or the network returns. */
function onPageActive(run: () => void): () => void {
  const runIfVisible = () => {
    if (document.visibilityState === 'visible') run()
  }
  document.addEventListener('visibilitychange', runIfVisible)
  window.addEventListener('online', runIfVisible)
  return () => {
    document.removeEventListener('visibilitychange', runIfVisible)
    window.removeEventListener('online', runIfVisible)
  }
}

async function fetchWithRetry(fetcher: Fetcher<unknown>, options: Parameters<Fetcher<unknown>>[0]): Promise<unknown> {
  try {
    return await fetcher(options)
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
    if (options.signal.aborted) throw error
    return fetcher(options)
  }
}

/** Server data that several components show, e.g. the cart: fetched once for all of them, cached, and refetched when stale. */
export class QueryCache {
  private readonly entries = new Map<string, CacheEntry>()
  private readonly busyWatchers = new Set<() => void>()

  private entryOf(key: string): CacheEntry {
    const entry: CacheEntry = this.entries.get(key) ?? {
      data: undefined,
      fetchedAt: 0,
      fetcher: null,
      request: null,
      watchers: new Set(),
    }
    this.entries.set(key, entry)
    return entry
  }

  read(key: string): unknown {
    return this.entries.get(key)?.data
  }

  /** Replaces the data. A request in flight would return older data, so it is aborted. */
  write(key: string, data: unknown): void {
    const entry = this.entryOf(key)
    this.abort(entry)
    entry.data = data
    entry.fetchedAt = Date.now()
    notifyLater(entry.watchers)
  }

  /** Marks the data as stale. It stays on screen until the new data arrives. */
  refresh(key: string): void {
    const entry = this.entryOf(key)
    this.abort(entry)
    entry.fetchedAt = 0
    if (entry.watchers.size > 0) this.fetchIfStale(entry, 0)
  }

  /** Fetches missing data and data older than `freshFor` milliseconds, now and whenever the page becomes active again. */
  watch(key: string, fetcher: Fetcher<unknown> | null, freshFor: number, watcher: () => void): () => void {
    const entry = this.entryOf(key)
    entry.fetcher = fetcher
    entry.watchers.add(watcher)
    this.fetchIfStale(entry, freshFor)
    entry.stopListening ??= onPageActive(() => this.fetchIfStale(entry, freshFor))
    return () => {
      entry.watchers.delete(watcher)
      if (entry.watchers.size > 0) return
      entry.stopListening?.()
      delete entry.stopListening
    }
  }

  watchBusy(watcher: () => void): () => void {
    this.busyWatchers.add(watcher)
    return () => this.busyWatchers.delete(watcher)
  }

  isBusy(): boolean {
    return [...this.entries.values()].some(({ request }) => request !== null)
  }

  private abort(entry: CacheEntry): void {
    entry.request?.abort()
    entry.request = null
    notifyLater(this.busyWatchers)
  }

  private fetchIfStale(entry: CacheEntry, freshFor: number): void {
    const isFresh = entry.fetchedAt > 0 && Date.now() - entry.fetchedAt < freshFor
    if (entry.fetcher !== null && entry.request === null && !isFresh) void this.fetch(entry, entry.fetcher)
  }

  /** When the request fails, the cached data stays on screen; it is fetched again when the page becomes active. */
  private async fetch(entry: CacheEntry, fetcher: Fetcher<unknown>): Promise<void> {
    const request = new AbortController()
    entry.request = request
    notifyLater(this.busyWatchers)
    const result = await fetchWithRetry(fetcher, { signal: request.signal, cached: () => entry.data }).then(
      (data) => ({ data }),
      () => null,
    )
    if (entry.request !== request) return
    entry.request = null
    if (result !== null) {
      entry.data = result.data
      entry.fetchedAt = Date.now()
    }
    notifyLater(entry.watchers)
    notifyLater(this.busyWatchers)
  }
}
