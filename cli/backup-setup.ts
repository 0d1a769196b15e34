import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadBackupState } from '#server/backup/backup.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import type { PlanLine } from './upgrade-plan.ts'

type Place = Pick<Config, 'backupFolder' | 'backupKey' | 'dataDir'>

/** Whether backups can be written, survive the loss of the disk of the data, and show nothing to a thief. */
export async function checkBackupFolder({ backupFolder, backupKey, dataDir }: Place): Promise<PlanLine[]> {
  // The first backup makes this one.
  const isDefault = backupFolder === join(dataDir, 'backups')
  const folder = await stat(backupFolder).catch(() => null)
  if (folder === null && !isDefault) {
    return [{ level: 'weak', text: `There is no folder ${backupFolder} (BACKUP_DIR): mount it or make it.` }]
  }
  const isWritable = await access(folder === null ? dirname(backupFolder) : backupFolder, constants.W_OK).then(
    () => true,
    () => false,
  )
  const data = await stat(dataDir).catch(() => null)
  return [
    ...(isWritable
      ? []
      : [
          {
            level: 'weak' as const,
            text: `No backup can be written to ${backupFolder}: the user of the shop may not.`,
          },
        ]),
    ...(folder === null || folder.dev === data?.dev
      ? [
          {
            level: 'note' as const,
            text: `Backups are on the disk of the data, and would be lost with it: set BACKUP_DIR to another disk.`,
          },
        ]
      : []),
    ...(backupKey === undefined
      ? [{ level: 'note' as const, text: 'Backups are not encrypted: set BACKUP_KEY_FILE.' }]
      : []),
  ]
}

/** How old the last good backup is. */
export async function checkBackups(db: Db, now: Date): Promise<PlanLine[]> {
  const { lastGood, problems, error } = await loadBackupState(db, now)
  const age = lastGood === null ? null : Math.floor((now.getTime() - lastGood.getTime()) / 3_600_000)
  const text = age === null ? 'There is no backup of this shop' : `The last good backup is ${age} hours old`
  return [
    { level: problems.includes('old') ? 'weak' : age === null ? 'note' : 'ok', text },
    ...(problems.includes('failed') ? [{ level: 'weak' as const, text: `The last backup failed: ${error}` }] : []),
  ]
}

/** Where the shop sends its warnings. */
export async function checkContact(db: Db): Promise<PlanLine[]> {
  const { storeEmail, orderMailTo } = settingsOf((await loadStoreRow(db)).settings, () => {})
  if (storeEmail !== '') return []
  const rest = orderMailTo === '' ? 'nobody is notified of orders or failed backups' : 'emails have no sender of yours'
  return [{ level: 'note', text: `The store has no email address (storeEmail): ${rest}.` }]
}
