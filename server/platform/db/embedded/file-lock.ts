import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedError } from './embedded-error.ts'

export type FileLock = { release(): void }

const SQLITE_BUSY = 5

/**
 * Takes a lock that the operating system releases when its process ends in any way: no stale locks. Node has no flock;
 * SQLite's lock on an empty file does the same. Returns undefined when another process holds it.
 */
export function tryLock(file: string, mode: 'exclusive' | 'shared'): FileLock | undefined {
  const handle = new DatabaseSync(file, { timeout: 0 })
  try {
    // In memory, so that a kill leaves no journal file.
    handle.exec('PRAGMA journal_mode = MEMORY')
    handle.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    handle.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return { release: () => handle.isOpen && handle.close() }
}

/** Waits for an exclusive lock for at most `limit` milliseconds. */
export async function waitForLock(file: string, limit: number): Promise<FileLock> {
  const deadline = performance.now() + limit
  for (;;) {
    const lock = tryLock(file, 'exclusive')
    if (lock) return lock
    if (performance.now() > deadline) throw new EmbeddedError(`Another process has held ${file} for too long.`)
    await sleep(50)
  }
}
