import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './failure.ts'
import type { Db, Pool } from './pool.ts'
import { mayChange } from './statements.ts'

/** A standby that answers reads which may be some seconds old. */
export type Replica = {
  /** Runs work whose reads may come from the replica. Changes and transactions always use the primary. */
  read<Value>(work: () => Value): Value
  /** Like `read`, but not older than the call: waits for the replica, and uses the primary if that takes too long. */
  readCurrent<Value>(work: () => Promise<Value>): Promise<Value>
  /** Seconds by which the replica is behind at most; null while nothing is known. */
  lag(): number | null
  isUsed(): boolean
  close(): Promise<void>
}

/** Seconds. A replica that is further behind is not used. */
export const maxLag = 5

const interval = 500 // milliseconds
const forReplica = new AsyncLocalStorage<true>()

type Sample = { lsn: string; at: number }

/**
 * A pool whose reads within `read` come from the replica while it is at most five seconds behind, and from the primary
 * otherwise. A read that the replica cannot answer goes to the primary.
 */
export function openReplica(primary: Pool, standby: Pool, warn: (message: string) => void): { pool: Pool } & Replica {
  let samples: Sample[] = []
  let freshAt = Number.NEGATIVE_INFINITY
  let wasUsed = false
  let running: Promise<void> | null = null
  const lag = () => (performance.now() - freshAt) / 1_000
  const isUsed = () => lag() <= maxLag

  /** Records how far the primary has written, and the last such record that the replica has applied. */
  async function check(): Promise<void> {
    const at = performance.now()
    const now = await primary.one<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')
    samples = [...samples, { lsn: now?.lsn ?? '', at }].slice(-20)
    const applied = await standby.one<{ at: number | null }>(
      `SELECT max(at) AS at FROM unnest($1::pg_lsn[], $2::float8[]) AS s(lsn, at)
        WHERE pg_is_in_recovery() AND lsn <= pg_last_wal_replay_lsn()`,
      [samples.map(({ lsn }) => lsn), samples.map((sample) => sample.at)],
    )
    freshAt = Math.max(freshAt, applied?.at ?? freshAt)
  }

  function report(): void {
    if (isUsed() === wasUsed) return
    wasUsed = isUsed()
    warn(wasUsed ? 'Reports and lists read from the replica.' : 'The replica is late or down: the primary is read.')
  }

  async function choose<Value>(
    text: string,
    name: string | undefined,
    read: (db: Db) => Promise<Value>,
  ): Promise<Value> {
    if (forReplica.getStore() !== true || !isUsed() || mayChange({ text, ...(name && { name }) })) return read(primary)
    return read(standby).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      return read(primary)
    })
  }

  const timer = setInterval(() => {
    running ??= check()
      // The replica counts as late by itself.
      .catch(() => {})
      .finally(() => {
        running = null
        report()
      })
  }, interval)
  timer.unref()

  return {
    pool: {
      ...primary,
      query: (sql, params, name) => choose(sql, name, (db) => db.query(sql, params, name)),
      one: (sql, params, name) => choose(sql, name, (db) => db.one(sql, params, name)),
    },
    read: (work) => forReplica.run(true, work),
    async readCurrent(work) {
      const calledAt = performance.now()
      const isCurrent = () => freshAt > calledAt
      while (!isCurrent() && performance.now() - calledAt < maxLag * 1_000) await sleep(interval)
      return isCurrent() ? forReplica.run(true, work) : work()
    },
    lag: () => (Number.isFinite(lag()) ? lag() : null),
    isUsed,
    async close() {
      clearInterval(timer)
      await running
      await standby.close()
    },
  }
}
