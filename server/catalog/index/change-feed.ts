import type { Db } from '#server/platform/db/pool.ts'

/**
 * Where one index stands in the table of changes. Transactions commit in another order than they begin, so each reading
 * goes back to the oldest one that was open at the last reading, and passes over what it has seen.
 */
export type Feed = { floor: string; seen: ReadonlySet<number>; readAt: number }

export type Changes = {
  /** Products, children among them, that are to be read again. */
  ids: number[]
  everything: boolean
  labelsVersion: number
  defaultListId: number
}

type Row = {
  floor: string
  labels_version: number
  default_list_id: number
  seq: number | null
  product_id: number | null
  transaction_id: string | null
}

const hour = 3_600_000 // milliseconds
/** Beyond this many products reading all of them is cheaper. */
const mostProducts = 20_000

export function createFeed(floor: string): Feed {
  return { floor, seen: new Set(), readAt: performance.now() }
}

/** What came since, and where the index stands once it has taken that over. */
export async function readChanges(db: Db, feed: Feed): Promise<Changes & { next: Feed }> {
  const rows = await db.query<Row>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS floor,
            (SELECT version FROM cache_versions WHERE name = 'catalog') AS labels_version,
            (SELECT id FROM price_lists ORDER BY is_default DESC, id LIMIT 1) AS default_list_id,
            c.seq, c.product_id, c.transaction_id::text
       FROM (SELECT) one LEFT JOIN catalog_changes c ON c.transaction_id >= $1::text::xid8`,
    [feed.floor],
    'catalog_changes',
  )
  const now = performance.now()
  // Older changes are deleted: whoever did not look for so long has missed some.
  const isLate = now - feed.readAt > hour / 2
  const fresh = rows.filter((row) => row.seq !== null && !feed.seen.has(row.seq))
  const ids = new Set(fresh.flatMap((row) => row.product_id ?? []))
  const everything = isLate || ids.size > mostProducts || fresh.some((row) => row.product_id === null)
  const first = rows[0]
  if (first === undefined) throw new Error('The changes could not be read.')
  return {
    next: { floor: first.floor, seen: stillOpen(rows, first.floor), readAt: now },
    ids: everything ? [] : [...ids],
    everything,
    labelsVersion: first.labels_version,
    defaultListId: first.default_list_id,
  }
}

/** Deletes changes that every process has long taken over. */
export function purgeCatalogChanges(db: Db): Promise<number> {
  return db.execute("DELETE FROM catalog_changes WHERE created_at < now() - interval '1 hour'")
}

/** Changes that the next reading meets again. */
function stillOpen(rows: readonly Row[], floor: string): Set<number> {
  const met = rows.filter((row) => row.transaction_id !== null && Number(row.transaction_id) >= Number(floor))
  return new Set(met.flatMap((row) => row.seq ?? []))
}
