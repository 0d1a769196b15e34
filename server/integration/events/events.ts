import { type EventType, eventDays } from '#contract/integration/event-types.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import { unlessReadOnly } from '#server/platform/db/failure.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

export type Event = { seq: number; type: EventType; subject_id: number; at: Date }

/** Events numbered in one transaction. */
const batch = 10_000

/**
 * Gives numbers to the events that have none, in the order of their ids. Only committed events are visible here, and the
 * lock is held until the numbers are: a reader that sees a number sees every lower one.
 */
export async function numberEvents(pool: Pool): Promise<void> {
  let numbered: number
  do {
    const waiting = await pool.one<{ waits: boolean }>(
      'SELECT EXISTS (SELECT FROM events WHERE seq IS NULL) AS waits',
      [],
      'events_waiting',
    )
    if (waiting?.waits !== true) return
    const numbering = transaction(pool, async (db) => {
      await db.execute('SELECT pg_advisory_xact_lock(68, 1)', [], 'events_lock')
      return db.execute(
        `UPDATE events e SET seq = fresh.seq
           FROM (SELECT id, nextval('event_seq') AS seq
                   FROM (SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT $1) ordered) fresh
          WHERE e.id = fresh.id`,
        [batch],
        'events_number',
      )
    })
    // Programs read on with the events that have numbers.
    numbered = await unlessReadOnly(numbering, 0)
  } while (numbered === batch)
}

/** Events of these types after a number, in order, at most `limit`. Numbers new ones first. */
export async function readEvents(
  pool: Pool,
  types: readonly EventType[],
  after: number,
  limit: number,
): Promise<Event[]> {
  await numberEvents(pool)
  return pool.query<Event>(
    `SELECT seq, type, subject_id, at FROM events WHERE type = ANY ($1) AND seq > $2 ORDER BY seq LIMIT $3`,
    [types, after, limit],
    'events_read',
  )
}

/** A cursor as the API returns it. Its content is not part of the contract. */
export const cursorOf = (seq: number): string => `e${seq}`

/**
 * The number that a cursor stands for; 0 without one. Refused: what is no cursor, and a cursor so old that events after it
 * have been removed.
 */
export async function parseCursor(db: Db, cursor: string | undefined): Promise<number | Refusal> {
  if (cursor === undefined || cursor === '') return 0
  const [, digits] = /^e(\d{1,15})$/.exec(cursor) ?? []
  if (digits === undefined) return { ...refuse('validation_failed'), fields: { cursor: 'invalid' } }
  const horizon = await db.one<{ removed_seq: number }>('SELECT removed_seq FROM event_horizon', [], 'event_horizon')
  return Number(digits) < (horizon?.removed_seq ?? 0) ? refuse('cursor_expired', { days: eventDays }) : Number(digits)
}

/** Removes events that are older than `eventDays`. */
export async function purgeEvents(pool: Pool): Promise<void> {
  // The horizon first: a cursor that meets removed events is refused, and never skips them.
  await pool.execute(
    `UPDATE event_horizon SET removed_seq = greatest(removed_seq, (
       SELECT max(seq) FROM events WHERE at < now() - make_interval(days => $1)))`,
    [eventDays],
  )
  await deleteBatches(
    pool,
    'events',
    'at < now() - make_interval(days => $1) AND seq <= (SELECT removed_seq FROM event_horizon)',
    { params: [eventDays], by: 'at' },
  )
}
