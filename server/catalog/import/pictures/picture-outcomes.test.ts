import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FailedImportPicture } from '#contract/admin/imports/import-lists.ts'
import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import { url } from '#server/catalog/import/runs/test-imports.ts'
import { TestPictures } from './test-pictures.ts'

let shop: TestPictures
beforeAll(async () => {
  shop = await TestPictures.open()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const detail = (id: number) => shop.imports.state(id)
const failed = async (id: number, query = '') =>
  (await shop.imports.staff.send('GET', url(id, `/pictures${query}`))).body as {
    items: FailedImportPicture[]
    total: number
  }
const answer = (path: string, status: number) =>
  shop.answers.set(path, (_: unknown, response: ServerResponse) => void response.writeHead(status).end())

test('an import shows how far its pictures are, lists the failed ones with line and product, and tries them again', async () => {
  answer('/gone.jpg', 404)
  answer('/busy.jpg', 500)
  const cell = ['/a.jpg', '/gone.jpg', '/busy.jpg'].map((path) => shop.url(path)).join('|')
  const id = await shop.import({ A: cell, B: shop.url('/gone.jpg') })
  const start = { total: 3, stored: 0, failed: 0, waiting: 3, retried: 0, failedRows: 0 }
  expect((await detail(id)).pictures).toMatchObject(start)
  await shop.fetch()
  expect((await detail(id)).pictures).toMatchObject({ stored: 1, failed: 1, waiting: 1, retried: 1, failedRows: 2 })
  const { items, total } = await failed(id)
  expect(total).toBe(2)
  expect(items.map(({ file, line, code, url: address, reason }) => [file, line, code, address, reason])).toEqual([
    ['urunler.xml', 1, 'A', shop.url('/gone.jpg'), 'Bu adreste görsel yok (404)'],
    ['urunler.xml', 2, 'B', shop.url('/gone.jpg'), 'Bu adreste görsel yok (404)'],
  ])
  expect((await failed(id, '?page=2&limit=1')).items.map(({ code }) => code)).toEqual(['B'])
  const csv = (await shop.imports.staff.send('GET', url(id, '/pictures.csv'))).text
  expect(csv).toContain('"Dosya";"Satır";"Stok kodu";"Adres";"Açıklama"')
  expect(csv).toContain(`"urunler.xml";2;"B";"${shop.url('/gone.jpg')}";"Bu adreste görsel yok (404)"`)
  shop.answers.clear()
  const again = await shop.imports.post(url(id, '/pictures/retry'))
  expect((again.body as ImportDetail).pictures).toMatchObject({ stored: 1, failed: 0, waiting: 2, retried: 0 })
  await shop.fetch()
  expect((await detail(id)).pictures).toMatchObject({ stored: 3, failed: 0, waiting: 0, nextAt: null })
  expect(Object.values(await shop.images()).map((names) => names.length)).toEqual([3, 1])
  const log = await shop.pool.query("SELECT after FROM audit_log WHERE action = 'retry' AND noun_id = $1", [String(id)])
  expect(log).toEqual([{ after: { pictures: 2 } }])
})

test('the pictures are shown at the import that named them last, and at none that is undone', async () => {
  const first = await shop.import({ A: shop.url('/a.jpg') })
  const second = await shop.import({ A: shop.url('/a.jpg') })
  expect((await detail(first)).pictures).toBeNull()
  expect((await detail(second)).pictures).toMatchObject({ total: 1 })
  await shop.imports.undo(second)
  expect((await detail(second)).pictures).toBeNull()
  expect(await shop.imports.post(url(second, '/pictures/retry'))).toMatchObject({ status: 409 })
})

test('a file that changes nothing but pictures can be applied', async () => {
  await shop.import({ A: shop.url('/a.jpg') })
  const second = await shop.import({ A: shop.url('/b.jpg') })
  expect((await detail(second)).summary).toMatchObject({
    created: 0,
    updated: 0,
    pictures: { addresses: 1, waiting: 1, products: 1 },
  })
})
