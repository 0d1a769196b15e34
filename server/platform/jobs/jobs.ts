import { PgBoss } from 'pg-boss'
import type { Connection, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { takeFromOutbox } from './outbox.ts'
import { repeatEvery } from './repeat.ts'

/** `key` is the job's own and stays the same when it comes again. */
export type JobHandler = (data: object, key: string) => Promise<void>

/** Work that follows a transaction, or that a clock starts. Kept in the database: what is enqueued is done, crash or not. */
export type Jobs = {
  /** Does the jobs that `enqueue` wrote under this name; a failed one comes again with growing pauses, for about a day. */
  work(name: string, handler: JobHandler): Promise<void>
  /** Runs by the clock, in one of the processes. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

const retries = { retryLimit: 14, retryDelay: 5, retryBackoff: true, retryDelayMax: 7200 }
// The job of a process that died comes again after a minute or two.
const policy = { ...retries, heartbeatSeconds: 60 }
// One job at a time each: a process that dies repeats no more than what it was at.
const pace = { pollingIntervalSeconds: 1, localConcurrency: 2 }
const relayMilliseconds = 1_000
const rowsAtOnce = 100

export async function startJobs(
  { connection, pool }: { connection: Connection; pool: Pool },
  warn: (error: Error) => void,
): Promise<Jobs> {
  const boss = new PgBoss({ ...connection, max: 3, application_name: 'toptan-jobs' })
  boss.on('error', warn)
  await boss.start({ attempts: 3 })
  const names = new Set<string>()
  const relay = repeatEvery(
    relayMilliseconds,
    async () => {
      while ((await relayJobs(boss, pool, [...names])) === rowsAtOnce);
    },
    warn,
  )
  const queue = async (name: string) => {
    await boss.createQueue(name, policy)
    // One that an earlier version of the program made.
    await boss.updateQueue(name, policy)
  }
  return {
    async work(name, handler) {
      await queue(name)
      await boss.work(name, pace, async (jobs) => {
        for (const job of jobs) {
          failpoint('job.before')
          await handler(job.data as object, job.id).catch((error: unknown) => {
            warn(new Error(`The job ${name} ${job.id} failed and comes again: ${String(error)}`))
            throw error
          })
          failpoint('job.after')
        }
      })
      names.add(name)
    },
    async schedule(name, cron, handler) {
      await queue(name)
      await boss.work(name, handler)
      await boss.schedule(name, cron, null, { tz: 'Europe/Istanbul' })
    },
    async close() {
      await relay.close()
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/** From the outbox into the queue in one transaction: a job is in one of the two, never in both. */
async function relayJobs(boss: PgBoss, pool: Pool, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0
  const count = await transaction(pool, async (db) => {
    const rows = await takeFromOutbox(db, names, rowsAtOnce)
    if (rows.length > 0) failpoint('outbox.after_take')
    const executeSql = (text: string, values?: unknown[]) => db.client.query(text, values)
    for (const { id, name, data } of rows) await boss.send(name, data, { id, db: { executeSql } })
    return rows.length
  })
  if (count > 0) failpoint('outbox.after_relay')
  return count
}
