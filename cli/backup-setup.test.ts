import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { checkBackupFolder, checkBackups, checkContact } from './backup-setup.ts'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  ;[database, folder] = [await createTestDatabase(), await temporaryFolder()]
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

const sameDisk = { level: 'note', text: expect.stringContaining('set BACKUP_DIR to another disk') }
const noKey = { level: 'note', text: expect.stringContaining('BACKUP_KEY_FILE') }

test('backups beside the data and without a key are noted; a folder that is not there is weak', async () => {
  const dataDir = folder.path
  const inData = { dataDir, backupFolder: join(dataDir, 'backups') }
  expect(await checkBackupFolder(inData)).toEqual([sameDisk, noKey])
  expect(await checkBackupFolder({ ...inData, backupKey: 'k'.repeat(40) })).toEqual([sameDisk])
  const backupFolder = join(dataDir, 'mount')
  expect(await checkBackupFolder({ dataDir, backupFolder })).toEqual([
    { level: 'weak', text: `There is no folder ${backupFolder} (BACKUP_DIR): mount it or make it.` },
  ])
  await mkdir(backupFolder)
  expect(await checkBackupFolder({ dataDir, backupFolder })).toEqual([sameDisk, noKey])
})

test('reports the age of the last good backup; an old or failed backup is weak', async () => {
  const { pool } = database
  const now = new Date('2026-11-30T12:00:00Z')
  await pool.execute('UPDATE schema_migrations SET applied_at = $1', [new Date('2026-11-30T11:00:00Z')])
  const none = { text: 'There is no backup of this shop' }
  expect(await checkBackups(pool, now)).toEqual([{ level: 'note', ...none }])
  expect(await checkBackups(pool, new Date('2026-12-03T12:00:00Z'))).toEqual([{ level: 'weak', ...none }])
  const add = (state: string, at: string, error: string | null = null) =>
    pool.execute(
      'INSERT INTO backups (name, state, is_encrypted, started_at, finished_at, error) VALUES ($2::text, $1, false, $2::text::timestamptz, $2::text::timestamptz, $3)',
      [state, at, error],
    )
  await add('done', '2026-11-30T02:30:00Z')
  const good = { level: 'ok', text: 'The last good backup is 9 hours old' }
  expect(await checkBackups(pool, now)).toEqual([good])
  await add('failed', '2026-11-30T03:30:00Z', 'The disk is full.')
  expect(await checkBackups(pool, now)).toEqual([
    good,
    { level: 'weak', text: 'The last backup failed: The disk is full.' },
  ])
})

test('a missing email address of the store is reported as a note', async () => {
  const { pool } = database
  expect(await checkContact(pool)).toEqual([{ level: 'note', text: expect.stringContaining('nobody is notified') }])
  await saveSetting(pool, 'storeEmail', 'magaza@example.com')
  expect(await checkContact(pool)).toEqual([])
})
