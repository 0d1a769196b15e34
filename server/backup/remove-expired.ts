import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expiredBackups } from '#domain/backups/retention.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { timeOfBackup } from './backup-name.ts'
import { purgeRuns } from './backup-rows.ts'

/** Removes the backups that the settings no longer keep. Other files and folders stay. Returns their names. */
export async function removeExpired(db: Db, folder: string, now: Date): Promise<string[]> {
  const { backupDays, backupWeeks } = settingsOf((await loadStoreRow(db)).settings, () => {})
  const found = (await readdir(folder)).flatMap((name) => {
    const at = timeOfBackup(name)
    return at === null ? [] : [{ name, at }]
  })
  const expired = expiredBackups(found, { days: backupDays, weeks: backupWeeks }, now)
  for (const name of expired) {
    // A half-removed backup must not look like one: drafts are removed before the next backup.
    const draft = join(folder, `${name}.part`)
    await rename(join(folder, name), draft)
    await rm(draft, { recursive: true, force: true })
  }
  await purgeRuns(db, expired)
  return expired
}
