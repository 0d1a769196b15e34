/** `kept`: what is shown by then. */
export type Load<T> = (options: { signal: AbortSignal; kept(): unknown }) => Promise<T>
type Kept = {
  data: unknown
  /** When it came, in milliseconds; 0 = out of date. */
  at: number
  ask: Load<unknown> | null
  asking: AbortController | null
  watchers: Set<() => void>
  stop?: () => void
}

/** Pause before the one further try, in milliseconds. */
const retryAfter = 1_000

/** Told afterwards, since an answer may be written while a page is being drawn. */
function tell(watchers: Set<() => void>): void {
  queueMicrotask(() => {
    for (const watcher of watchers) watcher()
  })
}

/** Runs whenever the page comes back to the screen or to the network. */
function whenSeenAgain(run: () => void): () => void {
  const runIfSeen = () => {
    if (document.visibilityState === 'visible') run()
  }
  document.addEventListener('visibilitychange', runIfSeen)
  window.addEventListener('online', runIfSeen)
  return () => {
    document.removeEventListener('visibilitychange', runIfSeen)
    window.removeEventListener('online', runIfSeen)
  }
}

async function askTwice(ask: Load<unknown>, options: Parameters<Load<unknown>>[0]): Promise<unknown> {
  try {
    return await ask(options)
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
    if (options.signal.aborted) throw error
    return ask(options)
  }
}

/** What the server answered and several components show, e.g. the cart: asked once for all of them, kept, asked again when old. */
export class QueryCache {
  private readonly all = new Map<string, Kept>()
  private readonly busyWatchers = new Set<() => void>()

  private of(key: string): Kept {
    const kept: Kept = this.all.get(key) ?? { data: undefined, at: 0, ask: null, asking: null, watchers: new Set() }
    this.all.set(key, kept)
    return kept
  }

  read(key: string): unknown {
    return this.all.get(key)?.data
  }

  /** Shows this from now on; an answer still on its way is older, and dropped. */
  write(key: string, data: unknown): void {
    const kept = this.of(key)
    this.drop(kept)
    kept.data = data
    kept.at = Date.now()
    tell(kept.watchers)
  }

  /** What is kept is out of date: it stays on screen until the new answer is there. */
  refresh(key: string): void {
    const kept = this.of(key)
    this.drop(kept)
    kept.at = 0
    if (kept.watchers.size > 0) this.freshen(kept, 0)
  }

  /** Asks where nothing is kept, or what is kept is older than `freshFor` milliseconds, now and when the page is seen again. */
  watch(key: string, ask: Load<unknown> | null, freshFor: number, watcher: () => void): () => void {
    const kept = this.of(key)
    kept.ask = ask
    kept.watchers.add(watcher)
    this.freshen(kept, freshFor)
    kept.stop ??= whenSeenAgain(() => this.freshen(kept, freshFor))
    return () => {
      kept.watchers.delete(watcher)
      if (kept.watchers.size > 0) return
      kept.stop?.()
      delete kept.stop
    }
  }

  watchBusy(watcher: () => void): () => void {
    this.busyWatchers.add(watcher)
    return () => this.busyWatchers.delete(watcher)
  }

  isBusy(): boolean {
    return [...this.all.values()].some(({ asking }) => asking !== null)
  }

  private drop(kept: Kept): void {
    kept.asking?.abort()
    kept.asking = null
    tell(this.busyWatchers)
  }

  private freshen(kept: Kept, freshFor: number): void {
    const isFresh = kept.at > 0 && Date.now() - kept.at < freshFor
    if (kept.ask !== null && kept.asking === null && !isFresh) void this.send(kept, kept.ask)
  }

  /** An answer that does not come leaves what is shown: the next look asks again. */
  private async send(kept: Kept, ask: Load<unknown>): Promise<void> {
    const asking = new AbortController()
    kept.asking = asking
    tell(this.busyWatchers)
    const answer = await askTwice(ask, { signal: asking.signal, kept: () => kept.data }).then(
      (data) => ({ data }),
      () => null,
    )
    if (kept.asking !== asking) return
    kept.asking = null
    if (answer !== null) Object.assign(kept, answer, { at: Date.now() })
    tell(kept.watchers)
    tell(this.busyWatchers)
  }
}
