import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { InboundResource } from '#domain/erp/mapping.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { Difference, PageReport, RefusedRow, RunEnd, RunKind, StartedRun } from './desk.ts'

/** Minutes after which a run that reports nothing counts as dead, and another one may take its resource. */
const leaseMinutes = 10
/** More missing rows than this share of all rows, and more than this count, are not believed. */
const missingShare = 0.1
const missingCount = 20
/** Minutes after a failure until the next attempt: doubled up to an hour. */
const retryMinutes = 1
/** Differences kept of one comparison. */
const differencesMax = 20_000

const lease = `now() + make_interval(mins => ${leaseMinutes})`

/** Takes a resource for a run; null if another run holds it, or if it is not read. */
export function startRun(
  pool: Pool,
  connectionId: number,
  resource: InboundResource,
  kind: RunKind,
): Promise<StartedRun | null> {
  return transaction(pool, async (db) => {
    const feed = await db.one<{ mark: string | null; run_id: number | null }>(
      `SELECT mark, run_id FROM erp_feeds
        WHERE connection_id = $1 AND resource = $2 AND (leased_until IS NULL OR leased_until < now()) FOR UPDATE`,
      [connectionId, resource],
      'erp_feed_take',
    )
    if (feed === undefined) return null
    if (feed.run_id !== null) {
      await db.execute(
        `UPDATE erp_runs SET state = 'lost', ended_at = now() WHERE id = $1 AND state = 'running'`,
        [feed.run_id],
        'erp_run_lost',
      )
    }
    const run = await db.one<{ id: number }>(
      'INSERT INTO erp_runs (connection_id, resource, kind) VALUES ($1, $2, $3) RETURNING id',
      [connectionId, resource, kind],
      'erp_run_insert',
    )
    if (run === undefined) throw new Error('The run was not stored.')
    if (kind === 'compare') await clearDifferences(db, connectionId, resource)
    await db.execute(
      `UPDATE erp_feeds SET run_id = $3, leased_until = ${lease} WHERE connection_id = $1 AND resource = $2`,
      [connectionId, resource, run.id],
      'erp_feed_hold',
    )
    return { runId: run.id, mark: feed.mark }
  })
}

const clearDifferences = (db: Db, connectionId: number, resource: string) =>
  db.execute('DELETE FROM erp_differences WHERE connection_id = $1 AND resource = $2', [connectionId, resource])

/** The resource of a run that still holds it, locked. */
const lockFeed = (db: Db, connectionId: number, runId: number) =>
  db.one<{ resource: InboundResource; kind: RunKind; allows_missing: boolean }>(
    `SELECT f.resource, r.kind, f.allows_missing FROM erp_feeds f JOIN erp_runs r ON r.id = f.run_id
      WHERE f.connection_id = $1 AND f.run_id = $2 AND r.state = 'running' FOR UPDATE OF f`,
    [connectionId, runId],
    'erp_feed_lock',
  )

/** Stores what a page brought and keeps the resource. False: the run has lost it. */
export function reportPage(pool: Pool, connectionId: number, page: PageReport): Promise<boolean> {
  return transaction(pool, async (db) => {
    const feed = await lockFeed(db, connectionId, page.runId)
    if (feed === undefined) return false
    const { resource, kind } = feed
    await db.execute(
      `UPDATE erp_feeds SET leased_until = ${lease}, mark = coalesce($3, mark) WHERE connection_id = $1 AND resource = $2`,
      [connectionId, resource, kind === 'compare' ? null : (page.mark ?? null)],
      'erp_feed_keep',
    )
    await db.execute(
      `UPDATE erp_runs SET rows_read = rows_read + $2, rows_changed = rows_changed + $3, rows_refused = rows_refused + $4
        WHERE id = $1`,
      [page.runId, page.read, page.changed, page.refused.length],
      'erp_run_count',
    )
    await saveKeys(db, connectionId, resource, page)
    if (kind === 'compare') {
      await saveDifferences(db, connectionId, resource, page)
      await saveUnmapped(db, connectionId, resource, page)
    } else await saveRefused(db, connectionId, resource, page)
    return true
  })
}

async function saveKeys(
  db: Db,
  connectionId: number,
  resource: string,
  { keys, refused, runId }: PageReport,
): Promise<void> {
  await db.execute(
    `INSERT INTO erp_keys (connection_id, resource, key, run_id)
     SELECT $1, $2, key, $4 FROM (SELECT DISTINCT key FROM unnest($3::text[]) key ORDER BY key) k
     ON CONFLICT (connection_id, resource, key) DO UPDATE SET run_id = excluded.run_id`,
    [connectionId, resource, keys, runId],
    'erp_keys_save',
  )
  // The ERP has refused rows too: what an earlier run stored of them stays.
  await db.execute(
    'UPDATE erp_keys SET run_id = $4 WHERE connection_id = $1 AND resource = $2 AND key = ANY ($3)',
    [connectionId, resource, refused.map(({ key }) => key), runId],
    'erp_keys_refused',
  )
}

