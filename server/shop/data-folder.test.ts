import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { photo } from '#testing/people.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'

const id = 'a'.repeat(32)
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let dataDir: string
let shop: TestShop

beforeAll(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder.path, 'data')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'folder-id'), id)
  shop = await openTestShop({ env: { DATA_DIR: dataDir }, dataFolderId: id })
})
afterAll(async () => {
  await shop.close()
  await folder.remove()
})

test('while a shared data folder is not mounted, uploads answer 503 and write nothing, and the health checks report it', async () => {
  const dealer = await shop.signedIn(await addDealer(shop.database.pool))
  const admin = await shop.signedIn(await addAdmin(shop.database.pool))
  const logo = photo.toString('base64')
  const upload = () =>
    Promise.all([
      dealer.send('POST', '/api/catalog/fault-report-photos', { body: photo }),
      dealer.send('PATCH', '/api/catalog/account/letterhead', {
        body: { name: 'Bayi', address: '', town: '', city: '', number: '', logo },
      }),
      admin.send('POST', '/yonetim/settings/pictures', { body: { picture: logo } }),
      admin.send('POST', '/yonetim/product-pictures', { body: photo }),
      admin.send('POST', '/yonetim/exports', { body: { list: 'dealers', query: {} } }),
    ])
  const health = async () => {
    const [ready, metrics] = await Promise.all([shop.app.inject('/readyz'), shop.app.inject('/metrics')])
    return [ready.statusCode, ready.json(), /^data_folder_present (.*)$/m.exec(metrics.body)?.[1]]
  }
  expect((await upload()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await health()).toEqual([200, { ok: true, dataFolder: true }, '1'])

  await rename(dataDir, `${dataDir}-unmounted`)
  // The mount point.
  await mkdir(dataDir)
  const refused = await upload()
  expect(refused.map((answer) => [answer.status, codeOf(answer), answer.headers['retry-after']])).toEqual(
    refused.map(() => [503, 'unavailable', '2']),
  )
  expect(await readdir(dataDir)).toEqual([])
  expect(await health()).toEqual([200, { ok: true, dataFolder: false }, '0'])
  expect((await dealer.send('GET', '/api/catalog/products')).status).toBe(200)

  await rm(dataDir, { recursive: true })
  await rename(`${dataDir}-unmounted`, dataDir)
  expect((await upload()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})
