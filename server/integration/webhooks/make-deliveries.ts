import type { EventType } from '#contract/integration/event-types.ts'
import { mayUseKeys } from '#server/account/account.ts'
import { numberEvents } from '#server/integration/events/events.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { subjectOf } from './bodies.ts'

/** Events whose deliveries are made in one transaction. */
const eventsAtOnce = 5_000

/**
 * A target `t` that gets events: it is active and, if it is a dealer's, its user and dealer are enabled, and the user may
 * still have keys.
 */
export const isServed = `(t.is_active AND (t.dealer_id IS NULL OR EXISTS (
  SELECT FROM users u JOIN dealers d ON d.id = u.dealer_id
   WHERE u.id = t.user_id AND d.id = t.dealer_id AND u.disabled_at IS NULL AND d.disabled_at IS NULL
     AND ${mayUseKeys})))`

type Target = { id: number; types: EventType[]; dealer_id: number | null; expanded_seq: number }
type NewEvent = { id: number; seq: number; type: EventType; subject_id: number; at: Date; dealer_id: number | null }

/** Makes the deliveries of new events for every target. Returns whether there may be more. */
export async function makeDeliveries(pool: Pool): Promise<boolean> {
  await numberEvents(pool)
  // Most turns find nothing new, and then lock nothing.
  if (!(await hasNewEvents(pool))) return false
  return transaction(pool, async (db) => {
    // One process at a time; new targets wait for their first number.
    const targets = await db.query<Target>(
      `SELECT t.id, t.types, t.dealer_id, t.expanded_seq FROM webhook_targets t WHERE ${isServed} ORDER BY t.id FOR UPDATE OF t`,
      [],
      'webhook_targets_turn',
    )
    let hasMore = false
    // Targets that are up to date share a number, so that most turns read the events once.
    for (const [after, of] of Map.groupBy(targets, (each) => each.expanded_seq)) {
      hasMore = (await makeAfter(db, of, after)) || hasMore
    }
    return hasMore
  })
}

/** Whether an active target has events without deliveries. */
const areEventsNew = `EXISTS (SELECT FROM webhook_targets t
  WHERE t.is_active AND EXISTS (SELECT FROM events e WHERE e.seq > t.expanded_seq))`

/** Whether makeDeliveries may find something. */
export const mayBeDeliveries = `(EXISTS (SELECT FROM events WHERE seq IS NULL) OR ${areEventsNew})`

async function hasNewEvents(db: Db): Promise<boolean> {
  const row = await db.one<{ has: boolean }>(`SELECT ${areEventsNew} AS has`, [], 'webhook_has_new_events')
  return row?.has ?? false
}

async function makeAfter(db: Db, targets: readonly Target[], after: number): Promise<boolean> {
  const events = await loadEvents(db, after)
  const last = events.at(-1)
  if (last === undefined) return false
  const wanted = targets.flatMap((target) =>
    events.filter((event) => wants(target, event)).map((event) => ({ target, event })),
  )
  await db.execute(
    `INSERT INTO webhook_deliveries (target_id, event_id, type, subject, subject_id, at)
     SELECT * FROM unnest($1::integer[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
     ON CONFLICT (target_id, event_id) DO NOTHING`,
    [
      wanted.map(({ target }) => target.id),
      wanted.map(({ event }) => event.id),
      wanted.map(({ event }) => event.type),
      wanted.map(({ event }) => subjectOf(event.type)),
      wanted.map(({ event }) => event.subject_id),
      wanted.map(({ event }) => event.at.toISOString()),
    ],
    'webhook_deliveries_insert',
  )
  await db.execute(
    'UPDATE webhook_targets SET expanded_seq = $2 WHERE id = ANY ($1)',
    [targets.map(({ id }) => id), last.seq],
    'webhook_expanded',
  )
  return events.length === eventsAtOnce
}

/** A dealer's target gets what happened to the dealer's own records alone. */
const wants = ({ types, dealer_id: dealerId }: Target, event: NewEvent): boolean =>
  types.includes(event.type) && (dealerId === null || event.dealer_id === dealerId)

/** The dealer whose order or payment an event `e` is about; null for other events. */
const dealerOfEvent = `CASE WHEN e.type LIKE 'order.%' THEN (SELECT o.dealer_id FROM orders o WHERE o.id = e.subject_id)
  WHEN e.type IN ('payment.captured', 'payment.unknown')
  THEN (SELECT k.dealer_id FROM payments k WHERE k.id = e.subject_id)
  WHEN e.type = 'payment.refunded'
  THEN (SELECT k.dealer_id FROM payment_refunds r JOIN payments k ON k.id = r.payment_id WHERE r.id = e.subject_id)
  END`

/** The number of events that wait for a target `t` that is paused or whose user is disabled. */
export const heldEvents = `(SELECT count(*) FROM events e
  WHERE NOT ${isServed} AND (e.seq IS NULL OR e.seq > t.expanded_seq) AND e.type = ANY (t.types)
    AND (t.dealer_id IS NULL OR t.dealer_id = ${dealerOfEvent}))`

/** Events after a number, with the dealer whose order or payment each is about. */
function loadEvents(db: Db, after: number): Promise<NewEvent[]> {
  return db.query<NewEvent>(
    `SELECT e.id, e.seq, e.type, e.subject_id, e.at, ${dealerOfEvent} AS dealer_id
       FROM events e WHERE e.seq > $1 ORDER BY e.seq LIMIT $2`,
    [after, eventsAtOnce],
    'webhook_new_events',
  )
}
