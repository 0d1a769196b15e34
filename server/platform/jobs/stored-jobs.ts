import type { Pool } from '#server/platform/db/pool.ts'
import { type Transaction, transaction } from '#server/platform/db/transaction.ts'
import type { OutboxRow } from './outbox.ts'

/**
 * Enqueues a job again under its id, with all of its retries: an email keeps its Message-ID. A job that is running now, or
 * that the outbox has already, is left as it is.
 */
export async function requeue(db: Transaction, { id, name, data }: OutboxRow): Promise<void> {
  if (await hasQueue(db)) {
    await db.client.query("DELETE FROM pgboss.job WHERE name = $1 AND id = $2 AND state <> 'active'", [name, id])
    const running = await db.client.query('SELECT FROM pgboss.job WHERE name = $1 AND id = $2', [name, id])
    if (running.rows.length > 0) return
  }
  await db.execute(
    'INSERT INTO outbox (id, name, data) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [id, name, JSON.stringify(data)],
    'outbox_requeue',
  )
}

/**
 * Removes jobs whose data contains a text, such as an email address that is erased: those that wait, those that are tried
 * again, and the records of finished ones. One that runs finds out with `isJobRemoved`.
 */
export async function removeJobsWith(db: Transaction, text: string): Promise<void> {
  const hasText = 'position(to_jsonb($1::text)::text in data::text) > 0'
  // The outbox first: a job that leaves it meanwhile is then in the queue.
  await db.execute(`DELETE FROM outbox WHERE ${hasText}`, [text])
  if (await hasQueue(db)) await db.client.query(`DELETE FROM pgboss.job WHERE ${hasText}`, [text])
}

/** Whether a job that runs was removed since it was taken from the queue. */
export function isJobRemoved(pool: Pool, { id, name }: Pick<OutboxRow, 'id' | 'name'>): Promise<boolean> {
  return transaction(pool, async (db) => {
    if (!(await hasQueue(db))) return false
    const found = await db.client.query('SELECT FROM pgboss.job WHERE name = $1 AND id = $2', [name, id])
    return found.rows.length === 0
  })
}

/** Moves the unfinished jobs of a recovered queue back to the outbox, where they can be held. */
export async function returnJobs(db: Transaction): Promise<void> {
  if (!(await hasQueue(db))) return
  await db.client.query(
    `WITH taken AS (DELETE FROM pgboss.job
                     WHERE state IN ('created', 'retry', 'active') AND name NOT IN (SELECT name FROM pgboss.schedule)
                     RETURNING id, name, data, created_on)
     INSERT INTO outbox (id, name, data, created_at) SELECT id, name, data, created_on FROM taken WHERE data IS NOT NULL
     ON CONFLICT DO NOTHING`,
  )
}

/** The queue makes its tables when it starts for the first time. */
async function hasQueue(db: Transaction): Promise<boolean> {
  const found = await db.client.query<{ exists: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS exists")
  return found.rows[0]?.exists === true
}

/** Lets a failed job, or one that waits for its next try, run now with all of its tries. False: there is none. */
export async function runFailedNow(db: Transaction, { id, name }: Pick<OutboxRow, 'id' | 'name'>): Promise<boolean> {
  if (!(await hasQueue(db))) return false
  const changed = await db.client.query(
    `UPDATE pgboss.job SET state = 'retry', completed_on = NULL, start_after = now(), keep_until = now() + interval '14 days',
            retry_limit = retry_count + greatest(1, (SELECT retry_limit FROM pgboss.queue q WHERE q.name = $1))
      WHERE name = $1 AND id = $2 AND state IN ('retry', 'failed')`,
    [name, id],
  )
  return changed.rowCount === 1
}

/** Removes a job that waits or has failed. False: there is none, or it runs. */
export async function removeWaiting(db: Transaction, { id, name }: Pick<OutboxRow, 'id' | 'name'>): Promise<boolean> {
  // The outbox first: a job that leaves it meanwhile is then in the queue.
  if ((await db.execute('DELETE FROM outbox WHERE id = $1 AND name = $2', [id, name], 'outbox_remove')) > 0) return true
  if (!(await hasQueue(db))) return false
  const removed = await db.client.query(
    `DELETE FROM pgboss.job WHERE name = $1 AND id = $2 AND state IN ('created', 'retry', 'failed')`,
    [name, id],
  )
  return removed.rowCount === 1
}
