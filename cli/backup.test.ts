import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import type { BackupRow } from '#server/backup/backup.ts'
import { describeRuns, findBackup, run } from './backup.ts'

const name = 'toptan-20261129T000601Z'
const absent = 'toptan-20261128T000601Z'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, name))
  await writeFile(join(folder.path, 'file'), '')
})
afterAll(() => folder.remove())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const find = (backup: string) => findBackup({ backupFolder: folder.path }, backup)

test('a backup is found by its name in BACKUP_DIR and by the path of its folder', async () => {
  const path = join(folder.path, name)
  expect([await find(name), await find(path)]).toEqual([path, path])
})

const made: BackupRow = {
  name,
  folder: null,
  state: 'done',
  started_at: new Date('2026-11-29T00:06:01Z'),
  finished_at: new Date('2026-11-29T00:06:31Z'),
  bytes: 12_340_000,
  row_count: 5000,
  file_count: 40,
  missing_files: 0,
  is_encrypted: false,
  verified_at: null,
  error: null,
}
const describeRun = (run: Partial<BackupRow>, backupFolder = folder.path) =>
  describeRuns([{ ...made, ...run }], { backupFolder, now: new Date('2026-11-30T03:00:00Z') })[0]

test('the list says where a backup is, how old and how large it is, and whether it is encrypted and verified', () => {
  expect(describeRun({})).toBe(
    `${name}  done  ${join(folder.path, name)}, 26 hours old, 12.3 MB, 5000 rows, 40 files, not encrypted, not verified`,
  )
  const verified_at = new Date('2026-11-29T05:00:00Z')
  const further = { folder: folder.path, is_encrypted: true, verified_at, missing_files: 2 }
  expect(describeRun(further, '/mnt/other')).toBe(
    `${name}  done  ${join(folder.path, name)}, 26 hours old, 12.3 MB, 5000 rows, 40 files, 2 files missing, encrypted, verified 2026-11-29T05:00:00.000Z`,
  )
})

test('a backup that was moved to BACKUP_DIR is found there; one that is gone is named with its place', () => {
  expect(describeRun({ folder: '/mnt/gone' })).toContain(`done  ${join(folder.path, name)}, `)
  const started_at = new Date('2026-11-20T03:00:00Z')
  expect(describeRun({ name: absent, folder: '/mnt/gone', started_at })).toContain(
    `${absent}  done  ${join('/mnt/gone', absent)} (not there), 10 days old, `,
  )
})

test('a failed backup is listed with its reason, a running one with its age only', () => {
  expect(describeRun({ state: 'failed', error: 'The disk is full.' })).toBe(
    `${name}  failed  26 hours old: The disk is full.`,
  )
  expect(describeRun({ state: 'running', started_at: new Date('2026-11-30T02:00:00Z') })).toBe(
    `${name}  running  1 hour old`,
  )
})

test('the list has a line for each backup that was made', async () => {
  const database = await createTestDatabase()
  const lines: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATA_DIR', folder.path)
  vi.stubEnv('BACKUP_DIR', '/mnt/other')
  try {
    await database.pool.execute(
      `INSERT INTO backups (name, folder, state, is_encrypted, finished_at)
       SELECT name, $2, 'done', false, now() FROM unnest($1::text[]) AS name`,
      [[name, absent], folder.path],
    )
    expect(await run(['list'])).toBe(0)
  } finally {
    await database.drop()
  }
  expect(lines.find((line) => String(line).startsWith(name))).toContain(`  ${join(folder.path, name)}, 0 hours old, `)
  expect(lines.find((line) => String(line).startsWith(absent))).toContain('(not there)')
})

test('a backup is verified without a shop, and listed only with one', async () => {
  const database = await createTestDatabase({ empty: true })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATA_DIR', folder.path)
  try {
    await expect(run(['list'])).rejects.toThrow('The database of DATABASE_URL has no shop.')
    await expect(run(['verify', join(folder.path, name)])).rejects.toThrow('manifest.json')
  } finally {
    await database.drop()
  }
})

test('what is no backup is named', async () => {
  const path = (file: string) => join(folder.path, file)
  await expect(find(absent)).rejects.toThrow(
    `There is no backup ${absent} in ${folder.path} (BACKUP_DIR). Give the path of its folder.`,
  )
  await expect(find(path(absent))).rejects.toThrow(`There is no folder ${path(absent)}.`)
  await expect(find(path(`file/${absent}`))).rejects.toThrow(`There is no folder ${path(`file/${absent}`)}.`)
  await expect(find(path('file'))).rejects.toThrow(`${path('file')} is a file; a backup is a folder.`)
})
