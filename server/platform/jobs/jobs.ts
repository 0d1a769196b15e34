import { PgBoss } from 'pg-boss'
import type { Connection } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'

/** Work that follows a transaction, or that a clock starts. Kept in the database: what is enqueued is done, crash or not. */
export type Jobs = {
  /** Enqueues in the open transaction: the job exists exactly when the transaction commits (the outbox). */
  enqueue(transaction: Transaction, name: string, data: object): Promise<void>
  /** Does jobs of this name; a failed one comes again with growing pauses, for about a day. */
  work(name: string, handler: (data: object) => Promise<void>): Promise<void>
  /** Runs by the clock, in one of the processes. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

const retries = { retryLimit: 14, retryDelay: 5, retryBackoff: true, retryDelayMax: 7200 }

export async function startJobs(connection: Connection, warn: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ ...connection, max: 3, application_name: 'toptan-jobs' })
  boss.on('error', warn)
  await boss.start()
  const queue = (name: string) => boss.createQueue(name, retries)
  return {
    async enqueue({ client }, name, data) {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
      await boss.send(name, data, { db })
    },
    async work(name, handler) {
      await queue(name)
      await boss.work(name, async (jobs) => {
        for (const job of jobs) await handler(job.data as object)
      })
    },
    async schedule(name, cron, handler) {
      await queue(name)
      await boss.work(name, handler)
      await boss.schedule(name, cron, null, { tz: 'Europe/Istanbul' })
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
