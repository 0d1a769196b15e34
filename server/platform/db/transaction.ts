import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { breaksConnection, isRetryable, mayRunAgain, UnknownOutcomeError } from './failure.ts'
import { type Db, dbOn, type Pool } from './pool.ts'

/** An open transaction; `client` is for libraries that enqueue jobs inside the transaction. */
export type Transaction = Db & { client: pg.PoolClient }

export type TransactionOptions = {
  /** How often it may run again after a conflict. */
  retries?: number
  /** The longest that a statement may take, for work that is as large as the shop. Without it, the limits of the pool hold. */
  statementSeconds?: number
}

const MAX_PAUSE = 150 // milliseconds, multiplied by the number of the attempt

/**
 * Runs `work` in one READ COMMITTED transaction. If it loses a conflict with another transaction (deadlock,
 * serialization failure, lock timeout), it runs again as a whole, at most `retries` times, and once more after a
 * connection that was lost before COMMIT: `work` must have no effects outside of the database.
 */
export async function transaction<Value>(
  pool: Pool,
  work: (db: Transaction) => Promise<Value>,
  { retries = 3, statementSeconds }: TransactionOptions = {},
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.withClient((client) => runOnce(pool, client, work, statementSeconds))
    } catch (error) {
      const mayRepeat = isRetryable(error)
        ? attempt <= retries
        : attempt === 1 && mayRunAgain(error, { changes: false })
      if (!mayRepeat) throw error
      await sleep(Math.random() * MAX_PAUSE * attempt)
    }
  }
}

async function runOnce<Value>(
  pool: Pool,
  client: pg.PoolClient,
  work: (db: Transaction) => Promise<Value>,
  statementSeconds: number | undefined,
): Promise<Value> {
  await pool.begin(client)
  let value: Value
  try {
    if (statementSeconds !== undefined) await client.query(`SET LOCAL statement_timeout = '${statementSeconds}s'`)
    // Above the limit of the database, which ends a statement first.
    const driverLimit = statementSeconds === undefined ? {} : { query_timeout: (statementSeconds + 1) * 1000 }
    value = await work({ ...dbOn((query) => client.query({ ...query, ...driverLimit })), client })
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
