import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CountStore } from './counts.ts'

type CountRow = { key: string; count: number; milliseconds_left: number }

const purgeInterval = 60_000 // milliseconds

/** Adds counts up in the shop's database. Counts whose window has ended are removed every minute. */
export function postgresStore(db: Db): CountStore {
  let purgedAt = performance.now()
  return {
    async add(added) {
      if (performance.now() - purgedAt > purgeInterval) {
        purgedAt = performance.now()
        await deleteBatches(db, 'limit_counts', 'ends_at < now()', { by: 'ends_at' })
      }
      // In the order of keys, so that no two processes deadlock.
      const rows = await db.query<CountRow>(
        `INSERT INTO limit_counts AS l (key, count, ends_at)
         SELECT key, count, now() + milliseconds * interval '1 millisecond'
           FROM unnest($1::text[], $2::integer[], $3::double precision[]) AS a (key, count, milliseconds) ORDER BY key
         ON CONFLICT (key) DO UPDATE
            SET count = CASE WHEN l.ends_at <= now() THEN excluded.count ELSE least(l.count::bigint + excluded.count, 2000000000)::integer END,
                ends_at = CASE WHEN l.ends_at <= now() THEN excluded.ends_at ELSE l.ends_at END
         RETURNING key, count, extract(epoch FROM ends_at - now())::double precision * 1000 AS milliseconds_left`,
        [
          added.map(({ key }) => key),
          added.map(({ count }) => count),
          added.map(({ millisecondsLeft }) => millisecondsLeft),
        ],
        'limit_counts_add',
      )
      return new Map(
        rows.map(({ key, count, milliseconds_left: millisecondsLeft }) => [key, { count, millisecondsLeft }]),
      )
    },
    async close() {},
  }
}