/** A row that is accepted is no longer among the refused ones. */
async function saveRefused(db: Db, connectionId: number, resource: string, page: PageReport): Promise<void> {
  await removeRefused(db, connectionId, resource, page.keys)
  await insertRefused(db, connectionId, resource, page.runId, distinct(page.refused))
}

/** A comparison finds what the mapping refuses, and what it no longer does; refusals of the shop stay. */
async function saveUnmapped(db: Db, connectionId: number, resource: string, page: PageReport): Promise<void> {
  await db.execute(
    `DELETE FROM erp_refused_rows WHERE connection_id = $1 AND resource = $2 AND key = ANY ($3) AND place LIKE 'inbound.%'`,
    [connectionId, resource, page.keys],
    'erp_refused_mapped',
  )
  await insertRefused(db, connectionId, resource, page.runId, distinct(page.refused))
}

/** Of rows with the same key, the last one counts. */
const distinct = (rows: readonly RefusedRow[]): RefusedRow[] => [...new Map(rows.map((row) => [row.key, row])).values()]

export async function removeRefused(
  db: Db,
  connectionId: number,
  resource: string,
  keys: readonly string[],
): Promise<void> {
  await db.execute(
    'DELETE FROM erp_refused_rows WHERE connection_id = $1 AND resource = $2 AND key = ANY ($3)',
    [connectionId, resource, keys],
    'erp_refused_remove',
  )
}

export async function insertRefused(
  db: Db,
  connectionId: number,
  resource: string,
  runId: number,
  rows: readonly RefusedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await db.execute(
    `INSERT INTO erp_refused_rows (connection_id, resource, run_id, key, code, place, message, record)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[])
     ON CONFLICT (connection_id, resource, key) DO UPDATE SET run_id = excluded.run_id, code = excluded.code,
       place = excluded.place, message = excluded.message, record = excluded.record, refused_at = now()`,
    [
      connectionId,
      resource,
      runId,
      rows.map(({ key }) => key),
      rows.map(({ code }) => code),
      rows.map(({ place }) => place),
      rows.map(({ message }) => message),
      rows.map(({ record }) => JSON.stringify(record)),
    ],
    'erp_refused_insert',
  )
}

async function saveDifferences(db: Db, connectionId: number, resource: string, page: PageReport): Promise<void> {
  await insertDifferences(db, connectionId, resource, page.runId, page.differences ?? [])
}

async function insertDifferences(
  db: Db,
  connectionId: number,
  resource: string,
  runId: number,
  differences: readonly Difference[],
): Promise<void> {
  await db.execute(
    `INSERT INTO erp_differences (connection_id, resource, run_id, key, field, in_erp, in_shop)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[])
      WHERE (SELECT count(*) FROM erp_differences WHERE connection_id = $1 AND resource = $2) < $8
     ON CONFLICT DO NOTHING`,
    [
      connectionId,
      resource,
      runId,
      differences.map(({ key }) => key),
      differences.map(({ field }) => field),
      differences.map(({ inErp }) => inErp),
      differences.map(({ inShop }) => inShop),
      differencesMax,
    ],
    'erp_differences_insert',
  )
}

/** What the shop sells, or may order, by the key of its row. Of other resources, only what came from the ERP is known. */
const inShop: Partial<Record<InboundResource, string>> = {
  products: 'SELECT code FROM products WHERE is_active AND variant_names IS NULL',
  dealers: 'SELECT code FROM dealers WHERE disabled_at IS NULL',
}

/** Adds what the shop has and the comparison has not seen in the ERP. */
async function saveGone(db: Db, connectionId: number, resource: InboundResource, runId: number): Promise<void> {
  const own = inShop[resource]
  const gone =
    own === undefined
      ? 'SELECT key FROM erp_keys WHERE connection_id = $1 AND resource = $2 AND run_id <> $3'
      : `SELECT s.key FROM (SELECT replace(code, '·', '··') AS key FROM (${own}) o) s
          WHERE NOT EXISTS (SELECT FROM erp_keys k
            WHERE k.connection_id = $1 AND k.resource = $2 AND k.key = s.key AND k.run_id = $3)`
  await db.execute(
    `INSERT INTO erp_differences (connection_id, resource, run_id, key, field, in_shop)
     SELECT $1, $2, $3, key, '', key FROM (${gone}) g ORDER BY key
      LIMIT greatest(0, $4 - (SELECT count(*) FROM erp_differences WHERE connection_id = $1 AND resource = $2))
     ON CONFLICT DO NOTHING`,
    [connectionId, resource, runId, differencesMax],
  )
}

/** Rows that a full read has not refused again are no longer in the ERP, or are left out now. */
const forgetOldRefusals = (db: Db, connectionId: number, resource: string, runId: number) =>
  db.execute(
    'DELETE FROM erp_refused_rows WHERE connection_id = $1 AND resource = $2 AND run_id <> $3',
    [connectionId, resource, runId],
    'erp_refused_forget',
  )

