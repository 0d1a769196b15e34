import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { acceptDataFolder, claimDataFolder, watchDataFolder } from './data-folder.ts'
import { openFileStore } from './files/open-file-store.ts'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let shared: string
let other: string
const filesIn = (dataDir: string) => openFileStore({ dataDir })
const idIn = async (path: string) => (await readFile(join(path, 'folder-id'), 'utf8')).trim()

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  folder = await temporaryFolder()
  shared = join(folder.path, 'shared')
  other = join(folder.path, 'other')
  await database.pool.execute('DELETE FROM data_folder')
  return folder.remove
})

test('the first start gives the folder an id, and later starts with it are accepted', async () => {
  const id = await claimDataFolder(database.pool, filesIn(shared))
  expect([await idIn(shared), await claimDataFolder(database.pool, filesIn(shared))]).toEqual([id, id])
})

test('a folder without the id, such as an empty mount point, is refused with the way to repair it', async () => {
  await claimDataFolder(database.pool, filesIn(shared))
  await mkdir(other)
  for (const path of [other, join(folder.path, 'missing')]) {
    await expect(claimDataFolder(database.pool, filesIn(path))).rejects.toThrow(
      `${path} is not the data folder of this database: it has no file folder-id. Mount the shared folder, or set DATA_DIR to it. If this folder is the right one, because it was restored or moved without its file folder-id, run "toptan folder accept" once.`,
    )
  }
})

test('the folder of another shop is refused, and keeps its id when it is accepted', async () => {
  await claimDataFolder(database.pool, filesIn(shared))
  await mkdir(other)
  const id = 'c'.repeat(32)
  await writeFile(join(other, 'folder-id'), `${id}\n`)
  await expect(claimDataFolder(database.pool, filesIn(other))).rejects.toThrow('its file folder-id is of another one')
  expect(await acceptDataFolder(database.pool, filesIn(other))).toBe(id)
  expect([await idIn(other), await claimDataFolder(database.pool, filesIn(other))]).toEqual([id, id])
  await expect(claimDataFolder(database.pool, filesIn(shared))).rejects.toThrow('of another one')
})

test('a folder that was restored without its id gets the id of the database when it is accepted', async () => {
  const id = await claimDataFolder(database.pool, filesIn(shared))
  await rm(join(shared, 'folder-id'))
  expect(await acceptDataFolder(database.pool, filesIn(shared))).toBe(id)
  expect(await claimDataFolder(database.pool, filesIn(shared))).toBe(id)
})

test('a database that has no id yet takes the one of its folder', async () => {
  const id = await claimDataFolder(database.pool, filesIn(shared))
  await database.pool.execute('DELETE FROM data_folder')
  expect(await claimDataFolder(database.pool, filesIn(shared))).toBe(id)
})

test('a watch reports once that the folder is lost, and once that it is back', async () => {
  const id = await claimDataFolder(database.pool, filesIn(shared))
  const reports: boolean[] = []
  const watch = watchDataFolder(filesIn(shared), id, (isPresent) => reports.push(isPresent))
  expect(await watch.isPresent()).toBe(true)
  await rename(shared, other)
  // An unmounted folder leaves an empty one.
  await mkdir(shared)
  expect([await watch.isPresent(), await watch.isPresent()]).toEqual([false, false])
  await rm(shared, { recursive: true })
  await rename(other, shared)
  expect([await watch.isPresent(), await watch.isPresent()]).toEqual([true, true])
  watch.close()
  expect(reports).toEqual([false, true])
})
