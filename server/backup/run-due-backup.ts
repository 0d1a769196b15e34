import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { dayInTurkey, momentInTurkey } from '#domain/text/calendar-day.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'

const program = fileURLToPath(new URL('../../cli/toptan.ts', import.meta.url))

/** A backup of a shop that was made today would have nothing but its setup. */
const youngest = "interval '6 hours'"

/**
 * Whether the daily backup has to be made now: it is on, its hour has come, and none was made since. One that failed, or whose process
 * died, is tried again an hour later.
 */
export async function isBackupDue(db: Db, now: Date): Promise<boolean> {
  const { backups, backupHour } = settingsOf((await loadStoreRow(db)).settings, () => {})
  const hour = momentInTurkey(dayInTurkey(now), `${String(backupHour).padStart(2, '0')}:00`)
  if (backups !== '1' || now < hour) return false
  const row = await db.one<{ is_due: boolean }>(
    `SELECT (SELECT min(applied_at) FROM schema_migrations) < $2::timestamptz - ${youngest}
            AND NOT EXISTS (SELECT FROM backups
                             WHERE started_at >= $1 AND state = 'done' OR started_at > $2::timestamptz - interval '50 minutes')
            AS is_due`,
    [hour, now],
    'backup_due',
  )
  return row?.is_due === true
}

type BackupPlace = { dataDir: string; backupFolder: string; databaseUrl?: string | undefined }

/** Makes the daily backup if it is due, in a process of its own with low priority, so that the shop stays fast. */
export async function runDueBackup(pool: Pool, config: BackupPlace, warn: (error: Error) => void): Promise<void> {
  if (!(await isBackupDue(pool, new Date()))) return
  const child = spawn(process.execPath, [program, 'backup'], {
    env: {
      ...process.env,
      DATA_DIR: config.dataDir,
      BACKUP_DIR: config.backupFolder,
      ...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // The shop comes first.
  if (child.pid !== undefined) setPriority(child.pid, 10)
  let output = ''
  child.stderr.on('data', (chunk) => (output = `${output}${String(chunk)}`.slice(-2_000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) warn(new Error(`The daily backup failed: ${output.trim()}`))
}
