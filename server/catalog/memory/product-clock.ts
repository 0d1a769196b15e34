import type { Pool } from '#server/platform/db/pool.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import {
  type ChangeSource,
  createFeed,
  type Feed,
  readChanges,
  type Reading,
} from '#server/catalog/index/live/change-feed.ts'

/**
 * What this process knows of changes of products, by its own count: 1, 2, 3 … With every change the count goes up, and the
 * products concerned have it as their version. It reads the changes for the index, too.
 */
export type ProductClock = ChangeSource & {
  /**
   * Resolves when everything is counted that was committed before the last notification, or a second ago; while the database
   * cannot be reached, for ten minutes with what was known before.
   */
  settled(): Promise<void> | undefined
  now(): number
  /** The count at which a product, or everything, last changed. */
  changedAt(productId: number): number
  close(): Promise<void>
}

export type ClockOptions = {
  listen?: ((channel: string, onNotice: () => void) => void) | undefined
  warn?: ((message: string) => void) | undefined
}

/** Milliseconds between reads without a notification: orders take stock without one. */
const pollInterval = 250
/** Milliseconds after which nothing is taken from memory before the changes are read again. */
const maxAge = 1_000
/**
 * Milliseconds for which what was read last is used while the database cannot be reached: lists can be read, and nothing
 * can be ordered.
 */
const maxOutage = 10 * 60_000
/** Products whose own versions are remembered. */
const maxRemembered = 200_000

export function openProductClock(db: Pool, { listen, warn = () => {} }: ClockOptions = {}): ProductClock {
  let feed: Feed | undefined
  let labelsVersion = 0
  let count = 1
  let wholeAt = 1
  const versions = new Map<number, number>()
  let readAt = Number.NEGATIVE_INFINITY
  /** Notifications so far, and those before the start of the last completed read. */
  let notices = 1
  let answered = 0
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let isClosed = false
  const followers = new Set<(changes: Reading) => void>()

  async function readOnce(): Promise<void> {
    const noticed = notices
    const startedAt = performance.now()
    const isFirst = feed === undefined
    const changes = await readChanges(db, feed ?? createFeed(await loadFloor(db)))
    const { all, price, stock } = changes.ids
    const isWhole =
      isFirst || changes.labelsVersion !== labelsVersion || all === null || price === null || stock === null
    const ids = isWhole ? [] : await withFamilies(db, [...all, ...price, ...stock])
    if (isWhole || versions.size + ids.length > maxRemembered) {
      wholeAt = ++count
      versions.clear()
    } else if (ids.length > 0) {
      count++
      for (const id of ids) versions.set(id, count)
    }
    labelsVersion = changes.labelsVersion
    feed = changes.next
    for (const onRead of followers) onRead(changes)
    readAt = startedAt
    answered = noticed
  }

  /** A read that starts after the call. Rejects once the clock is closed. */
  async function read(): Promise<void> {
    if (isClosed) throw new Error('The product clock is closed.')
    if (running !== null) {
      following ??= running
        .catch(() => {})
        .then(() => {
          following = null
          return read()
        })
      return following
    }
    return start()
  }

  function start(): Promise<void> {
    running = readOnce().finally(() => {
      running = null
    })
    return running
  }

  /** Without the database, a request gets what was known before it was lost. */
  const orKnown = (reading: Promise<void>) =>
    reading.catch((error: unknown) => {
      if (!isUnavailable(error) || performance.now() - readAt > maxOutage) throw error
    })

  // The next check catches up.
  const check = () =>
    void read().catch((error: unknown) => {
      if (!isClosed) warn(`Could not read catalog changes: ${String(error)}`)
    })
  const onNotice = () => {
    notices++
    check()
  }
  for (const channel of ['catalog_changed', 'cache_version']) listen?.(channel, onNotice)
  const timer = setInterval(check, pollInterval)
  timer.unref()
  return {
    settled() {
      if (performance.now() - readAt > maxAge) return orKnown(read())
      // A read that runs has started after the last notification, or another one follows it.
      return answered < notices ? orKnown(following ?? running ?? read()) : undefined
    },
    now: () => count,
    changedAt: (id) => versions.get(id) ?? wholeAt,
    read,
    follow(onRead) {
      followers.add(onRead)
      return () => void followers.delete(onRead)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      // A read that was to follow it is refused.
      await running?.catch(() => {})
    },
  }
}

async function loadFloor(db: Pool): Promise<string> {
  const row = await db.one<{ floor: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS floor')
  return row?.floor ?? '0'
}

/** The products, their parents and their variants: these show values of each other. */
async function withFamilies(db: Pool, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const relatives = await db.query<{ id: number }>(
    `SELECT id FROM products WHERE parent_id = ANY ($1::integer[])
     UNION SELECT parent_id FROM products WHERE id = ANY ($1::integer[]) AND parent_id IS NOT NULL`,
    [ids],
    'catalog_families',
  )
  return [...new Set([...ids, ...relatives.map(({ id }) => id)])]
}
