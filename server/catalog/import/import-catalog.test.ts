import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hardware, openTestImport, prices, products, stocks, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

test('imports a Turkish spreadsheet as products with brands, categories, units, prices and stock', async () => {
  const summary = await shop.succeed([hardware])
  expect(summary).toMatchObject({ rows: 3, created: 3, updated: 0, unchanged: 0, rejected: 0, changed: true })
  expect(summary.counts).toMatchObject({ prices: 3, stocks: 2, brands: 1, models: 1, categories: 4 })
  expect(summary.defaults).toEqual({ unit: 3, multiplier: 3, tax_rate: 1, prices: 2 })
  expect(await shop.pool.query(products)).toEqual([
    { code: '001', name: 'ÇEKİÇ 500 gr', seo: 'cekic-500-gr', tax_rate: '20.00', description: 'Sağlam &amp; güçlü' },
    { code: '002', name: 'Şerit metre', seo: 'serit-metre', tax_rate: '10.00', description: null },
    { code: '003', name: 'Vida 1/2" x 3"', seo: 'vida-1-2-x-3', tax_rate: null, description: null },
  ])
  expect(await shop.pool.query(prices)).toMatchObject([
    {
      code: '001',
      list: 'STANDART',
      unit: 'ADET',
      sale_value: '1234.5600',
      sale_currency: 'TRY',
      list_value: '1500.0000',
      plan1_value: '1200.0000',
    },
    { code: '002', sale_value: '12.5000', sale_currency: 'EUR', list_value: null, plan1_value: null },
    { code: '003', sale_value: '0.0000', list_value: null, plan1_value: null },
  ])
  expect(await shop.pool.query(stocks)).toEqual([
    { code: '001', warehouse: 'MERKEZ', quantity: '12.000' },
    { code: '002', warehouse: 'MERKEZ', quantity: '-3.000' },
  ])
  expect(await shop.pool.query('SELECT code, name, slug FROM brands')).toEqual([
    { code: 'IZELTAS', name: 'Izeltas', slug: 'izeltas' },
  ])
  expect(await shop.pool.query('SELECT price_try FROM product_sort_prices')).toEqual([{ price_try: '1234.5600' }])
  const reported = (await shop.report()).map(({ line, key, level, code }) => [line, key, level, code])
  expect(reported).toEqual([
    [1, '', 'warning', 'tax_rates'],
    [2, 'Izeltas', 'warning', 'brand_new'],
    [2, 'El Aletleri', 'warning', 'category_new'],
    [2, 'El Aletleri > Çekiçler', 'warning', 'category_new'],
    [3, '002', 'warning', 'stock_negative'],
    [3, 'El Aletleri > Metreler', 'warning', 'category_new'],
    [4, '003', 'warning', 'price_zero'],
    [4, 'Hırdavat', 'warning', 'category_new'],
  ])
})

