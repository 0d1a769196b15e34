import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '#server/platform/db/pool.ts'
import { type IndexCopy, loadSnapshotAge, type SnapshotPlace, writeSnapshot } from './snapshots.ts'

/** From this number of products on, reading a snapshot is so much faster than a build that writing it pays. */
const minProductsOf = ({ minProducts = 100_000 }: SnapshotPlace): number => minProducts

const checkInterval = 300_000 // milliseconds
/** A snapshot is replaced after so many seconds, if anything changed; sooner if much did, but never after less than `soonest`. */
const latest = 3_600
const soonest = 600
const muchChanged = 10_000

export type SnapshotSource = {
  /** Products of the index; undefined until it is ready. */
  products(): number | undefined
  /** Whether this process has built the index from the database since it wrote the last snapshot. */
  isBuilt(): boolean
  /** Null while the index cannot be copied. */
  copy(): Promise<IndexCopy | null>
}

/** Writes a snapshot if one is due. Returns its bytes, or null. */
export async function writeIfDue(pool: Pool, place: SnapshotPlace, source: SnapshotSource): Promise<number | null> {
  if ((source.products() ?? 0) < minProductsOf(place)) return null
  return (await isDue(pool, place, source)) ? writeSnapshot(pool, place, source.copy) : null
}

async function isDue(pool: Pool, place: SnapshotPlace, source: SnapshotSource): Promise<boolean> {
  const age = await loadSnapshotAge(pool, place)
  if (age === null) return true
  const { isOfProgram, changed, seconds } = age
  // During an update both programs run: only the one that had to build replaces what the other wrote.
  if (!isOfProgram) return source.isBuilt()
  return changed > 0 && (seconds > latest || (seconds > soonest && changed > muchChanged))
}

/** Writes snapshots as they become due, the first once the index is ready. */
export function keepSnapshot(
  pool: Pool,
  place: SnapshotPlace,
  source: SnapshotSource,
  { ready, warn }: { ready: Promise<void>; warn: (message: string) => void },
): { close(): Promise<void> } {
  const closed = new AbortController()
  const loop = ready.then(async () => {
    while (!closed.signal.aborted) {
      await writeIfDue(pool, place, source).catch((error: unknown) => {
        if (!closed.signal.aborted) warn(`Could not write a snapshot of the catalog index: ${String(error)}`)
      })
      // Processes that started together do not check together.
      const pause = checkInterval * (0.5 + Math.random() / 2)
      await sleep(pause, undefined, { signal: closed.signal, ref: false }).catch(() => {})
    }
  })
  return {
    async close() {
      closed.abort()
      await loop
    },
  }
}
