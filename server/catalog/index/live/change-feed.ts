import type { Db } from '#server/platform/db/pool.ts'

/**
 * The position of one index in `catalog_changes`. Transactions do not commit in the order they start, so each read goes
 * back to the oldest transaction that was open at the previous read and skips the changes already processed.
 */
export type Feed = { floor: string; processed: ReadonlySet<number>; readAt: number }

/** The kind of change: only the price, only the stock, or anything. */
export type ChangeKind = 'all' | 'price' | 'stock'

/** Products to read again, including children; null = every product. */
export type ChangedIds = Record<ChangeKind, number[] | null>

export type Changes = { ids: ChangedIds; labelsVersion: number; defaultListId: number }

/** `next`: the position to continue from once they are applied. */
export type Reading = Changes & { next: Feed }

/** Reads the changes for all that follow them in this process. */
export type ChangeSource = {
  /** Resolves when everything committed before the call was passed on. */
  read(): Promise<void>
  /** Passes on what is read from now on, also if nothing has changed. Returns a function that ends it. */
  follow(onRead: (changes: Reading) => void): () => void
}

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
/** Above this number of products, reading all of them is cheaper. */
const maxChangedProducts = 50_000

export function createFeed(floor: string): Feed {
  return { floor, processed: new Set(), readAt: performance.now() }
}

/** Reads the changes since `feed`. */
export async function readChanges(db: Db, feed: Feed): Promise<Reading> {
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
  // Older changes are deleted, so an index that has not read for this long may have missed some.
  const isOutdated = now - feed.readAt > hourInMs / 2
  const unprocessed = rows.filter((row) => row.seq !== null && !feed.processed.has(row.seq))
  const first = rows[0]
  if (first === undefined) throw new Error('Could not read catalog changes.')
  return {
    next: { floor: first.floor, processed: unsettledChanges(rows, first.floor), readAt: now },
    ids: isOutdated ? allProducts : changedIds(unprocessed),
    labelsVersion: first.labels_version,
    defaultListId: first.default_list_id,
  }
}

const allProducts: ChangedIds = { all: null, price: [], stock: [] }

/** Several readings as one; undefined without any. */
export function mergeChanges<Read extends Changes>(readings: readonly Read[]): Read | undefined {
  const last = readings.at(-1)
  if (last === undefined || readings.length === 1) return last
  const kinds = ['all', 'price', 'stock'] as const
  const parts = readings.flatMap(({ ids }) => kinds.map((kind) => ({ kind, product_ids: ids[kind] })))
  return { ...last, ids: changedIds(parts) }
}

/** Products that are read in full are left out of the price and stock lists. */
function changedIds(changes: readonly Pick<ChangeRow, 'kind' | 'product_ids'>[]): ChangedIds {
  const idsOfKind = (wantedKind: ChangeKind): Set<number> | null => {
    const ids = new Set<number>()
    for (const { kind, product_ids } of changes) {
      if (kind !== wantedKind) continue
      if (product_ids === null) return null
      for (const id of product_ids) ids.add(id)
    }
    return ids.size > maxChangedProducts ? null : ids
  }
  const all = idsOfKind('all')
  if (all === null) return allProducts
  const remaining = (kind: 'price' | 'stock') => {
    const ids = idsOfKind(kind)
    return ids && [...ids].filter((id) => !all.has(id))
  }
  return { all: [...all], price: remaining('price'), stock: remaining('stock') }
}

/** Sequence numbers that the next read returns again. */
function unsettledChanges(rows: readonly ChangeRow[], floor: string): Set<number> {
  const unsettled = rows.filter((row) => row.transaction_id !== null && Number(row.transaction_id) >= Number(floor))
  return new Set(unsettled.flatMap((row) => row.seq ?? []))
}
