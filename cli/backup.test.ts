import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import { findBackup, run } from './backup.ts'

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

test('the list says which backups are not in BACKUP_DIR', async () => {
  const database = await createTestDatabase()
  const lines: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATA_DIR', folder.path)
  vi.stubEnv('BACKUP_DIR', folder.path)
  try {
    await database.pool.execute(
      "INSERT INTO backups (name, state, is_encrypted, finished_at) SELECT name, 'done', false, now() FROM unnest($1::text[]) AS name",
      [[name, absent]],
    )
    expect(await run(['list'])).toBe(0)
  } finally {
    await database.drop()
  }
  expect(lines.find((line) => String(line).startsWith(name))).not.toContain('not in')
  expect(lines.find((line) => String(line).startsWith(absent))).toContain(`not in ${folder.path}`)
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
