import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage } from '#server/platform/collect-garbage.ts'
import type { SearchTerms } from '#domain/search/search-terms.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { countBits } from '#server/catalog/index/bitset.ts'
import { createPause } from '#server/catalog/index/pause.ts'
import { partsOf } from '#server/catalog/index/snapshot/index-parts.ts'
import { keepSnapshot } from '#server/catalog/index/snapshot/keep-snapshot.ts'
import {
  type IndexCopy,
  isSnapshot,
  loadSnapshot,
  type SnapshotPlace,
} from '#server/catalog/index/snapshot/snapshots.ts'
import { noSearchTerms } from '#domain/search/search-terms.ts'
import { type BuildOptions, buildIndex, warmOrders } from './build.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import {
  type ChangedIds,
  type ChangeKind,
  type ChangeSource,
  type Feed,
  mergeChanges,
  readChanges,
  type Reading,
} from './change-feed.ts'
import { applyChanges, needsRebuild, sweep } from './update.ts'

/** The index of this process, kept up to date with the database. */
export type LiveIndex = {
  /** Resolves when the first index is built. */
  ready: Promise<void>
  /** Undefined until the first index is built. */
  current(): CatalogIndex | undefined
  /**
   * Whether the whole catalog is being read again after a large change; until then the index mixes old and new data.
   */
  isBehind(): boolean
  /** Resolves when everything committed before the call is applied. */
  catchUp(): Promise<void>
  /** The index after everything that was committed before the call; null while it is being read again. */
  copy(): Promise<IndexCopy | null>
  close(): Promise<void>
}

/** Where the first index came from; `reason`: why not from a snapshot. */
export type IndexStart = { from: 'snapshot' | 'database'; seconds: number; products: number; reason?: string }

export type LiveIndexOptions = {
  changes: ChangeSource
  /** Without it, the index is always built from the database. */
  snapshots?: SnapshotPlace | undefined
  onStart?: ((start: IndexStart) => void) | undefined
  warn?: ((message: string) => void) | undefined
  searchTerms?: (() => SearchTerms) | undefined
}

const minGap = 50 // milliseconds between two updates, however often changes are read
const retryDelay = 1_000
/** From this size on, a build leaves tens of megabytes of garbage, and so does the index it replaces. */
const largeCatalog = 50_000

type LiveState = {
  db: Db
  snapshots: SnapshotPlace | undefined
  /** What the index includes of `catalog_changes`. */
  feed?: Feed
  /** Whether the index was built from the database, and no snapshot of it was taken. */
  isBuilt: boolean
  warn: (message: string) => void
  searchTerms: (() => SearchTerms) | undefined
  index?: CatalogIndex
  changes: ChangeSource
  /** What was read and is not applied yet. */
  pending: Reading[]
  /** The last product id that each running sweep has read. */
  sweeps: Map<ChangeKind, number>
  rebuilding: Promise<void> | null
  /**
   * Earliest time (`performance.now()`) of the next rebuild, so that a long import does not cause one after another.
   */
  noRebuildBefore: number
  closed: AbortController
  /** The last task on the index; the next one waits for it. */
  lastTask: Promise<unknown>
}

export function startLiveIndex(db: Pool, options: LiveIndexOptions): LiveIndex {
  const state: LiveState = {
    db,
    snapshots: options.snapshots,
    isBuilt: false,
    warn: options.warn ?? (() => {}),
    searchTerms: options.searchTerms,
    changes: options.changes,
    pending: [],
    sweeps: new Map<ChangeKind, number>(),
    rebuilding: null,
    noRebuildBefore: 0,
    closed: new AbortController(),
    lastTask: Promise.resolve(),
  }
  let isDue = false
  let wake = () => {}
  const unfollow = state.changes.follow((changes) => {
    state.pending.push(changes)
    isDue = true
    wake()
  })
  const ready = openFirst(state, options.onStart ?? (() => {}))
  const copy = () => copyIndex(state)
  const keeper =
    state.snapshots &&
    keepSnapshot(
      db,
      state.snapshots,
      { products: () => state.index && productsOf(state.index), isBuilt: () => state.isBuilt, copy },
      { ready, warn: state.warn },
    )
  const loop = ready.then(async () => {
    while (!state.closed.signal.aborted) {
      isDue = false
      const isDone = await runExclusively(state, () => synchronize(state)).then(
        () => true,
        (error: unknown) => {
          warn(state, `Could not apply catalog changes: ${String(error)}`)
          return false
        },
      )
      // Do not wait between the batches of a sweep.
      if (isDone && state.sweeps.size > 0) continue
      await pause(state, minGap)
      const woken = new Promise<void>((resolve) => (wake = resolve))
      if (!isDue && !state.closed.signal.aborted) await woken
    }
  })
  return {
    ready,
    current: () => state.index,
    isBehind: () => state.sweeps.size > 0,
    async catchUp() {
      await ready
      do {
        await state.changes.read()
        await runExclusively(state, () => synchronize(state))
        await state.rebuilding
      } while (state.sweeps.size > 0)
    },
    copy,
    async close() {
      unfollow()
      state.closed.abort()
      wake()
      await loop
      await state.rebuilding
      await keeper?.close()
    },
  }
}

function buildOptions({ closed, searchTerms }: LiveState): BuildOptions {
  return { signal: closed.signal, searchTerms }
}

