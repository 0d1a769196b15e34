import type { Transaction } from '#server/platform/db/transaction.ts'
import type { OutboxRow } from './outbox.ts'

/**
 * Enqueues a job again under its id, with all of its retries: an email keeps its Message-ID. A job that is running now, or
 * that the outbox has already, is left as it is.
 */
export async function requeue(db: Transaction, { id, name, data }: OutboxRow): Promise<void> {
  // The queue makes its tables when it starts for the first time.
  const queue = await db.client.query<{ exists: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS exists")
  if (queue.rows[0]?.exists) {
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
