import type { Db } from '#server/platform/db/pool.ts'

/**
 * Where one index stands in the table of changes. Transactions commit in another order than they begin, so each reading
 * goes back to the oldest one that was open at the last reading, and passes over what it has seen.
 */
export type Feed = { floor: string; processed: ReadonlySet<number>; readAt: number }

/** What of a product changed: only its price, only its stock, or anything. */
export type ChangeKind = 'all' | 'price' | 'stock'

/** Products, children among them, that are to be read again; null = every product. */
export type ChangedIds = Record<ChangeKind, number[] | null>

export type Changes = { ids: ChangedIds; labelsVersion: number; defaultListId: number }

type ChangeRow = {
  floor: string
  labels_version: number
  default_list_id: number
  seq: number | null
  product_ids: number[] | null
  kind: ChangeKind
  transaction_id: string | null
}

const hourInMs = 3_600_000 // milliseconds
/** Beyond this many products reading all of them is cheaper. */
const maxChangedProducts = 50_000

export function createFeed(floor: string): Feed {
  return { floor, processed: new Set(), readAt: performance.now() }
}

/** What came since, and where the index stands once it has taken that over. */
export async function readChanges(db: Db, feed: Feed): Promise<Changes & { next: Feed }> {
  const rows = await db.query<ChangeRow>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS floor,
            (SELECT version FROM cache_versions WHERE name = 'catalog') AS labels_version,
            (SELECT id FROM price_lists ORDER BY is_default DESC, id LIMIT 1) AS default_list_id,
            c.seq, CASE WHEN c.seq <> ALL ($2::bigint[]) THEN c.product_ids END AS product_ids, c.kind, c.transaction_id::text
       FROM (SELECT) one LEFT JOIN catalog_changes c ON c.transaction_id >= $1::text::xid8`,
    [feed.floor, [...feed.processed]],
    'catalog_changes',
  )
  const now = performance.now()
  // Older changes are deleted: whoever did not look for so long has missed some.
  const isOutdated = now - feed.readAt > hourInMs / 2
  const unprocessed = rows.filter((row) => row.seq !== null && !feed.processed.has(row.seq))
  const first = rows[0]
  if (first === undefined) throw new Error('The changes could not be read.')
  return {
    next: { floor: first.floor, processed: unsettledChanges(rows, first.floor), readAt: now },
    ids: isOutdated ? allProducts : changedIds(unprocessed),
    labelsVersion: first.labels_version,
    defaultListId: first.default_list_id,
  }
}

const allProducts: ChangedIds = { all: null, price: [], stock: [] }

/** Deletes changes that every process has long taken over. */
export function purgeCatalogChanges(db: Db): Promise<number> {
  return db.execute("DELETE FROM catalog_changes WHERE created_at < now() - interval '1 hour'")
}

/** Whoever is read again as a whole needs no look at price or stock alone. */
function changedIds(unprocessed: readonly ChangeRow[]): ChangedIds {
  const idsOfKind = (wanted: ChangeKind): Set<number> | null => {
    const ids = new Set<number>()
    for (const { kind, product_ids } of unprocessed) {
      if (kind !== wanted) continue
      if (product_ids === null) return null
      for (const id of product_ids) ids.add(id)
    }
    return ids.size > maxChangedProducts ? null : ids
  }
  const all = idsOfKind('all')
  if (all === null) return allProducts
  const remaining = (wanted: 'price' | 'stock') => {
    const ids = idsOfKind(wanted)
    return ids && [...ids].filter((id) => !all.has(id))
  }
  return { all: [...all], price: remaining('price'), stock: remaining('stock') }
}

/** Changes that the next reading meets again. */
function unsettledChanges(rows: readonly ChangeRow[], floor: string): Set<number> {
  const unsettled = rows.filter((row) => row.transaction_id !== null && Number(row.transaction_id) >= Number(floor))
  return new Set(unsettled.flatMap((row) => row.seq ?? []))
}
