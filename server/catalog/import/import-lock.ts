import type pg from 'pg'
import { breaksConnection } from '#server/platform/db/failure.ts'
import { type Db, dbOn, type Pool } from '#server/platform/db/pool.ts'
import { ImportStop } from '#server/catalog/import/read/codes.ts'

/** One import at a time, in all processes: the key of an advisory lock. */
const LOCK = 7_205_310_411

/** Does `work` on one connection while nobody else imports. An abort ends the running statement, and the connection with it. */
export async function withImportLock<Value>(
  pool: Pool,
  signal: AbortSignal | undefined,
  work: (db: Db, client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  return pool.withClient(async (client) => {
    const db = guard(
      dbOn((query) => client.query(query)),
      signal,
    )
    const lock = await db.one<{ locked: boolean; pid: number }>(
      'SELECT pg_try_advisory_lock($1) AS locked, pg_backend_pid() AS pid',
      [LOCK],
    )
    if (!lock?.locked) throw new ImportStop('import_running')
    const cancel = () => void pool.execute('SELECT pg_cancel_backend($1)', [lock.pid]).catch(() => {})
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await work(db, client)
    } finally {
      signal?.removeEventListener('abort', cancel)
      // A late cancellation would end whatever runs next on this connection: it is closed, and its lock with it.
      await (signal?.aborted ? client.end() : unlock(client))
    }
  })
}

/** Whether anybody imports at this moment, the command line included. */
export async function isImportRunning(pool: Db): Promise<boolean> {
  const row = await pool.one(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32 | objid::bigint) = $1`,
    [LOCK],
  )
  return row !== undefined
}

/** Ctrl-C ends the running statement; this keeps the next one from starting. */
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
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  } catch (error) {
    // A lost connection has let go of everything by itself.
    if (!breaksConnection(error)) throw error
  }
}

/** Staging tables belong to their connection: the transaction has to run on it. */
export function oneConnection(pool: Pool, client: pg.PoolClient): Pool {
  return { ...pool, withClient: (work) => work(client) }
}
