import { backupProblems, type BackupProblem } from '#domain/backups/backup-health.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'

type StateRow = {
  shop_since: Date | null
  last_good: Date | null
  has_failed: boolean
  error: string | null
}

export type BackupState = { lastGood: Date | null; problems: BackupProblem[]; error: string | null }

/** How the backups of the shop are. */
export async function loadBackupState(db: Db, now: Date): Promise<BackupState> {
  const { backups } = settingsOf((await loadStoreRow(db)).settings, () => {})
  const row = await db.one<StateRow>(
    `SELECT (SELECT min(applied_at) FROM schema_migrations) AS shop_since,
            (SELECT max(started_at) FROM backups WHERE state = 'done') AS last_good,
            coalesce(last.state = 'failed', false) AS has_failed, last.error
       FROM (SELECT) nothing
       LEFT JOIN LATERAL (SELECT state, error FROM backups WHERE state <> 'running' ORDER BY started_at DESC, id DESC LIMIT 1) last
         ON true`,
    [],
    'backup_state',
  )
  const lastGood = row?.last_good ?? null
  const problems = backupProblems(
    { isOn: backups === '1', lastGood, hasFailed: row?.has_failed ?? false, shopSince: row?.shop_since ?? now },
    now,
  )
  return { lastGood, problems, error: row?.error ?? null }
}
