import type { Db } from '#server/platform/db/pool.ts'

/**
 * Enqueues a job in the open transaction: it exists exactly if the transaction commits, whether or not the queue is
 * running.
 */
export async function enqueue(db: Db, name: string, data: object): Promise<void> {
  await db.execute('INSERT INTO outbox (name, data) VALUES ($1, $2)', [name, JSON.stringify(data)], 'outbox_insert')
}

/** Like `enqueue`, for several jobs of one name. */
export async function enqueueAll(db: Db, name: string, data: readonly object[]): Promise<void> {
  if (data.length === 0) return
  await db.execute(
    'INSERT INTO outbox (name, data) SELECT $1, data FROM jsonb_array_elements($2::jsonb) AS data',
    [name, JSON.stringify(data)],
    'outbox_insert_all',
  )
}

export type OutboxRow = { id: string; name: string; data: object }

/** Removes the oldest rows of these names and returns them. Concurrent processes get different rows. */
export async function takeFromOutbox(db: Db, names: readonly string[], limit: number): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(
    `DELETE FROM outbox WHERE id IN
       (SELECT id FROM outbox WHERE name = ANY ($1) ORDER BY created_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, name, data`,
    [names, limit],
  )
}
