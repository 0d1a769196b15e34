import { type Job, type JobResult, PgBoss } from 'pg-boss'
import { type Connection, driverOptions } from '#server/platform/db/connection.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { runRecorded, runScheduled } from './job-runs.ts'
import { hasInOutbox, takeFromOutbox } from './outbox.ts'
import { repeatEvery } from './repeat.ts'

/** `key` identifies the job and is the same in each retry. */
export type JobHandler = (data: object, key: string) => Promise<void>

/** Work that follows a transaction or a schedule. Jobs are stored in the database and survive a crash. */
export type Jobs = {
  /**
   * Runs the jobs that `enqueue` wrote under this name. A failed job is retried with growing pauses for about a day.
   */
  work(name: string, handler: JobHandler): Promise<void>
  /**
   * Like `work`, for many short jobs such as emails: several at a time, and without a pause while there are more.
   * `isHeldAfterRestore`: those are not started while the emails of a restore are held.
   */
  workInParallel(name: string, handler: JobHandler, options?: { isHeldAfterRestore: boolean }): Promise<void>
  /** Runs on a cron schedule, in one of the processes. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

const retries = { retryLimit: 14, retryDelay: 5, retryBackoff: true, retryDelayMax: 7200 }
// The job of a process that died is retried after a minute or two.
const policy = { ...retries, heartbeatSeconds: 60, notify: true }
// One job per worker at a time: a crash repeats no more than the jobs in progress.
// The database announces new jobs: polling finds retries, and new jobs while there is no connection that listens.
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 10, localConcurrency: 2 }
// A slow job delays the others of its batch only.
const batches = { ...polling, batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const
// A worker polls rarely once the list of queues shows that its queue announces jobs.
const listening = { useListenNotify: true, queueCacheIntervalSeconds: 5 }
const relayMilliseconds = 1_000
const rowsAtOnce = 100

export async function startJobs(
  { connection, pool }: { connection: Connection; pool: Pool },
  warn: (error: Error) => void,
): Promise<Jobs> {
  const boss = new PgBoss({ ...driverOptions(connection), ...listening, max: 3, application_name: 'toptan-jobs' })
  boss.on('error', warn)
  await boss.start({ attempts: 3 })
  const names = new Set<string>()
  const held = new Set<string>()
  const relay = repeatEvery(
    relayMilliseconds,
    async () => {
      while ((await relayJobs(boss, pool, { names: [...names], held: [...held] })) === rowsAtOnce);
    },
    warn,
  )
  const queue = async (name: string) => {
    await boss.createQueue(name, policy)
    // The queue may exist with the settings of an earlier version.
    await boss.updateQueue(name, policy)
  }
  const run = async (name: string, handler: JobHandler, { id, data }: Job<unknown>) => {
    failpoint('job.before')
    await runRecorded(pool, { name, id }, () => handler(data as object, id)).catch((error: unknown) => {
      warn(new Error(`The job ${name} ${id} failed and will be retried: ${String(error)}`))
      throw error
    })
    failpoint('job.after')
  }
  return {
    async work(name, handler) {
      await queue(name)
      await boss.work(name, polling, async (jobs) => {
        for (const job of jobs) await run(name, handler, job)
      })
      names.add(name)
    },
    async workInParallel(name, handler, { isHeldAfterRestore } = { isHeldAfterRestore: false }) {
      await queue(name)
      await boss.work(name, batches, (jobs) =>
        Promise.all(
          jobs.map(async (job): Promise<JobResult> => {
            const { id } = job
            try {
              await run(name, handler, job)
            } catch (error) {
              return { id, status: 'failed', output: { message: String(error) } }
            }
            // At once: a crash repeats only the jobs in progress. If it fails, the end of the batch completes the job.
            await boss.complete(name, id).catch(() => {})
            return { id, status: 'completed' }
          }),
        ),
      )
      if (isHeldAfterRestore) held.add(name)
      names.add(name)
    },
    async schedule(name, cron, handler) {
      await queue(name)
      await boss.work(name, async (runs) => {
        for (const { id } of runs) await runScheduled(pool, { name, id }, handler)
      })
      await boss.schedule(name, cron, null, { tz: 'Europe/Istanbul' })
    },
    async close() {
      await relay.close()
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/** Moves jobs from the outbox to the queue in one transaction, so that each job is in exactly one of them. */
async function relayJobs(
  boss: PgBoss,
  pool: Pool,
  wanted: { names: readonly string[]; held: readonly string[] },
): Promise<number> {
  // Mostly it is empty.
  if (!(await hasInOutbox(pool, wanted))) return 0
  const count = await transaction(pool, async (db) => {
    const rows = await takeFromOutbox(db, wanted, rowsAtOnce)
    if (rows.length > 0) failpoint('outbox.after_take')
    const executeSql = (text: string, values?: unknown[]) => db.client.query(text, values)
    for (const { id, name, data } of rows) await boss.send(name, data, { id, db: { executeSql } })
    return rows.length
  })
  if (count > 0) failpoint('outbox.after_relay')
  return count
}
