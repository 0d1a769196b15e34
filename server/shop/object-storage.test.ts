import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { type ExportRequest, exportsFolder, makeExport } from '#server/exports/exports.ts'
import { claimDataFolder } from '#server/platform/data-folder.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { addressIn, startTestS3, type TestS3 } from '#server/platform/files/test-s3.ts'
import { photo } from '#testing/people.ts'
import { codeOf, openTestShop, testSecret, type TestShop } from '#testing/shop.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'

// Two processes with a data folder each, which share nothing but the database and the bucket.
let s3: TestS3
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let shop: TestShop
let other: FastifyInstance

beforeAll(async () => {
  s3 = await startTestS3()
  folder = await temporaryFolder()
  const storage = addressIn(s3.url)
  const files = openFileStore({ dataDir: folder.path, storage })
  shop = await openTestShop({ env: { STORAGE_URL: s3.url }, dataFolderId: 'a'.repeat(32) })
  await files.put('folder-id', Buffer.from('a'.repeat(32)))
  expect(await claimDataFolder(shop.database.pool, files)).toBe('a'.repeat(32))
  const config = parseConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder.path, 'other'),
    LOG_LEVEL: 'silent',
    SESSION_SECRET: testSecret,
    STORAGE_URL: s3.url,
  })
  const database = { ...shop.database, kind: 'external' as const, created: false, close: async () => {} }
  other = await createApp({ config, database, version: 'test', hasRateLimits: false })
})
afterAll(async () => {
  await other.close()
  await shop.close()
  await folder.remove()
  await s3.close().catch(() => {})
})

test('a picture that one process stores is served by another one, whole and in a size', async () => {
  const admin = await shop.signedIn(await addAdmin(shop.database.pool))
  const { file } = (await admin.send('POST', '/yonetim/product-pictures', { body: photo })).body as { file: string }
  const whole = await other.inject(`/images/${file}`)
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.length]).toEqual([
    200,
    'image/webp',
    Number(whole.headers['content-length']),
  ])
  const sized = await other.inject(`/images/${file}?fit=280x229`)
  expect([sized.statusCode, sized.headers['content-type']]).toEqual([200, 'image/webp'])
  const again = await other.inject({
    url: `/images/${file}`,
    headers: { 'if-none-match': String(whole.headers['etag']) },
  })
  expect(again.statusCode).toBe(304)
})

test('a workbook that one process makes is downloaded from another one', async () => {
  const admin = await shop.signedIn(await addAdmin(shop.database.pool))
  const { id } = (await admin.send('POST', '/yonetim/exports', { body: { list: 'dealers', query: {} } })).body as {
    id: string
  }
  const [row] = await shop.database.pool.query<{ data: ExportRequest }>(
    "DELETE FROM outbox WHERE name = 'export' RETURNING data",
  )
  const { exportSources: sources } = other
  if (row)
    await makeExport(
      { sources, folder: exportsFolder(other.files), warn: (error) => expect.fail(error.message) },
      row.data,
    )
  expect((await admin.send('GET', `/yonetim/exports/${id}`)).body).toMatchObject({ state: 'done' })
  const file = await admin.send('GET', `/yonetim/exports/${id}/file`)
  expect([file.status, file.text.slice(0, 2)]).toEqual([200, 'PK'])
})

test('while the storage is lost, uploads and files answer 503, selling goes on, and the health checks report it', async () => {
  const dealer = await shop.signedIn(await addDealer(shop.database.pool))
  const admin = await shop.signedIn(await addAdmin(shop.database.pool))
  const { file } = (await admin.send('POST', '/yonetim/product-pictures', { body: photo })).body as { file: string }
  const health = async () => {
    const [ready, metrics] = await Promise.all([shop.app.inject('/readyz'), shop.app.inject('/metrics')])
    return [ready.json(), /^storage_present (.*)$/m.exec(metrics.body)?.[1]]
  }
  expect(await health()).toEqual([{ ok: true, storage: true }, '1'])
  await s3.close()
  const upload = await dealer.send('POST', '/api/catalog/fault-report-photos', { body: photo })
  expect([upload.status, codeOf(upload), upload.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  expect((await other.inject(`/images/${file}`)).statusCode).toBe(503)
  expect((await dealer.send('GET', '/api/catalog/products')).status).toBe(200)
  expect(await health()).toEqual([{ ok: true, storage: false }, '0'])
})
