import { createHash, randomUUID } from 'node:crypto'
import { endianness } from 'node:os'
import { Readable } from 'node:stream'
import type { SearchTerms } from '#domain/search/search-terms.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import type { Feed } from '#server/catalog/index/live/change-feed.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { indexOf } from './index-parts.ts'
import { decodeParts, encodeParts, type Parts } from './parts.ts'

/** Where the snapshots of the index are (docs/decisions/117-index-snapshots.md). */
export type SnapshotPlace = {
  /** A folder of their own. */
  files: FileStore
  /** Differs between programs with different code, which may store or compute the index in another way. */
  program: string
  /** Below this number of products a build is quick. */
  minProducts?: number
}

/** Letters and the Turkish order come from the libraries of Node. */
export const formatOf = ({ program }: SnapshotPlace): string =>
  [program, process.versions.icu, process.versions.unicode, endianness()].join(' ')

/** An index as of a place in `catalog_changes`. */
export type IndexCopy = { parts: Parts; feed: Feed; products: number }

type SnapshotRow = {
  id: string
  floor: string
  processed: number[]
  bytes: number | null
  checksum: string | null
  format: string
  is_own: boolean
}

export type LoadedSnapshot = { id: string; index: CatalogIndex; feed: Feed }

/** Reads the snapshot; a text says why there is none that this process can use. Failures of the storage are thrown. */
export async function loadSnapshot(
  db: Db,
  place: SnapshotPlace,
  searchTerms: () => SearchTerms,
): Promise<LoadedSnapshot | string> {
  const row = await db.one<SnapshotRow>(
    // Transactions of another database have other numbers; the row's own number is kept where rows were not copied one by one.
    `SELECT id, floor::text, processed, bytes, checksum, format,
            coalesce(xmin::text::bigint = written_by::text::bigint % 4294967296
              AND floor <= pg_snapshot_xmax(pg_current_snapshot()), false) AS is_own
       FROM catalog_snapshots WHERE checksum IS NOT NULL`,
  )
  if (row === undefined) return 'there is no snapshot'
  if (row.format !== formatOf(place)) return 'the snapshot is of another version'
  if (!row.is_own) return 'the snapshot is of another database'
  const file = await place.files.open(row.id)
  if (file === null) return 'the file is missing'
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of file?.content ?? []) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
  }
  try {
    if (file.bytes !== row.bytes) return 'the file is broken'
    const parts = await decodeParts(hashed(), file.bytes)
    if (hash.digest('hex') !== row.checksum) return 'the file is broken'
    const index = indexOf(parts, searchTerms)
    const feed = { floor: row.floor, processed: new Set(row.processed), readAt: performance.now() }
    return { id: row.id, index, feed }
  } finally {
    file.content.destroy()
  }
}

/** Whether it is still the snapshot: as long as it is, all changes since then are in `catalog_changes` (migration 0590). */
export async function isSnapshot(db: Db, id: string): Promise<boolean> {
  return (await db.one('SELECT FROM catalog_snapshots WHERE id = $1', [id])) !== undefined
}

/** The key of the advisory lock that lets one process write at a time. */
const lock = '117, 1'

/**
 * Writes a snapshot in place of the former one, unless another process is writing one. `copy` returns the index as it is after its
 * call, or null. Returns the number of bytes; null: none was written.
 */
export async function writeSnapshot(
  pool: Pool,
  place: SnapshotPlace,
  copy: () => Promise<IndexCopy | null>,
): Promise<number | null> {
  return pool.withSession(async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS locked`)
    if (rows[0]?.locked !== true) return null
    try {
      return await write(pool, place, copy)
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${lock})`)
    }
  })
}

async function write(pool: Pool, place: SnapshotPlace, copy: () => Promise<IndexCopy | null>): Promise<number | null> {
  const { files } = place
  const id = randomUUID()
  // Changes that follow are kept for it from here on, and before what is copied later.
  await pool.execute('DELETE FROM catalog_snapshots WHERE checksum IS NULL')
  await pool.execute(
    'INSERT INTO catalog_snapshots (id, format, floor) VALUES ($1, $2, pg_snapshot_xmin(pg_current_snapshot()))',
    [id, formatOf(place)],
  )
  try {
    const copied = await copy()
    if (copied === null) return null
    const { feed, parts, products } = copied
    const hash = createHash('sha256')
    let bytes = 0
    function* counted() {
      for (const chunk of encodeParts(parts)) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    await files.put(id, Readable.from(counted()))
    await transaction(pool, async (db) => {
      await db.execute('DELETE FROM catalog_snapshots')
      await db.execute(
        `INSERT INTO catalog_snapshots (id, format, floor, processed, products, bytes, checksum)
         VALUES ($1, $2, $3::text::xid8, $4::bigint[], $5, $6, $7)`,
        [id, formatOf(place), feed.floor, [...feed.processed], products, bytes, hash.digest('hex')],
      )
    })
    for await (const { key } of files.list()) if (key !== id) await files.remove(key)
    return bytes
  } catch (error) {
    await files.remove(id).catch(() => {})
    throw error
  } finally {
    await pool.execute('DELETE FROM catalog_snapshots WHERE id = $1 AND checksum IS NULL', [id]).catch(() => {})
  }
}

/** A condition on `catalog_changes`: no snapshot needs the change, or none has for a day. With it, the database removes the snapshot. */
export const isNotKept = `(created_at < now() - interval '1 day' OR NOT EXISTS (
  SELECT FROM catalog_snapshots s WHERE transaction_id >= s.floor AND seq <> ALL (s.processed)))`

/** How many products changed since the snapshot of this program was written, and when that was; null: there is none. */
export async function loadSnapshotAge(
  db: Db,
  place: SnapshotPlace,
): Promise<{ isOfProgram: boolean; changed: number; seconds: number } | null> {
  const row = await db.one<{ id: string; format: string; changed: number; seconds: number }>(
    `SELECT s.id, s.format, extract(epoch FROM now() - s.created_at)::float8 AS seconds,
            (SELECT coalesce(sum(coalesce(cardinality(c.product_ids), s.products)), 0)::float8 FROM catalog_changes c
              WHERE c.transaction_id >= s.floor AND c.seq <> ALL (s.processed)) AS changed
       FROM catalog_snapshots s WHERE s.checksum IS NOT NULL`,
  )
  if (row === undefined || (await place.files.head(row.id)) === null) return null
  return { isOfProgram: row.format === formatOf(place), changed: row.changed, seconds: row.seconds }
}
