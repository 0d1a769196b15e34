import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { findBackup } from './backup.ts'

const name = 'toptan-20261129T000601Z'
const absent = 'toptan-20261128T000601Z'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, name))
  await writeFile(join(folder.path, 'file'), '')
})
afterAll(() => folder.remove())

const find = (backup: string) => findBackup({ backupFolder: folder.path }, backup)

test('a backup is found by its name in BACKUP_DIR and by the path of its folder', async () => {
  const path = join(folder.path, name)
  expect([await find(name), await find(path)]).toEqual([path, path])
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
