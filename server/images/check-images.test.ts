import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { checkImages } from './check-images.ts'
import { warmImages } from './warm-images.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

test('reports used pictures as good, missing, broken or too large, and lists unused files', async () => {
  const folder = await temporaryFolder()
  const testPath = (...parts: string[]) => join(folder.path, ...parts)
  await mkdir(testPath('images', 'sub'), { recursive: true })
  const good = await blank(20, 20)
  await writeFile(testPath('images', 'good.png'), good)
  await writeFile(testPath('images', 'sub', 'ç.png'.normalize('NFD')), good)
  await writeFile(testPath('images', 'cut.png'), good.subarray(0, 60))
  await writeFile(testPath('images', 'pixels.png'), await blank(8_000, 8_000))
  await writeFile(testPath('images', 'bytes.png'), '')
  await truncate(testPath('images', 'bytes.png'), 41 * 1024 * 1024)
  await writeFile(testPath('images', 'ordered.png'), good)
  await writeFile(testPath('images', 'nobody.png'), good)
  await writeFile(testPath('images', 'list.txt'), '')
  const named = ['good.png', 'sub/ç.png', 'cut.png', 'pixels.png', 'bytes.png', 'gone.png', '../good.png']
  const used = [
    ...named.map((name) => ({ name, products: 2 })),
    ...['ordered.png', 'gone-too.png'].map((name) => ({ name, products: 0 })),
  ]
  expect(await checkImages([folderStore(testPath('images'), folder.path)], used)).toEqual({
    good: 2,
    missing: [
      { name: 'gone.png', products: 2 },
      { name: '../good.png', products: 2 },
    ],
    broken: ['cut.png'],
    tooLarge: ['pixels.png', 'bytes.png'],
    unused: ['nobody.png'],
  })
  await folder.remove()
})

test('warmImages makes every size but the gallery’s and counts broken pictures', async () => {
  const folder = await temporaryFolder()
  const testPath = (...parts: string[]) => join(folder.path, ...parts)
  await mkdir(testPath('images'))
  await writeFile(testPath('images', 'a.png'), await blank(900, 900))
  const options = { folders: [folderStore(testPath('images'), folder.path)] as const, cacheFolder: testPath('cache') }
  const progress: number[] = []
  expect(await warmImages(options, ['a.png', 'gone.png'], (done) => progress.push(done))).toEqual({
    pictures: 1,
    failed: 1,
  })
  expect(progress).toEqual([1, 2])
  const stored = (await readdir(testPath('cache'), { recursive: true })).filter((name) => name.endsWith('.webp'))
  expect(stored).toHaveLength(11)
  await folder.remove()
})
