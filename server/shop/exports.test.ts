import { join } from 'node:path'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportNames } from '#contract/core/exports.ts'
import { addAdmin, addDealer, addProduct } from '#testing/store-rows.ts'
import { importCatalog } from '#server/catalog/import/import.ts'
import {
  type ExportRequest,
  exportsFolder,
  makeExport,
  purgeExports,
  readExportState,
} from '#server/exports/exports.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { addPeople } from '#testing/people.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let staff: TestVisitor
let folder: FileStore
const addressOf = (name: string) => {
  const source = shop.app.exportSources.find((source) => source.name === name)
  return source?.csv ?? `${source?.page}.csv`
}

beforeAll(async () => {
  shop = await openTestShop()
  folder = exportsFolder(shop.app.files)
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  const { userId, dealer } = await addDealer(pool)
  await pool.execute('UPDATE dealers SET name = $2 WHERE id = $1', [dealer?.id, '=HYPERLINK("http://x")'])
  await addOrders(1, 3, userId, dealer?.id)
})
afterAll(() => shop.close())

async function addOrders(from: number, to: number, userId: number, dealerId: number | undefined): Promise<void> {
  await shop.database.pool.execute(
    `INSERT INTO orders (order_no, dealer_id, user_id, created_at, description, currency, rates, subtotal, tax, total, total_try)
     SELECT concat('S2026', lpad(n::text, 6, '0')), $3, $4, '2026-03-01 12:00+03', '-', 'TRY', '{}', 1234.5, 0, 1234.5, 1234.5
       FROM generate_series($1::integer, $2::integer) AS n`,
    [from, to, dealerId, userId],
  )
}

/** Runs the newest export as the job queue would. */
async function runNewestExport(): Promise<void> {
  const { pool } = shop.database
  const rows = await pool.query<{ data: ExportRequest }>("DELETE FROM outbox WHERE name = 'export' RETURNING data")
  const warn = () => {}
  for (const { data } of rows) await makeExport({ sources: shop.app.exportSources, folder, warn }, data)
}

async function order(query: Record<string, string> = {}, list = 'orders'): Promise<string> {
  const { body } = await staff.send('POST', '/yonetim/exports', { body: { list, query } })
  return (body as { id: string }).id
}

test('exports a list as CSV for Turkish spreadsheets, with no cell as a formula', async () => {
  const { text, headers } = await staff.send('GET', '/yonetim/siparisler.csv?sort=number&q=000002')
  expect(headers['content-disposition']).toMatch(/attachment; filename="siparisler-\d{4}-\d\d-\d\d\.csv"/)
  const [head, line, end] = text.split('\r\n')
  expect(head?.startsWith('\uFEFF"Sipariş no";"Tarih";"Durum"')).toBe(true)
  expect(line).toContain(`"S2026000002";01.03.2026;"Alındı";`)
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(line).toContain(';1234,50;')
  expect(end).toBe('')
})

test('creates a workbook of the filtered list as a job with progress, for its user only', async () => {
  const id = await order({ sort: 'number', from: '2026-03-01', to: '2026-03-01' })
  const url = `/yonetim/exports/${id}`
  expect((await staff.send('GET', url)).body).toEqual({ state: 'waiting', done: 0, total: 3 })
  expect((await staff.send('GET', `${url}/file`)).status).toBe(404)
  await runNewestExport()
  expect((await staff.send('GET', url)).body).toEqual({ state: 'done', done: 3, total: 3 })
  const rows = await readWorkbook(await readFile(join(folder.place, `${id}.xlsx`)))
  const cells = (rows[0] as unknown as { data: unknown[][] }).data ?? rows
  expect(cells).toHaveLength(4)
  expect(cells[1]?.[0]).toBe('S2026000001')
  expect(cells[1]?.[5]).toBe('=HYPERLINK("http://x")')
  expect(cells[1]?.[14]).toBe(1234.5)
  const stranger = await shop.signedIn(await addAdmin(shop.database.pool))
  expect(codeOf(await stranger.send('GET', url))).toBe('not_found')
  expect((await stranger.send('GET', `${url}/file`)).status).toBe(404)
  const { headers } = await staff.send('GET', `${url}/file`)
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
})

test('reports a failed export to the user who started it', async () => {
  const id = await order()
  const [data] = await shop.database.pool.query<{ data: ExportRequest }>('DELETE FROM outbox RETURNING data')
  const broken = { ...shop.app.exportSources[0]!, open: () => Promise.reject(new Error('away')) }
  if (data) await makeExport({ sources: [broken], folder, warn: () => {} }, data.data)
  expect((await staff.send('GET', `/yonetim/exports/${id}`)).body).toMatchObject({ state: 'failed' })
})

test('removes files older than a day', async () => {
  const id = await order()
  await purgeExports(folder, new Date(Date.now() + 23 * 3600_000))
  expect(await readExportState(folder, id)).not.toBeNull()
  await purgeExports(folder, new Date(Date.now() + 25 * 3600_000))
  expect(await readExportState(folder, id)).toBeNull()
})

test('refuses a workbook of more than 50,000 rows, and exports them as CSV', async () => {
  const { userId, dealer } = await addDealer(shop.database.pool)
  await addOrders(4, 50_001, userId, dealer?.id)
  const body = { list: 'orders', query: {} }
  expect(codeOf(await staff.send('POST', '/yonetim/exports', { body }))).toBe('export_too_long')
  const { text } = await staff.send('GET', '/yonetim/siparisler.csv')
  expect(text.split('\r\n')).toHaveLength(50_001 + 2)
})

