import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { breaksConnection, isRetryable, UnknownOutcomeError } from './failure.ts'
import { type Db, dbOn, type Pool } from './pool.ts'

/** An open transaction; `client` is for libraries that enqueue jobs inside the transaction. */
export type Transaction = Db & { client: pg.PoolClient }

const MAX_PAUSE = 150 // milliseconds, multiplied by the number of the attempt

/**
 * Runs `work` in one READ COMMITTED transaction. If it loses a conflict with another transaction (deadlock,
 * serialization failure, lock timeout), it runs again as a whole, at most `retries` times: `work` must have no effects
 * outside of the database.
 */
export async function transaction<Value>(
  pool: Pool,
  work: (db: Transaction) => Promise<Value>,
  { retries = 3 }: { retries?: number } = {},
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.withClient((client) => runOnce(client, work))
    } catch (error) {
      if (attempt > retries || !isRetryable(error)) throw error
      await sleep(Math.random() * MAX_PAUSE * attempt)
    }
  }
}

async function runOnce<Value>(client: pg.PoolClient, work: (db: Transaction) => Promise<Value>): Promise<Value> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  let value: Value
  try {
    value = await work({ ...dbOn((query) => client.query(query)), client })
  } catch (error) {
    await rollBack(client, error)
    throw error
  }
  await commit(client)
  return value
}

async function rollBack(client: pg.PoolClient, cause: unknown): Promise<void> {
  // A broken connection has already rolled back, and the pool discards it.
  if (breaksConnection(cause)) return
  await client.query('ROLLBACK')
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    const { command } = await client.query('COMMIT')
    // PostgreSQL returns this when a statement failed and the work swallowed the error.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back instead of committed.')
  } catch (error) {
    if (!breaksConnection(error)) throw error
    throw new UnknownOutcomeError('The connection was lost while the transaction was being committed.', {
      cause: error,
    })
  }
}
