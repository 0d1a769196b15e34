import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isRetryable } from '#server/platform/db/failure.ts'

/** All in milliseconds. */
export type Patience = {
  /** A statement that waits for a lock makes all later ones on its table wait too: it gives up after this time. */
  lockTimeout: number
  pause: number
  /** After this time without a lock, the migration fails. */
  limit: number
}

export const defaultPatience: Patience = { lockTimeout: 2_000, pause: 3_000, limit: 15 * 60_000 }

/**
 * Runs `work` in a transaction, and again as a whole while another session holds a lock that it needs. `onConflict` is called
 * before each pause. Throws the last error after the limit.
 */
export async function patientTransaction<Value>(
  client: pg.Client,
  { lockTimeout, pause, limit }: Patience,
  work: () => Promise<Value>,
  onConflict: () => Promise<void>,
): Promise<Value> {
  const startedAt = performance.now()
  for (;;) {
    try {
      await client.query('BEGIN')
      await client.query(`SET LOCAL lock_timeout = ${lockTimeout}`)
      const value = await work()
      await client.query('COMMIT')
      return value
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      if (!isRetryable(error) || performance.now() - startedAt > limit) throw error
    }
    await onConflict()
    await sleep(pause)
  }
}

/** The session whose transaction has been open for longest, in words: probably the one that is waited for. */
export async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM now() - xact_start)::int AS seconds
       FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 1`,
  )
  const [oldest] = rows
  return oldest === undefined
    ? 'another session'
    : `session ${oldest.pid} (${oldest.name || 'unnamed'}), whose transaction is ${oldest.seconds} s old`
}