async function openFirst(state: LiveState, onStart: (start: IndexStart) => void): Promise<void> {
  while (!state.closed.signal.aborted) {
    const startedAt = performance.now()
    try {
      // What was committed before is in the index; what follows is passed on.
      await state.changes.read()
      const restored = await restoreFirst(state)
      const isRestored = typeof restored !== 'string'
      const index = isRestored ? restored : (await buildIndex(state.db, buildOptions(state))).index
      state.index = index
      state.isBuilt = !isRestored
      freeMemory(index)
      const start = { seconds: (performance.now() - startedAt) / 1000, products: productsOf(index) }
      onStart(isRestored ? { from: 'snapshot', ...start } : { from: 'database', ...start, reason: restored })
      return
    } catch (error) {
      warn(state, `Could not build the catalog index: ${String(error)}`)
      await pause(state, retryDelay)
    }
  }
}

/** Takes the index from the snapshot and applies all changes since then. A text says why there is none to take. */
async function restoreFirst(state: LiveState): Promise<CatalogIndex | string> {
  const { db, snapshots, searchTerms = () => noSearchTerms } = state
  if (snapshots === undefined) return 'there are no snapshots'
  try {
    const loaded = await loadSnapshot(db, snapshots, searchTerms)
    if (typeof loaded === 'string') return loaded
    const { id, index, feed } = loaded
    const changes = await readChanges(db, feed)
    if (!(await isSnapshot(db, id))) return 'the snapshot was replaced meanwhile'
    if (changes.ids.all === null) return 'too much has changed since the snapshot'
    await applyChanges(db, index, changes)
    await warmOrders(index, createPause(state.closed.signal))
    state.feed = changes.next
    startSweeps(state, changes.ids)
    return index
  } catch (error) {
    state.closed.signal.throwIfAborted()
    return String(error)
  }
}

const productsOf = ({ columns }: CatalogIndex): number => countBits(columns.live)

async function copyIndex(state: LiveState): Promise<IndexCopy | null> {
  await state.changes.read()
  return runExclusively(state, async () => {
    await synchronize(state)
    const { index, feed, sweeps, rebuilding, closed } = state
    if (index === undefined || feed === undefined || sweeps.size > 0 || rebuilding !== null) return null
    const parts = await partsOf(index, createPause(closed.signal))
    state.isBuilt = false
    return { parts, feed, products: productsOf(index) }
  })
}

/** Runs one task at a time: the index and what is pending must change together. */
function runExclusively<Value>(state: LiveState, work: () => Promise<Value>): Promise<Value> {
  const task = state.lastTask.then(work)
  state.lastTask = task.catch(() => {})
  return task
}

/** Applies new changes and one batch of each running sweep. */
async function synchronize(state: LiveState): Promise<void> {
  const { db, index, pending } = state
  if (index === undefined) return
  const count = pending.length
  const changes = mergeChanges(pending)
  if (changes !== undefined) {
    await applyChanges(db, index, changes)
    // Only after success, so that failed changes are applied again.
    pending.splice(0, count)
    state.feed = changes.next
    startSweeps(state, changes.ids)
  }
  const [next] = state.sweeps
  if (next !== undefined) await continueSweep(state, index, ...next)
  if (needsRebuild(index) && state.rebuilding === null && performance.now() > state.noRebuildBefore) {
    state.rebuilding = rebuild(state).finally(() => {
      state.rebuilding = null
    })
  }
}

function startSweeps({ sweeps }: LiveState, ids: ChangedIds): void {
  if (ids.all === null) {
    sweeps.clear()
    sweeps.set('all', 0)
  } else if (!sweeps.has('all')) {
    for (const kind of ['price', 'stock'] as const) if (ids[kind] === null) sweeps.set(kind, 0)
  }
}

async function continueSweep(
  { db, sweeps }: LiveState,
  index: CatalogIndex,
  kind: ChangeKind,
  after: number,
): Promise<void> {
  const lastTask = await sweep(db, index, kind, after)
  if (lastTask === null) sweeps.delete(kind)
  else sweeps.set(kind, lastTask)
}

/** Builds a second index while the first one serves, then replaces it. */
async function rebuild(state: LiveState): Promise<void> {
  const startedAt = performance.now()
  const missed: Reading[] = []
  const unfollow = state.changes.follow((changes) => missed.push(changes))
  try {
    await state.changes.read()
    const { index } = await buildIndex(state.db, buildOptions(state))
    await runExclusively(state, async () => {
      const count = missed.length
      const changes = mergeChanges(missed)
      if (changes !== undefined) await applyChanges(state.db, index, changes)
      index.version = (state.index?.version ?? 0) + 1
      state.index = index
      state.isBuilt = true
      state.pending = missed.slice(count)
      state.sweeps.clear()
      if (changes !== undefined) {
        state.feed = changes.next
        startSweeps(state, changes.ids)
      }
    })
    if (state.index !== undefined) freeMemory(state.index)
  } catch (error) {
    warn(state, `Could not rebuild the catalog index: ${String(error)}`)
  } finally {
    unfollow()
  }
  state.noRebuildBefore = performance.now() + 5 * (performance.now() - startedAt)
}

function freeMemory({ columns }: CatalogIndex): void {
  if (columns.size > largeCatalog) collectGarbage()
}

async function pause({ closed }: LiveState, milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { signal: closed.signal, ref: false }).catch(() => {})
}

/** Failures while closing are not reported. */
function warn(state: LiveState, message: string): void {
  if (!state.closed.signal.aborted) state.warn(message)
}
