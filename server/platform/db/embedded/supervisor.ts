import { setTimeout as sleep } from 'node:timers/promises'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpaceGuard } from './disk-space.ts'
import type { Place, Log } from './place.ts'
import { findPostmaster } from './postmaster.ts'

const LOOK_EVERY = 200
const MAX_PAUSE = 2_000
const RUNS_WELL = 5_000
const TIDY_EVERY = 60_000
/** Each of at most 10 MB. */
const MAX_LOGS = 10

type Supervised = {
  start(): Promise<unknown>
  /** null: the disk is not watched. */
  space: SpaceGuard | null
  log: Log
}

/** Watches PostgreSQL and restarts it when it dies, for as long as the server runs. */
export function supervise(place: Place, supervised: Supervised): { end(): Promise<void> } {
  const stop = new AbortController()
  const watching = watch(place, supervised, stop.signal)
  return {
    async end() {
      stop.abort()
      await watching
    },
  }
}

async function watch(place: Place, { start, space, log }: Supervised, signal: AbortSignal): Promise<void> {
  let pause = 0
  let tidied = Number.NEGATIVE_INFINITY
  let upSince = performance.now()
  while (!signal.aborted) {
    if (performance.now() - tidied > TIDY_EVERY) {
      tidied = performance.now()
      await dropOldLogs(place.logFolder)
    }
    if (findPostmaster(place)) {
      // A database that cannot be reached is reported by those who use it.
      await space?.check().catch(() => {})
      await wait(LOOK_EVERY, signal)
      continue
    }
    // Restarts at once after it ran well; if it keeps failing (a full disk), waits longer each time.
    pause = performance.now() - upSince > RUNS_WELL ? 0 : Math.min(MAX_PAUSE, pause * 2 + 250)
    log('The database has ended unexpectedly: it is started again.')
    await wait(pause, signal)
    upSince = performance.now()
    if (!signal.aborted) await startAgain(start, log)
  }
}

async function startAgain(start: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await start()
    log('The database is back.')
  } catch (error) {
    log(error instanceof Error ? error.message : String(error))
  }
}

async function dropOldLogs(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const logs = names.filter((name) => name.startsWith('postgres-')).sort()
  for (const name of logs.slice(0, -MAX_LOGS)) await rm(join(folder, name), { force: true })
}

/** Does not keep the process alive. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
}
