import type { Db } from '#server/platform/db/pool.ts'
import { type WritePart, writeTogether } from '#server/platform/db/together.ts'
import { holdsEmailsSql } from './held-emails.ts'

/**
 * Enqueues a job in the open transaction: it exists exactly if the transaction commits, whether or not the queue is
 * running.
 */
export async function enqueue(db: Db, name: string, data: object): Promise<void> {
  await db.execute('INSERT INTO outbox (name, data) VALUES ($1, $2)', [name, JSON.stringify(data)], 'outbox_insert')
}

/** Like `enqueue`, for several jobs of one name. */
export async function enqueueAll(db: Db, name: string, data: readonly object[]): Promise<void> {
  if (data.length > 0) await writeTogether(db, [enqueuePart(name, data)])
}

/** Enqueues jobs of one name with other changes. */
export function enqueuePart(name: string, data: readonly object[]): WritePart {
  return {
    name: 'outbox',
    ctes: {
      enqueued: 'INSERT INTO outbox (name, data) SELECT $1, data FROM jsonb_array_elements($2::jsonb) AS data',
    },
    params: [name, JSON.stringify(data)],
  }
}

export type OutboxRow = { id: string; name: string; data: object }

/**
 * Removes the oldest rows of these names and returns them. Concurrent processes get different rows. Those of `held` stay while
 * emails are held after a restore.
 */
export async function takeFromOutbox(
  db: Db,
  { names, held }: { names: readonly string[]; held: readonly string[] },
  limit: number,
): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(
    `DELETE FROM outbox WHERE id IN
       (SELECT id FROM outbox WHERE name = ANY ($1) AND NOT (name = ANY ($3) AND ${holdsEmailsSql})
                     ORDER BY created_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, name, data`,
    [names, limit, held],
  )
}
