import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { moveFiles } from './move-files.ts'
import { s3Store } from './s3-store.ts'
import { startTestS3, type TestS3 } from './test-s3.ts'
import { withFormer } from './with-former.ts'

let s3: TestS3
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let from: FileStore
let to: FileStore
let round = 0

beforeAll(async () => {
  s3 = await startTestS3()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await s3.close()
  await folder.remove()
})
beforeEach(async () => {
  round += 1
  from = folderStore(join(folder.path, String(round)), folder.path)
  to = s3Store(s3.address, folder.path).folder(String(round))
  for (const key of ['images/a.webp', 'images/sub/ç.png', 'notes/n1', 'mail/m.eml'])
    await from.put(key, Buffer.from(key))
})

const folders = ['images', 'notes']
const move = (source = from, target = to) => moveFiles({ from: source, to: target, folders })
const textOf = async (store: FileStore, key: string) => (await store.get(key))?.toString() ?? null

test('copies the files of the named folders, and only once', async () => {
  expect(await move()).toEqual({ copied: 3, same: 0, bytes: 38, different: [] })
  expect(await textOf(to, 'images/sub/ç.png')).toBe('images/sub/ç.png')
  expect(await to.head('mail/m.eml')).toBeNull()
  expect(await move()).toEqual({ copied: 0, same: 3, bytes: 0, different: [] })
  expect(await move(to, folderStore(join(folder.path, `${round}-back`), folder.path))).toMatchObject({ copied: 3 })
})

test('copies what has another size or changed since, and never replaces what is newer in the new place', async () => {
  await move()
  await from.put('images/a.webp', Buffer.from('longer than before'))
  const later = new Date(Date.now() + 3_600_000)
  await utimes(join(from.place, 'notes/n1'), later, later)
  expect(await move()).toMatchObject({ copied: 2, same: 1 })
  await to.put('images/sub/ç.png', Buffer.from('IMAGES/SUB/Ç.PNG'))
  expect(await move()).toMatchObject({ copied: 1 })
  expect(await textOf(to, 'images/sub/ç.png')).toBe('IMAGES/SUB/Ç.PNG')
})

test('a file that the shop writes in the new place during the move stays', async () => {
  const racing: FileStore = {
    ...from,
    folder: (name) => {
      const source = from.folder(name)
      return {
        ...source,
        async get(key) {
          // Between the list and the copy.
          await to.folder(name).put(key, Buffer.from('new'))
          return source.get(key)
        },
      }
    },
  }
  expect(await move(racing)).toEqual({ copied: 0, same: 3, bytes: 0, different: [] })
  expect(await textOf(to, 'images/a.webp')).toBe('new')
})

test('names copies that differ, and goes on', async () => {
  const damaging: FileStore = {
    ...to,
    folder: (name) => ({ ...to.folder(name), putNew: (key) => to.folder(name).putNew(key, Buffer.from('?')) }),
  }
  const { copied, different } = await move(from, damaging)
  expect([copied, different.toSorted()]).toEqual([0, ['images/a.webp', 'images/sub/ç.png', 'notes/n1']])
})

test('while files are added and removed, every file can be read, and the last move leaves none behind', async () => {
  const shop = withFormer(to, from)
  const names = Array.from({ length: 24 }, (_, at) => `notes/old-${at}`)
  for (const name of names) await from.put(name, Buffer.from(name))
  const moving = move()
  for (let at = 0; at < 8; at++) {
    await from.put(`notes/late-${at}`, Buffer.from('by a process that has not switched yet'))
    await shop.put(`notes/new-${at}`, Buffer.from('by one that has'))
    await shop.remove(names[at] ?? '')
    for (const key of [`notes/late-${at}`, `notes/new-${at}`, names[at + 8] ?? '']) {
      expect([key, (await shop.get(key)) !== null]).toEqual([key, true])
    }
  }
  await moving
  await move()
  const keys: string[] = []
  for await (const { key } of to.list('notes/')) keys.push(key)
  for (let at = 0; at < 8; at++) expect(keys).toEqual(expect.arrayContaining([`notes/late-${at}`, `notes/new-${at}`]))
  expect(keys).toEqual(expect.arrayContaining(names.slice(8)))
})
