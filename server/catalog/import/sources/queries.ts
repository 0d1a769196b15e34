import type { ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import type { ImportState } from '#contract/admin/imports/imports.ts'
import type { SourceOutcome } from '#contract/admin/imports/import-sources.ts'
import type { RunSummary } from '#server/catalog/import/runs/queries.ts'
import type { Facts } from '#server/platform/tables/table-error.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type SourceRow = {
  id: number
  name: string
  url: string
  username: string
  password: Buffer | null
  every_hours: number | null
  /** `06:30`. */
  daily_at: string | null
  removes_missing: boolean
  brake_percent: number
  is_active: boolean
  options: ImportOptionsInput
  is_confirmed: boolean
  etag: string | null
  last_modified: string | null
  content_hash: Buffer | null
  next_run_at: Date | null
  created_by: number
  profile_id: number | null
}

const sourceColumns = `id, name, url, username, password, every_hours, to_char(daily_at, 'HH24:MI') AS daily_at, removes_missing,
  brake_percent, is_active, options, is_confirmed, etag, last_modified, content_hash, next_run_at, created_by, profile_id`

export function listSourceRows(db: Db): Promise<(SourceRow & { products: number })[]> {
  return db.query<SourceRow & { products: number }>(
    `SELECT ${sourceColumns}, (SELECT count(*) FROM import_source_products p WHERE p.source_id = s.id) AS products
       FROM import_sources s ORDER BY fold(name), id`,
  )
}

export function findSource(db: Db, id: number, { isLocked = false } = {}): Promise<SourceRow | undefined> {
  return db.one<SourceRow>(
    `SELECT ${sourceColumns} FROM import_sources WHERE id = $1 ${isLocked ? 'FOR UPDATE' : ''}`,
    [id],
  )
}

export type SourceRunRow = {
  id: number
  source_id: number
  started_at: Date
  ended_at: Date | null
  asked_by_name: string | null
  outcome: SourceOutcome | null
  reason: string | null
  facts: Facts
  bytes: number | null
  import_id: number | null
  import_state: ImportState | null
  summary: RunSummary | null
}

const runColumns = `r.id, r.source_id, r.started_at, r.ended_at, u.name AS asked_by_name, r.outcome, r.reason, r.facts, r.bytes,
  r.import_id, i.state AS import_state, i.summary`
const runJoins = `LEFT JOIN users u ON u.id = r.asked_by LEFT JOIN imports i ON i.id = r.import_id`

export function listLastRuns(db: Db): Promise<SourceRunRow[]> {
  return db.query<SourceRunRow>(
    `SELECT ${runColumns} FROM import_sources s
       CROSS JOIN LATERAL (SELECT * FROM import_source_runs WHERE source_id = s.id ORDER BY id DESC LIMIT 1) r ${runJoins}`,
  )
}

export function listRunRows(
  db: Db,
  { sourceId, limit, offset }: { sourceId: number; limit: number; offset: number },
): Promise<SourceRunRow[]> {
  return db.query<SourceRunRow>(
    `SELECT ${runColumns} FROM import_source_runs r ${runJoins} WHERE r.source_id = $1 ORDER BY r.id DESC LIMIT $2 OFFSET $3`,
    [sourceId, limit, offset],
  )
}

export async function countRuns(db: Db, sourceId: number): Promise<number> {
  const row = await db.one<{ n: number }>('SELECT count(*) AS n FROM import_source_runs WHERE source_id = $1', [
    sourceId,
  ])
  return row?.n ?? 0
}

/** SQL of the next time that a source is due, after now. */
export const nextRun = `CASE
    WHEN every_hours IS NOT NULL THEN now() + make_interval(hours => every_hours)
    WHEN daily_at IS NOT NULL THEN
      (date_trunc('day', now() AT TIME ZONE 'Europe/Istanbul') + daily_at
        + CASE WHEN (now() AT TIME ZONE 'Europe/Istanbul')::time >= daily_at THEN interval '1 day' ELSE interval '0' END)
      AT TIME ZONE 'Europe/Istanbul'
  END`

/**
 * After an import of a source is applied, in its transaction: the source keeps its options and knows the file; later
 * files are applied without a look. Accepted price changes are those of this file only. With other options than those of its
 * profile, it no longer follows the profile.
 */
export async function confirmSource(db: Db, importId: number, { isOther }: { isOther: boolean }): Promise<void> {
  await db.execute(
    `UPDATE import_sources s SET options = i.options - 'priceJumps', is_confirmed = true,
            profile_id = CASE WHEN i.profile_id = s.profile_id AND NOT $2 THEN s.profile_id END, etag = r.etag, last_modified = r.last_modified,
            content_hash = r.content_hash
       FROM imports i JOIN import_source_runs r ON r.import_id = i.id
      WHERE i.id = $1 AND s.id = i.source_id`,
    [importId, isOther],
  )
}

/** Pauses the schedule; the next run imports the file even if it is the same. */
export async function pauseSource(db: Db, id: number): Promise<void> {
  await db.execute(
    `UPDATE import_sources SET is_active = false, next_run_at = NULL, etag = NULL, last_modified = NULL, content_hash = NULL
      WHERE id = $1`,
    [id],
  )
}
