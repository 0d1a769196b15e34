import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/platform/db/pool.ts'
import { buildIndex } from './build.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { createFeed, type Feed, readChanges } from './change-feed.ts'
import { applyChanges, isWorn, sweep } from './update.ts'

/** The index of this process, kept up with the database. */
export type LiveIndex = {
  /** Settled when the first index stands. */
  ready: Promise<void>
  /** Undefined until then. */
  current(): CatalogIndex | undefined
  /** Rises with every visible change; 0 until the first index stands. */
  version(): number
  /** Looks for changes at once: for notifications of `catalog_changed` and `cache_version`, and after a lost connection. */
  check(): void
  /** Settled when everything committed before the call is taken over. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export type LiveIndexOptions = { warn?: (message: string) => void; pollMilliseconds?: number }

const shortestGap = 50 // milliseconds between two looks, however many notifications come
const retryAfter = 1_000

type State = {
  db: Db
  warn: (message: string) => void
  index?: CatalogIndex
  feed: Feed
  /** Everything after this id is still to be read again; null = nothing is. */
  sweepAfter: number | null
  rebuilding: Promise<void> | null
  /** No rebuild before this moment, so that a long import does not keep the process busy with them. */
  restUntil: number
  closed: AbortController
  /** The last piece of work on index and feed; the next one waits for it. */
  last: Promise<unknown>
}

export function startLiveIndex(db: Db, options: LiveIndexOptions = {}): LiveIndex {
  const state: State = {
    ...{ db, warn: options.warn ?? (() => {}), feed: createFeed('0') },
    ...{ sweepAfter: null, rebuilding: null, restUntil: 0, closed: new AbortController(), last: Promise.resolve() },
  }
  const poll = options.pollMilliseconds ?? 500
  let isDue = false
  let wake = () => {}
  const ready = buildFirst(state)
  const looping = ready.then(async () => {
    while (!state.closed.signal.aborted) {
      isDue = false
      await inTurn(state, () => turn(state)).catch((error: unknown) =>
        warn(state, `Catalog changes could not be read: ${String(error)}`),
      )
      await pause(state, shortestGap)
      const woken = new Promise<void>((resolve) => (wake = resolve))
      if (!isDue && state.sweepAfter === null) await Promise.race([woken, pause(state, poll - shortestGap)])
    }
  })
  return {
    ready,
    current: () => state.index,
    version: () => state.index?.version ?? 0,
    check() {
      isDue = true
      wake()
    },
    async catchUp() {
      await ready
      do {
        await inTurn(state, () => turn(state))
        await state.rebuilding
      } while (state.sweepAfter !== null)
    },
    async close() {
      state.closed.abort()
      wake()
      await looping
      await state.rebuilding
    },
  }
}

async function buildFirst(state: State): Promise<void> {
  while (!state.closed.signal.aborted) {
    try {
      const { index, floor } = await buildIndex(state.db, state.closed.signal)
      state.feed = createFeed(floor)
      state.index = index
      return
    } catch (error) {
      warn(state, `The catalog index could not be built: ${String(error)}`)
      await pause(state, retryAfter)
    }
  }
}

/** One piece of work at a time: index and feed belong together. */
function inTurn(state: State, work: () => Promise<void>): Promise<void> {
  const working = state.last.then(work)
  state.last = working.catch(() => {})
  return working
}

/** Takes over what changed, and one batch of what is to be read again. */
async function turn(state: State): Promise<void> {
  const { db, index } = state
  if (index === undefined) return
  const changes = await readChanges(db, state.feed)
  await applyChanges(db, index, changes)
  // Only now: what failed half-way is read once more.
  state.feed = changes.next
  if (changes.everything) state.sweepAfter = 0
  if (state.sweepAfter !== null) state.sweepAfter = await sweep(db, index, state.sweepAfter)
  if (isWorn(index) && state.rebuilding === null && performance.now() > state.restUntil) {
    state.rebuilding = rebuild(state).finally(() => {
      state.rebuilding = null
    })
  }
}

/** Builds a second index while the first one serves, and puts it in its place. */
async function rebuild(state: State): Promise<void> {
  const begun = performance.now()
  try {
    const { index, floor } = await buildIndex(state.db, state.closed.signal)
    await inTurn(state, async () => {
      const changes = await readChanges(state.db, createFeed(floor))
      await applyChanges(state.db, index, changes)
      index.version = (state.index?.version ?? 0) + 1
      state.index = index
      state.feed = changes.next
      state.sweepAfter = changes.everything ? 0 : null
    })
  } catch (error) {
    warn(state, `The catalog index could not be built anew: ${String(error)}`)
  }
  state.restUntil = performance.now() + 5 * (performance.now() - begun)
}

async function pause({ closed }: State, milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { signal: closed.signal, ref: false }).catch(() => {})
}

/** What ends with the process is no failure. */
function warn(state: State, message: string): void {
  if (!state.closed.signal.aborted) state.warn(message)
}
