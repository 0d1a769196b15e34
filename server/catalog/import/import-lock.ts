import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { breaksConnection } from '#server/platform/db/failure.ts'
import { type Db, dbOn, type Pool } from '#server/platform/db/pool.ts'
import { ImportError } from './read/codes.ts'

/** Key of the advisory lock that allows one import at a time, over all processes. */
const lockKey = 7_205_310_411

/** Milliseconds between two attempts to get the lock. */
const pause = 40

/** `wait`: milliseconds for which another import may still run; 0 without it. */
export type LockOptions = { signal?: AbortSignal | undefined; wait?: number | undefined }

/**
 * Runs `work` on one connection that holds the import lock. Throws ImportError `import_running` if another import runs, after
 * the wait. An abort cancels the running statement and closes the connection.
 */
export async function withImportLock<Value>(
  pool: Pool,
  { signal, wait = 0 }: LockOptions,
  work: (db: Db, client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  return pool.withSession(async (client) => {
    const db = guard(
      dbOn((query) => client.query(query)),
      signal,
    )
    const pid = await takeLock(db, performance.now() + wait)
    const cancel = () => void pool.execute('SELECT pg_cancel_backend($1)', [pid]).catch(() => {})
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await work(db, client)
    } finally {
      signal?.removeEventListener('abort', cancel)
      // A late cancellation would hit the next statement on this connection. Closing it releases the lock as well.
      await (signal?.aborted ? client.end() : unlock(client))
    }
  })
}

/** Returns the process of the connection, which has the lock. */
async function takeLock(db: Db, deadline: number): Promise<number> {
  for (;;) {
    const lock = await db.one<{ locked: boolean; pid: number }>(
      'SELECT pg_try_advisory_lock($1) AS locked, pg_backend_pid() AS pid',
      [lockKey],
    )
    if (lock?.locked === true) return lock.pid
    if (performance.now() >= deadline) throw new ImportError('import_running')
    await sleep(pause)
  }
}

/** Keeps imports out until the transaction ends; false if one is running. */
export async function lockImports(db: Db): Promise<boolean> {
  const lock = await db.one<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock_shared($1) AS locked', [lockKey])
  return lock?.locked === true
}

/**
 * Keeps fetched pictures out of products until the transaction ends: an import locks products in any order. Waits for the
 * pictures that are being added.
 */
export async function lockProductPictures(db: Db): Promise<void> {
  await db.execute('SELECT pg_advisory_xact_lock(71, 1)')
}

/** Keeps imports from changing products until the transaction ends; false if one does. */
export async function mayAddPictures(db: Db): Promise<boolean> {
  const lock = await db.one<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock(71, 1) AS locked')
  return lock?.locked === true
}

/** Whether an import runs at the moment, in any process. */
export async function isImportRunning(pool: Db): Promise<boolean> {
  const row = await pool.one(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32 | objid::bigint) = $1`,
    [lockKey],
  )
  return row !== undefined
}

/** Throws before each statement once the signal is aborted: cancelling ends only the statement that runs. */
export function guard(db: Db, signal: AbortSignal | undefined): Db {
  return {
    query<Row extends object>(sql: string, params?: readonly unknown[], name?: string) {
      signal?.throwIfAborted()
      return db.query<Row>(sql, params, name)
    },
    one<Row extends object>(sql: string, params?: readonly unknown[], name?: string) {
      signal?.throwIfAborted()
      return db.one<Row>(sql, params, name)
    },
    execute(sql, params, name) {
      signal?.throwIfAborted()
      return db.execute(sql, params, name)
    },
  }
}

async function unlock(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey])
  } catch (error) {
    // A lost connection has released the lock.
    if (!breaksConnection(error)) throw error
  }
}

/** A pool of the one connection that holds the staging tables, for a transaction. */
export function oneConnection(pool: Pool, client: pg.PoolClient): Pool {
  return { ...pool, withClient: (work) => work(client) }
}
