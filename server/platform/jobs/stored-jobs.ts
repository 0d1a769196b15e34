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

/** The queue makes its tables when it starts for the first time. */
async function hasQueue(db: Transaction): Promise<boolean> {
  const found = await db.client.query<{ exists: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS exists")
  return found.rows[0]?.exists === true
}