describe('an import that fails', () => {
  test.each([
    ['a truncated archive', () => gzipSync(hardware.repeat(500)).subarray(0, 300), 'file_broken'],
    ['a quote that is never closed', () => `${hardware}004;"açık\n`, 'quote_open'],
    ['an empty file', () => '', 'file_empty'],
    ['no key column', () => 'ad;fiyat\nx;1\n', 'key_column_missing'],
  ])('imports nothing when %s follows a good file', async (_, broken, code) => {
    const before = await shop.snapshot()
    expect(await shop.run([hardware, broken()])).toMatchObject({ ok: false, code })
    expect(await shop.snapshot()).toBe(before)
  })

  test('leaves the catalog unchanged when it is interrupted, at any step', async () => {
    await shop.succeed([hardware])
    const before = await shop.snapshot()
    const changed = hardware.replaceAll(';20;', ';1;').replace('001', '009')
    for (const step of ['check', 'read', 'save'] as const) {
      for (const at of [0, 5, 12]) {
        const stop = new AbortController()
        const onProgress = (progress: { step: string; done: number }) => {
          if (progress.step === step && (step !== 'save' || progress.done === at)) stop.abort()
        }
        expect(await shop.run([changed], {}, { signal: stop.signal, onProgress })).toMatchObject({
          ok: false,
          code: 'interrupted',
        })
        expect(await shop.snapshot()).toBe(before)
      }
    }
    expect(await shop.succeed([changed])).toMatchObject({ created: 1 })
  })

  test('imports nothing when the report cannot be written', async () => {
    const before = await shop.snapshot()
    const result = await shop.run([hardware], { reportPath: `${shop.folder}/file1.csv/report.csv` })
    expect(result).toMatchObject({ ok: false, code: 'report_failed' })
    expect(await shop.snapshot()).toBe(before)
  })

  test('a dry run reports the result without changing anything', async () => {
    const before = await shop.snapshot()
    expect(await shop.succeed([hardware], { dryRun: true })).toMatchObject({ created: 3, changed: true })
    expect(await shop.snapshot()).toBe(before)
    expect(await shop.report()).toHaveLength(8)
  })

  test('a second import is refused while one runs', async () => {
    const other = shop.pool.withClient(async (client) => {
      await client.query('SELECT pg_advisory_lock(7205310411)')
      const result = await shop.run([hardware])
      await client.query('SELECT pg_advisory_unlock(7205310411)')
      return result
    })
    expect(await other).toMatchObject({ ok: false, code: 'import_running' })
    expect(await shop.succeed([hardware])).toMatchObject({ created: 3 })
  })

  test('imports several files one after the other', async () => {
    const summary = await shop.succeed([hardware, 'kod\tad\tfiyat\n001\t\t5\n004\tVida\t7\n'])
    expect(summary).toMatchObject({ rows: 5, created: 4, updated: 0 })
    expect(await shop.pool.query(prices)).toMatchObject([
      { sale_value: '5.0000' },
      { code: '002' },
      { code: '003', sale_value: '0.0000' },
      { code: '004', sale_value: '7.0000' },
    ])
  })
})

test('reports bad rows with line and reason, and imports the good ones', async () => {
  const long = `Uzun ${'kelime '.repeat(60)}`
  const rows: [string, string | undefined][] = [
    ['A1,İyi,10,TL,20,5,8690504015833,1', undefined],
    [',Kodsuz,10,TL,20,5,,1', 'key_missing'],
    ['A1,Tekrar,10,TL,20,5,,1', 'key_repeated'],
    ['A2,Fiyat,on lira,TL,20,5,,1', 'number_invalid'],
    ['A3,Eksi,-5,TL,20,5,,1', 'number_negative'],
    ['A4,Para,5,XYZ,20,5,,1', 'currency_unknown'],
    ['A5,KDV,5,TL,0.2,5,,1', 'tax_invalid'],
    ['A6,KDV,5,TL,120,5,,1', 'tax_invalid'],
    ['A7,Stok,5,TL,20,çok,,1', 'number_invalid'],
    ['A8,Barkod,5,TL,20,5,8690504015834,1', 'barcode_check'],
    ['A9,Barkod,5,TL,20,5,8.69E+12,1', 'barcode_damaged'],
    ['A10,Çarpan,5,TL,20,5,,0', 'multiplier_invalid'],
    [`A11,${long},5,TL,20,5,,1`, 'name_cut'],
    ['A12,Hücre,5,TL,20,5,,1,fazla', 'cell_count'],
    ['A13,Büyük,999999999999999,TL,20,5,,1', 'number_too_large'],
    ['A14,Aynı barkod,5,TL,20,5,8690504015833,1', 'barcode_repeated'],
    [`${'K'.repeat(501)},Uzun kod,5,TL,20,5,,1`, 'code_long'],
  ]
  const text = `kod,ad,fiyat,para birimi,kdv,stok,barkod,çarpan\n${rows.map(([row]) => row).join('\n')}\n`
  const summary = await shop.succeed([text])
  expect(summary).toMatchObject({ rows: 17, created: 5, rejected: 12 })
  const report = await shop.report()
  for (const [i, [, code]] of rows.entries()) {
    expect(report.filter(({ line }) => line === i + 2)[0]?.code, `line ${i + 2}`).toBe(code)
  }
  expect(report.find(({ code }) => code === 'key_repeated')).toEqual({
    file: 'file1.csv',
    line: 4,
    key: 'A1',
    level: 'error',
    code: 'key_repeated',
    reason: 'This product is also on line 2; that line was taken.',
  })
  expect(report.find(({ code }) => code === 'text_too_long')).toMatchObject({ line: 18, level: 'error' })
  const cut = await shop.pool.one<{ name: string }>(`SELECT name FROM products WHERE code = 'A11'`)
  expect(cut?.name.length).toBeLessThanOrEqual(250)
  expect(cut?.name).toMatch(/kelime$/)
})
