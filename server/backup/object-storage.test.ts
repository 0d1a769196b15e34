import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { addressIn, startTestS3, type TestS3 } from '#server/platform/files/test-s3.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { backUp, emptyPlace, restore } from './test-backup.ts'

let s3: TestS3
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let shop: TestShop

beforeAll(async () => {
  s3 = await startTestS3()
  folder = await temporaryFolder()
  shop = await openTestShop({ env: { STORAGE_URL: s3.url } })
})
afterAll(async () => {
  await shop.close()
  await folder.remove()
  await s3.close()
})

const keys = ['images/uploads/a.webp', 'notes/n1', 'invoices/ab/abc']
const contentsOf = (files: FileStore) => Promise.all(keys.map(async (key) => (await files.get(key))?.toString()))

test('a backup has the files of object storage, and is restored into a folder or another bucket', async () => {
  for (const key of keys) await shop.app.files.put(key, Buffer.from(key))
  await shop.app.files.put('exports/e.json', Buffer.from('{}'))
  const made = await backUp(shop, { folder: join(folder.path, 'backups') })
  expect(made.manifest.files.count).toBe(keys.length)
  const storage = addressIn(s3.url.replace('/shop', '/restored'))
  for (const options of [{}, { storage }]) {
    const place = await emptyPlace()
    await restore(made.folder, place, options)
    const files = openFileStore({ dataDir: place.dataDir, ...options })
    expect(await contentsOf(files)).toEqual(keys)
    expect((await files.get('folder-id'))?.length).toBe(33)
    await place.remove()
  }
  const place = await emptyPlace()
  await expect(restore(made.folder, place, { storage })).rejects.toThrow('s3://toptan/restored/images has files')
  await place.remove()
})
