import type { Db } from '#server/platform/db/pool.ts'
import type { Manifest } from './manifest.ts'

type NewRun = { name: string; folder: string; isEncrypted: boolean }

/** `folder`: the one in which the backup gets a folder of its name. */
export async function insertRun(db: Db, { name, folder, isEncrypted }: NewRun): Promise<void> {
  await db.execute("INSERT INTO backups (name, folder, state, is_encrypted) VALUES ($1, $2, 'running', $3)", [
    name,
    folder,
    isEncrypted,
  ])
}

type Outcome = { manifest: Manifest; error: null } | { manifest?: undefined; error: string }

export async function endRun(db: Db, name: string, { manifest, error }: Outcome): Promise<void> {
  const { tables = [], files } = manifest ?? {}
  const bytes = tables.reduce((sum, { part }) => sum + part.bytes, files?.bytes ?? 0)
  await db.execute(
    `UPDATE backups SET state = $2, finished_at = now(), bytes = $3, row_count = $4, file_count = $5, missing_files = $6, error = $7
      WHERE name = $1`,
    [
      name,
      error === null ? 'done' : 'failed',
      bytes,
      tables.reduce((sum, { rows }) => sum + rows, 0),
      files?.count ?? 0,
      files?.missing.count ?? 0,
      error?.slice(0, 500) ?? null,
    ],
  )
}

/** Ends the runs of processes that died. A backup that already has its name is complete. */
export async function endLostRuns(
  db: Db,
  isComplete: (run: { name: string; folder: string | null }) => Promise<boolean>,
): Promise<void> {
  const lost = await db.query<{ name: string; folder: string | null }>(
    "SELECT name, folder FROM backups WHERE state = 'running'",
  )
  for (const run of lost) {
    const { name } = run
    const isDone = await isComplete(run)
    await db.execute('UPDATE backups SET state = $2, finished_at = now(), error = $3 WHERE name = $1', [
      name,
      isDone ? 'done' : 'failed',
      isDone ? null : 'The process ended before the backup was complete.',
    ])
  }
}

/** Bytes of the last good backup; 0 if there is none. */
export async function lastBytes(db: Db): Promise<number> {
  const row = await db.one<{ bytes: number }>(
    "SELECT bytes FROM backups WHERE state = 'done' ORDER BY started_at DESC LIMIT 1",
  )
  return row?.bytes ?? 0
}

export async function recordVerified(db: Db, name: string): Promise<void> {
  await db.execute('UPDATE backups SET verified_at = now() WHERE name = $1', [name])
}

export type BackupRow = {
  name: string
  /** Null: unknown, of an earlier version. */
  folder: string | null
  state: 'running' | 'done' | 'failed'
  started_at: Date
  finished_at: Date | null
  bytes: number
  row_count: number
  file_count: number
  missing_files: number
  is_encrypted: boolean
  verified_at: Date | null
  error: string | null
}

/** The newest first. */
export function listRuns(db: Db, limit: number): Promise<BackupRow[]> {
  return db.query<BackupRow>(
    `SELECT name, folder, state, started_at, finished_at, bytes, row_count, file_count, missing_files, is_encrypted, verified_at, error
       FROM backups ORDER BY started_at DESC, id DESC LIMIT $1`,
    [limit],
    'backup_runs',
  )
}

/** The rows of backups whose folders were removed, and of failures of long ago. */
export async function purgeRuns(db: Db, removed: readonly string[]): Promise<void> {
  await db.execute(
    `DELETE FROM backups WHERE name = ANY ($1) OR (state = 'failed' AND started_at < now() - interval '90 days')`,
    [removed],
  )
}
