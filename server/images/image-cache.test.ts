import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { openImageCache } from './image-cache.ts'

let folder: { path: string; remove(): Promise<void> }
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const file = (key: string) => join(folder.path, key.slice(0, 2), `${key}.webp`)
const names = async () =>
  (await readdir(folder.path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace('.webp', ''))
    .sort()

test('evicts the least recently shown images when the cache is full', async () => {
  const cache = openImageCache(folder.path, 1000)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [key, days] of [
    ['aa1', 5],
    ['bb2', 9],
    ['cc3', 7],
  ] as const) {
    await cache.put(key, Buffer.alloc(300))
    await utimes(file(key), daysAgo(days), daysAgo(days))
  }
  expect(await names()).toEqual(['aa1', 'bb2', 'cc3'])
  // The oldest file, but shown today.
  expect((await cache.get('bb2'))?.length).toBe(300)
  await expect.poll(async () => Date.now() - (await stat(file('bb2'))).mtimeMs).toBeLessThan(86_400_000)
  await cache.put('dd4', Buffer.alloc(300))
  await expect.poll(names).toEqual(['aa1', 'bb2', 'dd4'])
})

test('counts files written by another process from the first image on', async () => {
  await mkdir(join(folder.path, 'ff'))
  await writeFile(file('ff0'), Buffer.alloc(900))
  await utimes(file('ff0'), 1, 1)
  await openImageCache(folder.path, 1000).put('aa1', Buffer.alloc(300))
  await expect.poll(names).toEqual(['aa1'])
})

test('stores nothing and leaves no partial file when the disk is full', async () => {
  const cache = openImageCache(join(folder.path, 'file'), 1000)
  await writeFile(join(folder.path, 'file'), '')
  await expect(cache.put('aa1', Buffer.alloc(3))).rejects.toThrow('ENOTDIR')
  expect(await cache.get('aa1')).toBeNull()
  await rm(join(folder.path, 'file'))
  await cache.put('aa1', Buffer.alloc(3))
  expect(await cache.get('aa1')).toHaveLength(3)
})
