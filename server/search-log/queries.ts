import { maskCards } from '#domain/payments/card-text.ts'
import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A search that has not been written yet. */
export type RecordedSearch = {
  /** null = a guest. */
  userId: number | null
  query: string
  folded: string
  resultCount: number
  isRelaxed: boolean
  /** Time by the process clock (`performance.now()`), in milliseconds. */
  at: number
}

/** Inserts searches with timestamps by the database clock. For users who no longer exist, only the query is stored. */
export async function insertSearches(db: Db, searches: readonly RecordedSearch[], now: number): Promise<void> {
  await db.execute(
    `INSERT INTO searches (user_id, query, folded, result_count, is_relaxed, created_at)
     SELECT u.id, n.query, n.folded, n.result_count, n.is_relaxed, now() - n.age * interval '1 millisecond'
       FROM unnest($1::integer[], $2::text[], $3::text[], $4::integer[], $5::float8[], $6::boolean[])
              WITH ORDINALITY AS n (user_id, query, folded, result_count, age, is_relaxed, place)
       LEFT JOIN users u ON u.id = n.user_id
      ORDER BY n.place`,
    [
      searches.map(({ userId }) => userId),
      // Removes card numbers pasted into the search field by mistake.
      searches.map(({ query }) => maskCards(query)),
      searches.map(({ folded }) => maskCards(folded)),
      searches.map(({ resultCount }) => resultCount),
      searches.map(({ at }) => now - at),
      searches.map(({ isRelaxed }) => isRelaxed),
    ],
    'insert_searches',
  )
}

/** Guests' searches that are stored at most: about a gigabyte if all are as long as possible. */
const maxOfGuests = 200_000

/**
 * Deletes searches older than `days`, and guests' oldest ones beyond `max`, in batches so that no lock is held for
 * long.
 */
export async function purgeSearches(db: Db, days: number, max = maxOfGuests): Promise<void> {
  await deleteBatches(db, 'searches', "created_at < now() - $1 * interval '1 day'", {
    params: [days],
    by: 'created_at',
  })
  const last = await db.one<{ id: number }>(
    'SELECT id FROM searches WHERE user_id IS NULL ORDER BY id DESC OFFSET $1 LIMIT 1',
    [max],
  )
  if (last !== undefined) {
    await deleteBatches(db, 'searches', 'user_id IS NULL AND id <= $1', { params: [last.id], by: 'id' })
  }
}
