import { isNotKept } from '#server/catalog/index/snapshot/snapshots.ts'
import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** Microseconds since 1970. `whole`: the last version at which any product may have changed. */
export type CatalogVersion = { version: number; whole: number }

/** Above this number of products in one step, all of them count as changed. */
const maxChangedProducts = 50_000

const isReset = 'c.floor > pg_snapshot_xmax(pg_current_snapshot())'
/** Changes that the clock has not counted. A restored database may have lower transaction ids than the stored one. */
const uncounted = `catalog_changes h WHERE (h.transaction_id >= c.floor OR ${isReset}) AND h.seq <> ALL (c.counted)`
const labelsVersion = "(SELECT version FROM cache_versions WHERE name = 'catalog')"

/**
 * The version of the catalog: the same as long as no product, price, stock, category or brand changed, in all processes.
 * A change that was committed before the call has its own version or an earlier one.
 */
export async function loadCatalogVersion(pool: Pool): Promise<CatalogVersion> {
  const row = await pool.one<{ version: number; whole_version: number; is_behind: boolean }>(
    `SELECT c.version, c.whole_version,
            coalesce(${isReset} OR c.labels_version <> ${labelsVersion} OR EXISTS (SELECT FROM ${uncounted}), true) AS is_behind
       FROM catalog_clock c`,
    [],
    'catalog_clock_read',
  )
  if (row === undefined) throw new Error('The catalog has no clock.')
  return row.is_behind ? countCatalogChanges(pool) : { version: row.version, whole: row.whole_version }
}

/** Counts all committed changes, and stores at which version their products changed. */
function countCatalogChanges(pool: Pool): Promise<CatalogVersion> {
  return transaction(pool, async (db) => {
    await db.execute('SELECT FROM catalog_clock FOR UPDATE', [], 'catalog_clock_lock')
    // A statement of its own: it sees what was committed while the lock was awaited.
    return countLocked(db)
  })
}

/** Deletes changes older than an hour: every process has applied them, the clock has counted them, and no snapshot needs them. */
export async function purgeCatalogChanges(pool: Pool): Promise<void> {
  await countCatalogChanges(pool)
  await deleteBatches(
    pool,
    'catalog_changes',
    `created_at < now() - interval '1 hour' AND (transaction_id < (SELECT floor FROM catalog_clock)
       OR seq = ANY ((SELECT counted FROM catalog_clock)::bigint[])) AND ${isNotKept}`,
    { by: 'seq' },
  )
}

async function countLocked(db: Db): Promise<CatalogVersion> {
  const row = await db.one<{ version: number; whole_version: number }>(
    `WITH fresh AS MATERIALIZED (SELECT h.product_ids FROM catalog_clock c, ${uncounted}),
     ids AS MATERIALIZED (SELECT DISTINCT unnest(product_ids) AS id FROM fresh),
     step AS MATERIALIZED (
       SELECT is_changed, is_whole,
              CASE WHEN is_changed
                   THEN greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
                   ELSE version END AS version
         FROM (SELECT c.version, whole.is_whole, whole.is_whole OR EXISTS (SELECT FROM fresh) AS is_changed
                 FROM catalog_clock c, LATERAL (
                   SELECT ${isReset} OR c.labels_version <> ${labelsVersion}
                          OR EXISTS (SELECT FROM fresh WHERE product_ids IS NULL)
                          OR (SELECT count(*) > $1 FROM ids) AS is_whole) whole) found),
     saved AS (
       INSERT INTO product_changes AS p (product_id, version)
       SELECT ids.id, step.version FROM ids, step WHERE NOT step.is_whole
       ON CONFLICT (product_id) DO UPDATE SET version = excluded.version)
     UPDATE catalog_clock c
        SET version = step.version,
            whole_version = CASE WHEN step.is_whole THEN step.version ELSE c.whole_version END,
            labels_version = ${labelsVersion},
            floor = pg_snapshot_xmin(pg_current_snapshot()),
            counted = array(SELECT h.seq FROM catalog_changes h
                             WHERE h.transaction_id >= pg_snapshot_xmin(pg_current_snapshot()))
       FROM step RETURNING c.version, c.whole_version`,
    [maxChangedProducts],
    'catalog_clock_count',
  )
  if (row === undefined) throw new Error('The catalog has no clock.')
  return { version: row.version, whole: row.whole_version }
}
