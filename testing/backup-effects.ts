import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBackupDue, removeExpired } from '#server/backup/backup.ts'
import type { EffectsShop, SettingEffect } from './effects-shop.ts'

/** Noon in Turkey. */
const noon = new Date('2026-11-11T09:00:00Z')

/** What the settings of backups change. */
export function backupEffects(test: EffectsShop) {
  const isDue = async () => {
    const { pool } = test.shop.database
    await pool.execute("UPDATE schema_migrations SET applied_at = '2026-01-01'")
    return isBackupDue(pool, noon)
  }
  /** How many of these backups are removed. */
  const expired = (days: readonly string[]) => async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toptan-backups-'))
    for (const day of days) await mkdir(join(folder, `toptan-${day}T000600Z`))
    const removed = await removeExpired(test.shop.database.pool, folder, new Date('2027-01-01'))
    await rm(folder, { recursive: true })
    return removed.length
  }
  const tenDays = Array.from({ length: 10 }, (_, i) => `202611${String(i + 2).padStart(2, '0')}`)
  return {
    backups: { value: '0', read: isDue, before: true, after: false },
    backupHour: { value: 13, read: isDue, before: true, after: false },
    backupDays: { value: 1, read: expired(['20261109', '20261110', '20261111']), before: 0, after: 2 },
    backupWeeks: { value: 0, read: expired(['20261005', ...tenDays]), before: 3, after: 4 },
  } satisfies Record<string, SettingEffect>
}