test('exports dealers, users, payments and fault reports as their lists are filtered, with no cell as a formula', async () => {
  const { pool } = shop.database
  const { dealer, noRight } = await addPeople(shop)
  await pool.execute("UPDATE dealers SET name = '@SUM(A1)', balance = 1234.5 WHERE id = $1", [dealer.dealer?.id])
  await pool.execute("UPDATE users SET name = '-2+3' WHERE id = $1", [noRight.userId])
  const linesOf = async (url: string) => {
    const { text } = await staff.send('GET', url)
    return text.split('\r\n').slice(1, -1)
  }
  const code = dealer.dealer?.code ?? ''
  const [row, ...others] = await linesOf(`/yonetim/bayiler.csv?q=${code}&show=active`)
  expect(row).toContain(`"${code}";"'@SUM(A1)";`)
  expect(row).toContain(';"Limitsiz";1234,50;0,00;"Hayır";')
  // The file uses the same words as the list (checkout, section 5).
  for (const [limit, said] of [
    [1, '"Siparişe kapalı"'],
    [2500, '2500,00'],
  ] as const) {
    await pool.execute('UPDATE dealers SET risk_limit = $2 WHERE id = $1', [dealer.dealer?.id, limit])
    expect((await linesOf(`/yonetim/bayiler.csv?q=${code}`))[0]).toContain(`;${said};1234,50;`)
  }
  expect(others.every((line) => !line.startsWith(`"${code}"`))).toBe(true)
  await pool.execute('UPDATE dealers SET risk_limit = 0 WHERE id = $1', [dealer.dealer?.id])
  const id = await order({ q: code }, 'dealers')
  await runNewestExport()
  const rows = await readWorkbook(await readFile(join(folder.place, `${id}.xlsx`)))
  const cells = (rows[0] as unknown as { data: unknown[][] }).data ?? rows
  expect(cells[1]?.slice(6, 8)).toEqual(['Limitsiz', 1234.5])
  expect(await linesOf('/yonetim/bayiler.csv?show=disabled')).toEqual([])
  const people = await linesOf(`/yonetim/kullanicilar.csv?show=no_order&dealer=${dealer.dealer?.id}`)
  expect(people).toHaveLength(1)
  expect(people[0]).toContain(`"'-2+3";"${noRight.email}";"Bayi kullanıcısı";"${code}";"'@SUM(A1)";"Yok";`)
  const payments = await linesOf('/yonetim/odemeler.csv?state=declined')
  expect(payments).toHaveLength(1)
  expect(payments[0]).toContain('"TEST0000000000000001";"Reddedildi";"Cari hesaba ödeme";')
  expect(payments[0]).toContain(';10,00;0,00;10,00;0,00;"TRY";')
  expect(await linesOf('/yonetim/odemeler.csv?state=captured')).toEqual([])
  const reports = await linesOf('/yonetim/ariza-bildirimleri.csv?state=new')
  expect(reports[0]).toContain('"A2020000001";')
  expect(reports[0]).toContain('"Motor çalışmıyor";"Ayşe Yılmaz";"0532 000 00 00"')
  expect(await linesOf('/yonetim/ariza-bildirimleri.csv?state=closed')).toEqual([])
})

test('exports every unit of products and variants as a file that imports without a change', async () => {
  const { pool } = shop.database
  const cable = await addProduct(pool, { code: '00123', price: 10, units: { KOLİ: 12 } })
  const parent = await addProduct(pool, { code: 'AİLE', price: 99, variantNames: ['Renk'] })
  await addProduct(pool, { code: 'AİLE-K', parentId: parent.id, variantValues: ['Kırmızı'], price: 5 })
  await pool.execute("UPDATE product_units SET barcode = '8690504015833' WHERE id = $1", [cable.units.KOLİ])
  await pool.execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency, plan2_value, plan2_currency)
     SELECT id, $1, 1234.5, 'TRY', 110.25, 'USD' FROM price_lists WHERE is_default`,
    [cable.units.KOLİ],
  )
  await shop.settle()
  const { text } = await staff.send('GET', '/yonetim/urunler/birimler.csv?sort=name')
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(/"Kod";"Ürün adı";"Birim";"Çarpan";"Barkod";"Fiyat";"Fiyat para birimi";"Liste fiyatı";/)
  expect(text).toContain('"=""00123""";"=""00123""";"KOLİ";12;"=""8690504015833""";1234,5;"TRY";;;;;110,25;"USD";')
  expect(text).toContain('"AİLE";"AİLE";"ADET";1;;;;')
  expect(text).toContain('"AİLE-K";"AİLE-K";"ADET";1;;5;"TRY";')
  const path = join(folder.place, 'birimler.csv')
  await mkdir(folder.place, { recursive: true })
  await writeFile(path, text)
  const options = { files: [], units: { path, name: 'birimler.csv' }, key: 'code', mapping: new Map(), defaults: {} }
  const back = await importCatalog(pool, { ...options, dryRun: true, locale: 'tr' })
  expect(back).toMatchObject({ ok: true, summary: { unitRows: lines.length - 2, rejected: 0, changed: false } })
})

describe('exports are for administrators only', () => {
  test.each(exportNames)('%s', async (name) => {
    const dealer = await shop.signedIn(await addDealer(shop.database.pool))
    const guest = await shop.guest()
    const url = addressOf(name)
    expect((await guest.send('GET', url)).status).toBe(401)
    expect(codeOf(await dealer.send('GET', url))).toBe('forbidden')
    expect((await staff.send('GET', url)).status).toBe(200)
    expect((await dealer.send('GET', `/yonetim/exports/${'0'.repeat(32)}/file`)).status).toBe(403)
    const looked = await guest.send('GET', url, { headers: { 'sec-fetch-dest': 'document', accept: 'text/html' } })
    expect([303, 401]).toContain(looked.status)
  })
})