/** Keys that a full read has not seen. */
export async function findMissing(
  pool: Pool,
  connectionId: number,
  runId: number,
  limit: number,
): Promise<{ tooMany: boolean; count: number; keys: string[] }> {
  const counts = await pool.one<{ missing: number; total: number; allowed: boolean; known: number }>(
    `SELECT count(*) FILTER (WHERE k.run_id <> $2)::integer AS missing, count(*)::integer AS total,
            coalesce(bool_or(f.allows_missing), false) AS allowed, coalesce(max(r.rows_missing), 0) AS known
       FROM erp_feeds f JOIN erp_runs r ON r.id = f.run_id
       JOIN erp_keys k ON k.connection_id = f.connection_id AND k.resource = f.resource
      WHERE f.connection_id = $1 AND f.run_id = $2`,
    [connectionId, runId],
    'erp_missing_count',
  )
  const { missing = 0, total = 0, allowed = false, known = 0 } = counts ?? {}
  // Those that this run has switched off already count as well: the limit is for the run.
  const all = missing + known
  const tooMany = !allowed && all > missingCount && all > (total + known) * missingShare
  if (tooMany || missing === 0) return { tooMany, count: all, keys: [] }
  const rows = await pool.query<{ key: string }>(
    `SELECT k.key FROM erp_feeds f
       JOIN erp_keys k ON k.connection_id = f.connection_id AND k.resource = f.resource AND k.run_id <> f.run_id
      WHERE f.connection_id = $1 AND f.run_id = $2 ORDER BY k.key LIMIT $3`,
    [connectionId, runId, limit],
    'erp_missing',
  )
  return { tooMany, count: all, keys: rows.map(({ key }) => key) }
}

/** Forgets missing keys that are switched off in the shop, and keeps the resource. */
export function forgetKeys(pool: Pool, connectionId: number, runId: number, keys: readonly string[]): Promise<void> {
  return transaction(pool, async (db) => {
    const feed = await lockFeed(db, connectionId, runId)
    if (feed === undefined) return
    const count = await db.execute(
      'DELETE FROM erp_keys WHERE connection_id = $1 AND resource = $2 AND key = ANY ($3)',
      [connectionId, feed.resource, keys],
      'erp_keys_forget',
    )
    await db.execute('UPDATE erp_runs SET rows_missing = rows_missing + $2 WHERE id = $1', [runId, count])
    await db.execute(`UPDATE erp_feeds SET leased_until = ${lease} WHERE connection_id = $1 AND resource = $2`, [
      connectionId,
      feed.resource,
    ])
  })
}

/** Ends a run and plans the next one. A run that has lost its resource changes nothing. */
export function endRun(pool: Pool, connectionId: number, end: RunEnd): Promise<void> {
  return transaction(pool, async (db) => {
    const feed = await lockFeed(db, connectionId, end.runId)
    if (feed === undefined) return
    const isDone = end.state === 'done'
    if (isDone && feed.kind === 'compare') await saveGone(db, connectionId, feed.resource, end.runId)
    if (isDone && feed.kind === 'full') await forgetOldRefusals(db, connectionId, feed.resource, end.runId)
    await db.execute(
      `UPDATE erp_runs SET state = $2, ended_at = now(), reason = $3, message = $4, absent_fields = $5 WHERE id = $1`,
      [
        end.runId,
        end.state,
        isDone ? null : end.reason,
        isDone ? null : end.message,
        JSON.stringify(isDone ? (end.absentFields ?? []) : []),
      ],
      'erp_run_end',
    )
    await db.execute(
      isDone
        ? `UPDATE erp_feeds SET run_id = NULL, leased_until = NULL, wanted = NULL, allows_missing = false, failures = 0,
             last_ok_at = CASE WHEN $3 = 'compare' THEN last_ok_at ELSE now() END,
             last_full_at = CASE WHEN $3 = 'full' THEN now() ELSE last_full_at END,
             last_compare_at = CASE WHEN $3 = 'compare' THEN now() ELSE last_compare_at END,
             next_at = CASE WHEN $3 = 'compare' THEN next_at ELSE now() + make_interval(mins => every_minutes) END
           WHERE connection_id = $1 AND resource = $2`
        : `UPDATE erp_feeds SET run_id = NULL, leased_until = NULL, failures = failures + 1,
             wanted = CASE WHEN $3 = 'compare' OR $4 = 'missing' THEN NULL ELSE wanted END,
             next_at = now() + make_interval(mins => least(60, ${retryMinutes} * 2 ^ least(failures, 6))::integer)
           WHERE connection_id = $1 AND resource = $2`,
      isDone ? [connectionId, feed.resource, feed.kind] : [connectionId, feed.resource, feed.kind, end.reason],
    )
  })
}

/** Days that the log of runs is kept. */
const runDays = 60

/** Removes runs that are older than `runDays`. */
export async function purgeErpRuns(pool: Pool): Promise<void> {
  await deleteBatches(pool, 'erp_runs', "state <> 'running' AND started_at < now() - make_interval(days => $1)", {
    params: [runDays],
    by: 'started_at',
  })
}
