import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { checkImages } from './check-images.ts'
import { warmImages } from './warm-images.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

test('reports used pictures as good, missing, broken or too large, and lists unused files', async () => {
  const folder = await temporaryFolder()
  const own = (...parts: string[]) => join(folder.path, ...parts)
  await mkdir(own('images', 'sub'), { recursive: true })
  const good = await blank(20, 20)
  await writeFile(own('images', 'good.png'), good)
  await writeFile(own('images', 'sub', 'ç.png'.normalize('NFD')), good)
  await writeFile(own('images', 'cut.png'), good.subarray(0, 60))
  await writeFile(own('images', 'pixels.png'), await blank(8_000, 8_000))
  await writeFile(own('images', 'bytes.png'), '')
  await truncate(own('images', 'bytes.png'), 41 * 1024 * 1024)
  await writeFile(own('images', 'ordered.png'), good)
  await writeFile(own('images', 'nobody.png'), good)
  await writeFile(own('images', 'list.txt'), '')
  const named = ['good.png', 'sub/ç.png', 'cut.png', 'pixels.png', 'bytes.png', 'gone.png', '../good.png']
  const used = [
    ...named.map((name) => ({ name, products: 2 })),
    ...['ordered.png', 'gone-too.png'].map((name) => ({ name, products: 0 })),
  ]
  expect(await checkImages([own('images')], used)).toEqual({
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
  const own = (...parts: string[]) => join(folder.path, ...parts)
  await mkdir(own('images'))
  await writeFile(own('images', 'a.png'), await blank(900, 900))
  const options = { folders: [own('images')] as [string], cacheFolder: own('cache') }
  const seen: number[] = []
  expect(await warmImages(options, ['a.png', 'gone.png'], (done) => seen.push(done))).toEqual({
    pictures: 1,
    failed: 1,
  })
  expect(seen).toEqual([1, 2])
  const kept = (await readdir(own('cache'), { recursive: true })).filter((name) => name.endsWith('.webp'))
  expect(kept).toHaveLength(11)
  await folder.remove()
})
