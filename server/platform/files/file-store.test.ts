import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { purgeStored } from './named-files.ts'
import { s3Store } from './s3-store.ts'
import { startTestS3, type TestS3 } from './test-s3.ts'
import { withFormer } from './with-former.ts'
import { withLocalCopy } from './work-files.ts'

let s3: TestS3
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let round = 0

beforeAll(async () => {
  s3 = await startTestS3()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await s3.close()
  await folder.remove()
})
beforeEach(() => {
  round += 1
})

const local = (name = 'local') => folderStore(join(folder.path, `${round}-${name}`), join(folder.path, 'work'))
const bucket = (name = 'bucket') =>
  s3Store(s3.address, join(folder.path, 'work'), { keysPerAnswer: 5 }).folder(`${round}-${name}`)
const stores: [string, () => FileStore][] = [
  ['a folder', local],
  ['a bucket', bucket],
  ['a bucket that is filled from a folder', () => withFormer(bucket(), local())],
]

async function keysOf(store: FileStore, prefix?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.toSorted()
}
const textOf = async (store: FileStore, key: string) => (await store.get(key))?.toString() ?? null

describe.each(stores)('%s', (_, open) => {
  test('returns what was written, with size and time, and null for what is missing', async () => {
    const store = open()
    const before = Date.now()
    await store.put('a/ç ş%+.txt', Buffer.from('İçerik'))
    expect(await textOf(store, 'a/ç ş%+.txt')).toBe('İçerik')
    const facts = await store.head('a/ç ş%+.txt')
    expect(facts?.bytes).toBe(Buffer.byteLength('İçerik'))
    expect(Math.abs((facts?.changedAt ?? 0) - before)).toBeLessThan(60_000)
    const file = await store.open('a/ç ş%+.txt')
    expect([file?.bytes, Buffer.concat(await file!.content.toArray()).toString()]).toEqual([facts?.bytes, 'İçerik'])
    expect([await store.get('b'), await store.open('b'), await store.head('b'), await store.head('a')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('replaces a file as a whole, and writes a new one only once', async () => {
    const store = open()
    await store.put('x', Buffer.from('first'))
    await store.put('x', Buffer.from('2'))
    expect(await textOf(store, 'x')).toBe('2')
    expect([await store.putNew('x', Buffer.from('3')), await store.putNew('y', Buffer.from('4'))]).toEqual([
      false,
      true,
    ])
    expect([await textOf(store, 'x'), await textOf(store, 'y')]).toEqual(['2', '4'])
  })

  test('writes a long stream, and an empty file', async () => {
    const store = open()
    const piece = Buffer.alloc(1024 * 1024, 'x')
    await store.put('long', Readable.from(Array.from({ length: 11 }, () => piece)))
    await store.put('empty', Buffer.alloc(0))
    expect([(await store.head('long'))?.bytes, (await store.head('empty'))?.bytes]).toEqual([11 * 1024 * 1024, 0])
    expect((await store.get('empty'))?.length).toBe(0)
  })

  test('keeps no part of a stream that breaks off, and the file that was there before', async () => {
    const store = open()
    await store.put('x', Buffer.from('before'))
    for (const key of ['x', 'new']) {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(9 * 1024 * 1024)
          throw new Error('the visitor left')
        })(),
      )
      await expect(store.put(key, broken)).rejects.toThrow('the visitor left')
    }
    expect([await textOf(store, 'x'), await store.head('new'), await keysOf(store)]).toEqual(['before', null, ['x']])
  })

  test('removes files, also those that do not exist', async () => {
    const store = open()
    await store.put('x', Buffer.from('1'))
    await store.remove('x')
    await store.remove('x')
    expect([await store.head('x'), await keysOf(store)]).toEqual([null, []])
  })

  test('lists by prefix, and has folders that know nothing of each other', async () => {
    const store = open()
    for (const key of ['a/1', 'a/2', 'a/b/3', 'ab', 'c']) await store.put(key, Buffer.from(key))
    expect(await keysOf(store)).toEqual(['a/1', 'a/2', 'a/b/3', 'ab', 'c'])
    expect(await keysOf(store, 'a')).toEqual(['a/1', 'a/2', 'a/b/3', 'ab'])
    expect(await keysOf(store.folder('a'))).toEqual(['1', '2', 'b/3'])
    expect(await keysOf(store.folder('a'), 'b/')).toEqual(['b/3'])
    expect(await textOf(store.folder('a').folder('b'), '3')).toBe('a/b/3')
    expect(await keysOf(store.folder('nothing'))).toEqual([])
  })

  test('lists more files than one answer of a service has', async () => {
    const store = open()
    const names = Array.from({ length: 13 }, (_, at) => `n${at}`)
    for (const name of names) await store.put(name, Buffer.from('1'))
    expect(await keysOf(store)).toEqual(names.toSorted())
  })

  test('finds nothing outside of itself', async () => {
    const store = open()
    await store.put('secret', Buffer.from('1'))
    await store.folder('a').put('x', Buffer.from('2'))
    for (const key of ['../secret', '..', '', '/secret', 'a/../secret', '.secret', 'a//x', 'a\\x', 'a\0x']) {
      const within = store.folder('a')
      expect([key, await within.get(key), await within.head(key)]).toEqual([key, null, null])
      await expect(within.put(key, Buffer.from('3'))).rejects.toThrow('is not the name of a file')
      await within.remove(key)
    }
    expect(await keysOf(store)).toEqual(['a/x', 'secret'])
  })

  test('gives the path of a file with several contents in a row', async () => {
    const store = open()
    await store.put('x', Buffer.from('one '))
    await store.put('x.4', Buffer.from('two'))
    const { readFile } = await import('node:fs/promises')
    const read = (path: string) => readFile(path, 'utf8')
    expect(await withLocalCopy(store, ['x'], read)).toBe('one ')
    expect(await withLocalCopy(store, ['x', 'x.4'], read)).toBe('one two')
    expect(await readdir(join(folder.path, 'work'))).toEqual([])
  })

  test('loses files that nobody knows a day later', async () => {
    const store = open()
    for (const key of ['known', 'unknown']) await store.put(key, Buffer.from('1'))
    const purge = (hours: number) =>
      purgeStored(store, async () => new Set(['known']), new Date(Date.now() + hours * 3600 * 1000))
    await purge(23)
    expect(await keysOf(store)).toEqual(['known', 'unknown'])
    await purge(25)
    expect(await keysOf(store)).toEqual(['known'])
  })
})

test('a folder follows no link out of it', async () => {
  const store = local()
  await store.put('x', Buffer.from('1'))
  await writeFile(join(folder.path, `${round}-outside`), '2')
  await symlink(join(folder.path, `${round}-outside`), join(store.place, 'link'))
  await symlink(join(store.place, 'x'), join(store.place, 'inside'))
  expect([await store.get('link'), await textOf(store, 'inside')]).toEqual([null, '1'])
  expect(await keysOf(store)).toEqual(['inside', 'x'])
})

test('a folder shows no file that is being written, and removes what a dead writer left after a day', async () => {
  const store = local()
  await mkdir(store.place)
  for (const name of ['old.part', 'new.part']) await writeFile(join(store.place, name), '1')
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
  await utimes(join(store.place, 'old.part'), yesterday, yesterday)
  expect(await keysOf(store)).toEqual([])
  await store.removeDrafts(new Date())
  expect(await readdir(store.place)).toEqual(['new.part'])
})

test('a storage that is being filled reads the older place, prefers its own files, and removes from both', async () => {
  const [store, former] = [bucket(), local()]
  const both = withFormer(store, former)
  await former.put('old', Buffer.from('former'))
  await former.put('both', Buffer.from('former'))
  await both.put('both', Buffer.from('new'))
  expect([await textOf(both, 'old'), await textOf(both, 'both'), await keysOf(both)]).toEqual([
    'former',
    'new',
    ['both', 'old'],
  ])
  expect(await textOf(former, 'both')).toBe('former')
  expect(await both.putNew('old', Buffer.from('x'))).toBe(false)
  for (const key of ['old', 'both']) await both.remove(key)
  expect([await keysOf(both), await keysOf(former), await keysOf(store)]).toEqual([[], [], []])
})
