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

type Wanted = { names: readonly string[]; held: readonly string[] }

/** Rows of the names $1, but not those of $2 while emails are held after a restore. */
const wantedSql = `name = ANY ($1) AND NOT (name = ANY ($2) AND ${holdsEmailsSql})`

export async function hasInOutbox(db: Db, { names, held }: Wanted): Promise<boolean> {
  const rows = await db.query(`SELECT FROM outbox WHERE ${wantedSql} LIMIT 1`, [names, held], 'outbox_has')
  return rows.length > 0
}

export type OutboxRow = { id: string; name: string; data: object }

/**
 * Removes the oldest rows of these names and returns them. Concurrent processes get different rows. Those of `held` stay while
 * emails are held after a restore.
 */
export async function takeFromOutbox(db: Db, { names, held }: Wanted, limit: number): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(
    `DELETE FROM outbox WHERE id IN
       (SELECT id FROM outbox WHERE ${wantedSql} ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, name, data`,
    [names, held, limit],
  )
}
