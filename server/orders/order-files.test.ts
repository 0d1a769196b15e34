import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersFilePath } from '#contract/core/record-paths.ts'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { ListedOrder } from '#contract/shop/orders.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { ordersExport } from './administration-export.ts'
import { periodOf } from './list-query.ts'
import { addBuyer, type Buyer, placeOrder, product } from './test-orders.ts'

let shop: TestShop
let buyer: Buyer
let other: Buyer
/** In the order in which they were placed, in March 2020. */
let drills: { id: number; orderNo: string }
let mixed: { id: number; orderNo: string }

beforeAll(async () => {
  shop = await openTestShop()
  ;[buyer, other] = [await addBuyer(shop), await addBuyer(shop)]
  const drill = await product(shop, { code: 'MTK-İ1', price: 100, units: { KOLİ: 2 } })
  const cable = await product(shop, { code: '=1+1', price: 33.335, taxRate: 10 })
  await shop.database.pool.execute("UPDATE products SET name = 'Şarjlı ışıldak' WHERE id = $1", [cable.id])
  drills = await placeOrder(shop, buyer, { [drill.units['KOLİ'] ?? 0]: 3 })
  mixed = await placeOrder(shop, buyer, { [drill.unitId]: 1, [cable.unitId]: 2 })
  await placeOrder(shop, other, { [cable.unitId]: 5 })
  await shop.database.pool.execute(
    "UPDATE orders SET created_at = '2020-03-01T12:00:00+03'::timestamptz + make_interval(days => id::int)",
  )
})
afterAll(() => shop.close())

type List = { items: ListedOrder[]; total: number; range: string | null; from: string | null; to: string | null }
const list = async (query: string, who = buyer) => (await who.send('GET', `/api/catalog/orders?${query}`)).body as List
const numbers = async (query: string, who = buyer) => (await list(query, who)).items.map(({ orderNo }) => orderNo)
const file = (format: 'xlsx' | 'csv', query = '', who = buyer) =>
  shop.app.inject({ url: `${ordersFilePath(format)}?${query}`, cookies: who.cookies })

test('the list is searched by number, and by code or name of a product, the Turkish way', async () => {
  expect(await numbers('q=ISILDAK')).toEqual([mixed.orderNo])
  expect(await numbers('q=mtk-')).toEqual([mixed.orderNo, drills.orderNo])
  expect(await numbers(`q=${drills.orderNo.toLowerCase()}`)).toEqual([drills.orderNo])
  expect(await numbers('q=%25')).toEqual([])
  expect(await numbers('q=isildak', other)).toHaveLength(1)
})

test('the list is filtered by status; unknown values are ignored', async () => {
  const { pool } = shop.database
  await pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE id = $1', [drills.id])
  expect(await numbers('status=sent')).toEqual([drills.orderNo])
  expect(await numbers('status=active')).toEqual([mixed.orderNo])
  expect(await numbers('status=cancelled')).toEqual([])
  expect(await numbers('status=gone')).toHaveLength(2)
  await pool.execute('UPDATE orders SET sent_to_erp_at = NULL WHERE id = $1', [drills.id])
})

test('a quick range is a period of days in Turkey, and replaces the days of the query', async () => {
  expect(periodOf('today', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  expect(periodOf('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(periodOf('month', '2026-03-17')).toEqual({ from: '2026-03-01', to: '2026-03-17' })
  for (const range of ['today', 'yesterday', 'month']) {
    const found = await list(`range=${range}&from=2020-01-01&to=2020-12-31`)
    expect(found).toMatchObject({ total: 0, range })
    expect(found.from).not.toBe('2020-01-01')
  }
  expect(await list('range=year&from=2020-01-01')).toMatchObject({
    total: 2,
    range: null,
    from: '2020-01-01',
    to: null,
  })
})

test('a workbook has the filtered orders and their lines, a CSV file the lines; other dealers’ orders are in neither', async () => {
  const answer = await file('xlsx', 'sort=date&page=9')
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="siparisler-[\w-]+-\d{4}-\d{2}-\d{2}\.xlsx"$/),
  ])
  const [orders, lines] = await readWorkbook(answer.rawPayload)
  expect([orders?.sheet, lines?.sheet]).toEqual(['Siparişler', 'Satırlar'])
  expect(orders?.data.map((row) => [row[0], row[6], row[11]])).toEqual([
    ['Sipariş no', 'Kalem', 'Toplam'],
    [drills.orderNo, 1, 720],
    [mixed.orderNo, 2, 193.34],
  ])
  expect(lines?.data.map((row) => [row[0], row[4], row[5], row[7], row[8], row[12]])).toEqual([
    ['Sipariş no', 'Kod', 'Ürün adı', 'Miktar', 'Birim', 'Tutar'],
    [drills.orderNo, 'MTK-İ1', 'MTK-İ1', 3, 'KOLİ', 600],
    [mixed.orderNo, 'MTK-İ1', 'MTK-İ1', 1, 'ADET', 100],
    [mixed.orderNo, '=1+1', 'Şarjlı ışıldak', 2, 'ADET', 66.67],
  ])
  const csv = (await file('csv', 'q=ışıldak')).body.split('\r\n')
  expect(csv).toHaveLength(4)
  expect(csv[2]).toContain(`"${mixed.orderNo}";`)
  expect(csv[2]).toContain(`"'=1+1";"Şarjlı ışıldak"`)
})

test('files of dealers who see no prices have none, and guests get no file', async () => {
  await shop.setSetting('showPriceStatus', '0')
  const { body } = await file('csv')
  const [orders] = await readWorkbook((await file('xlsx')).rawPayload)
  await shop.setSetting('showPriceStatus', '1')
  expect(body).toContain(drills.orderNo)
  expect(body).not.toMatch(/;600|66,67|TRY|Tutar|fiyat/)
  expect(orders?.data[0]).not.toContain('Toplam')
  expect((await shop.app.inject({ url: ordersFilePath('csv') })).statusCode).not.toBe(200)
})

test('the workbook of all dealers’ orders has a sheet of lines with the dealer', async () => {
  const { pool } = shop.database
  const { total, further = [] } = await ordersExport(pool).open({ sort: 'date' }, 'tr')
  const rows = []
  for await (const batch of further[0]?.batches() ?? []) rows.push(...batch)
  expect([total, rows.length, further[0]?.sheet.name]).toEqual([7, 4, 'Satırlar'])
  const dealer = buyer.actor.dealer?.code
  expect(rows.map((row) => [row[0], row[3], row[6]])[0]).toEqual([drills.orderNo, dealer, 'MTK-İ1'])
  expect(rows[3]?.[3]).toBe(other.actor.dealer?.code)
})

test('staff see the dealer’s address, phone and tax data on an order', async () => {
  const { pool } = shop.database
  const contact = { address: 'Atatürk Cad. 5', district: 'Çankaya', city: 'Ankara', phone: '0312 555 01 02' }
  const tax = { taxOffice: 'Ulus', taxNumber: '1234567890' }
  await pool.execute(
    `UPDATE dealers SET address = $2, district = $3, city = $4, phone = $5, tax_office = $6, tax_number = $7 WHERE id = $1`,
    [buyer.actor.dealer?.id, ...Object.values(contact), ...Object.values(tax)],
  )
  const staff = await shop.signedIn(await addAdmin(pool))
  expect((await staff.send('GET', `/yonetim/orders/${drills.id}`)).body as AdminOrder).toMatchObject({
    contact: { ...contact, ...tax },
  })
})
