import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, tryLock, waitForLock } from './file-lock.ts'
import { findPlace, type Place, type Log } from './place.ts'
import type { Connection } from '#server/platform/db/pool.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { ensureRunning, type Running } from './postmaster-start.ts'
import { supervise } from './supervisor.ts'
import { guardSpace } from './disk-space.ts'
import { EmbeddedError } from './embedded-error.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Writes one line for the operator. */
  log?: Log
  /** A server owns the database; a command uses a running one, or starts it for its own duration. */
  role?: 'server' | 'command'
  /** For temporary databases of tests only: no fsync. */
  fast?: boolean
}

export type Embedded = {
  connection: Connection
  /** A running database of an earlier or another process was taken over. */
  adopted: boolean
  /** This start created the database. */
  created: boolean
  /** Process id of PostgreSQL; undefined while it is down. */
  pid(): number | undefined
  stop(): Promise<void>
}

const MAX_START = 360_000

/**
 * Starts or adopts the embedded database. Three locks, which the operating system releases with their process, record
 * its users: `server.lock` (one server), `guests.lock` (shared by the commands) and `start.lock` (held only while the
 * database is started or stopped).
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => {})
  const start = { fast: options.fast ?? false, log }
  const place = await findPlace(options.dataDir, log)
  const files = await lockFiles(place)
  const isServer = options.role !== 'command'
  const serverLock = isServer ? takeServerLock(files.server, options.dataDir) : undefined
  let guestLock: FileLock | undefined
  const locked = <Value>(work: () => Promise<Value>) => holding(files.start, work)
  try {
    const running = await locked(async () => {
      guestLock = isServer ? undefined : tryLock(files.guests, 'shared')
      return ensureRunning(place, start)
    })
    const space = guardSpace(place, running.connection, log)
    // A killed server may have left the database read-only. On a disk that is full to the last byte PostgreSQL cannot change
    // its mode, and pages are answered all the same: the supervisor tries again.
    if (!start.fast) await space.check().catch((error: Error) => log(`Disk space: ${error.message}`))
    const restart = () => locked(() => ensureRunning(place, start))
    const watch = isServer ? supervise(place, { start: restart, space: start.fast ? null : space, log }) : undefined
    return {
      ...facts(place, running),
      async stop() {
        await watch?.end()
        serverLock?.release()
        guestLock?.release()
        await locked(() => stopUnlessUsed(place, files))
      },
    }
  } catch (error) {
    serverLock?.release()
    guestLock?.release()
    throw error
  }
}

/** Stops the database that a killed process left behind, unless another process uses it. */
export async function endAbandoned(dataDir: string): Promise<void> {
  const place = await findPlace(dataDir, () => {})
  const files = await lockFiles(place)
  await holding(files.start, () => stopUnlessUsed(place, files))
}

function facts(place: Place, { connection, adopted, created }: Running) {
  return { connection, adopted, created, pid: () => findPostmaster(place)?.pid }
}

/** Stops the database unless a server or a command still uses it. */
async function stopUnlessUsed(place: Place, files: LockFiles): Promise<void> {
  const server = tryLock(files.server, 'exclusive')
  const guests = tryLock(files.guests, 'exclusive')
  const postmaster = findPostmaster(place)
  try {
    if (server && guests && postmaster) await stopPostmaster(place, postmaster)
  } finally {
    server?.release()
    guests?.release()
  }
}

function takeServerLock(file: string, dataDir: string): FileLock {
  const lock = tryLock(file, 'exclusive')
  if (!lock) {
    throw new EmbeddedError(
      `Another server is already running on ${dataDir}: stop it, or give this one its own DATA_DIR or a DATABASE_URL.`,
    )
  }
  return lock
}

async function holding<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  const lock = await waitForLock(file, MAX_START)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

type LockFiles = { server: string; guests: string; start: string }

async function lockFiles(place: Place): Promise<LockFiles> {
  const { uid, gid } = await stat(place.folder)
  const file = async (name: string) => {
    const path = join(place.folder, name)
    await writeFile(path, '', { flag: 'a', mode: 0o600 })
    // Root may have started a shop that belongs to an ordinary user.
    if (process.getuid?.() === 0) await chown(path, uid, gid)
    return path
  }
  return { server: await file('server.lock'), guests: await file('guests.lock'), start: await file('start.lock') }
}
