import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestImport, type TestImport } from '#server/catalog/import/test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

const family = 'SELECT code, parent_id IS NOT NULL AS child, variant_names, variant_values FROM products ORDER BY code'

describe('variants', () => {
  const shirts = `code,name,parent_code,size,color,variant:Kumaş,stock,price
T,Tişört,,,,,7,
T-S-K,Tişört S Kırmızı,T,S,Kırmızı,,5,90
T-M-K,Tişört M Kırmızı,T,M,Kırmızı,,0,80
G,Gömlek,,,,,,
G-K,Gömlek Keten,G,,,Keten,3,120
`

  test('become children of their parent, by the dimensions that have values', async () => {
    expect(await shop.succeed([shirts])).toMatchObject({ created: 5, rejected: 0 })
    expect(await shop.pool.query(family)).toEqual([
      { code: 'G', child: false, variant_names: ['Kumaş'], variant_values: null },
      { code: 'G-K', child: true, variant_names: null, variant_values: ['Keten'] },
      { code: 'T', child: false, variant_names: ['Beden', 'Renk'], variant_values: null },
      { code: 'T-M-K', child: true, variant_names: null, variant_values: ['M', 'Kırmızı'] },
      { code: 'T-S-K', child: true, variant_names: null, variant_values: ['S', 'Kırmızı'] },
    ])
    const sorted = await shop.pool.query(
      `SELECT p.code, s.price_try FROM product_sort_prices s JOIN products p ON p.id = s.product_id WHERE p.parent_id IS NULL ORDER BY 1`,
    )
    expect(sorted).toEqual([
      { code: 'G', price_try: '120.0000' },
      { code: 'T', price_try: '80.0000' },
    ])
    expect(await shop.report()).toMatchObject([{ line: 2, code: 'parent_stock_ignored' }])
    expect(await shop.succeed([shirts])).toMatchObject({ unchanged: 5, changed: false })
  })

  test('keep their parent when their row has no parent code', async () => {
    await shop.succeed([shirts])
    const before = await shop.pool.query(family)
    const text = 'code,name,parent_code,size,color\nT-S-K,Kırmızı S,,,\nT-M-K,Kırmızı M,T,M,Kırmızı\n'
    expect(await shop.succeed([text])).toMatchObject({ updated: 2, rejected: 0 })
    expect(await shop.pool.query(family)).toEqual(before)
    const taken = 'code,parent_code,size,color\nT-S-K,,,\nT-M-K,T,S,Kırmızı\n'
    expect(await shop.succeed([taken])).toMatchObject({ rejected: 1, changed: false })
    expect(await shop.report()).toMatchObject([{ code: 'variant_repeated' }])
    const below = 'code,name,parent_code,size\nT-S-K,,,\nX,X,T-S-K,L\n'
    expect(await shop.succeed([below])).toMatchObject({ rejected: 1, changed: false })
    expect(await shop.report()).toMatchObject([{ code: 'parent_is_variant' }])
  })

  test('are reported when they do not form a family', async () => {
    const rows: [string, string | undefined][] = [
      ['P,Ana,,,,', undefined],
      // Is a parent itself.
      ['P-1,Bir,P,S,K,', 'parent_is_variant'],
      ['P-2,Eksik,P,M,,', 'variant_value_missing'],
      ['P-3,İyi,P,L,K,', undefined],
      ['P-4,Tekrar,P,L,K,', 'variant_repeated'],
      ['P-5,Torun,P-1,S,K,', 'parent_is_variant'],
      ['Y-1,Yetim,Y,S,K,', 'parent_missing'],
      ['S,Kendisi,S,S,K,', 'parent_is_variant'],
      ['D,Değersiz ana,,,,', undefined],
      ['D-1,Değersiz,D,,,', 'variant_value_missing'],
    ]
    const text = `code,name,parent_code,size,color,variant:X\n${rows.map(([row]) => row).join('\n')}\nZ,z,,,,x\n`
    await shop.succeed([text])
    const report = await shop.report()
    const found = rows.map((_, i) => report.find(({ line, level }) => line === i + 2 && level === 'error')?.code)
    expect(found).toEqual(rows.map(([, code]) => code))
  })

  test('are rejected with more than three dimensions', async () => {
    const text =
      'code,name,parent_code,size,color,variant:A,variant:B\nP,p,,,,,\nP-1,x,P,1,2,3,4\nQ,q,,,,,\nQ-1,y,Q,1,2,3,\n'
    expect(await shop.succeed([text])).toMatchObject({ created: 3, rejected: 1 })
    expect(await shop.report()).toMatchObject([{ line: 3, code: 'variant_dimensions' }])
  })

  test('of later files join the family, swap values and keep its dimensions', async () => {
    await shop.succeed([shirts])
    const added = 'code,name,parent_code,size,color\nT-L-M,Tişört L Mavi,T,L,Mavi\n'
    expect(await shop.succeed([added])).toMatchObject({ created: 1, rejected: 0 })
    const swapped = 'code,parent_code,size,color\nT-S-K,T,M,Kırmızı\nT-M-K,T,S,Kırmızı\n'
    expect(await shop.succeed([swapped])).toMatchObject({ updated: 2, rejected: 0 })
    const taken = 'code,name,parent_code,size,color\nT-X,X,T,L,Mavi\n'
    expect(await shop.succeed([taken])).toMatchObject({ rejected: 1, changed: false })
    expect(await shop.succeed(['code,name,parent_code,size\nT-Y,Y,T,XXL\n'])).toMatchObject({
      rejected: 1,
      changed: false,
    })
    expect(await shop.report()).toMatchObject([{ code: 'variant_dimensions_differ' }])
    const values = await shop.pool.query(
      `SELECT code, variant_values FROM products WHERE code LIKE 'T-%' ORDER BY code`,
    )
    expect(values).toEqual([
      { code: 'T-L-M', variant_values: ['L', 'Mavi'] },
      { code: 'T-M-K', variant_values: ['S', 'Kırmızı'] },
      { code: 'T-S-K', variant_values: ['M', 'Kırmızı'] },
    ])
  })
})

describe('units', () => {
  const products = 'kod,ad,fiyat,barkod\nA,Vida,2,8690504015833\nB,Somun,3,\n'
  const units = `Stok Kodu;Birim;Birim Çarpanı;Barkod;Fiyat
A;Paket;10;;
A;KOLİ;100;4006381333931;150
B;koli;50;;
B;ADET;1;96385074;
C;KOLİ;5;;
A;PAKET;12;;
A;KASA;;;
A;;4;;
`
  const all = `SELECT p.code, u.name, u.multiplier, u.barcode, u.position, up.sale_value, u.id = p.default_unit_id AS is_default
    FROM product_units u JOIN products p ON p.id = u.product_id LEFT JOIN unit_prices up ON up.unit_id = u.id ORDER BY p.code, u.position`

  test('are imported from a units file beside the products', async () => {
    const summary = await shop.succeed([products], { units })
    expect(summary).toMatchObject({ rows: 2, unitRows: 8, created: 2, rejected: 4, counts: { units: 4, prices: 3 } })
    expect((await shop.report()).map(({ line, code }) => [line, code])).toEqual([
      [6, 'product_unknown'],
      [7, 'key_repeated'],
      [8, 'multiplier_missing'],
      [9, 'unit_missing'],
    ])
    expect(await shop.pool.query(all)).toEqual([
      {
        code: 'A',
        name: 'ADET',
        multiplier: '1.000',
        barcode: '8690504015833',
        position: 0,
        sale_value: '2.0000',
        is_default: true,
      },
      {
        code: 'A',
        name: 'PAKET',
        multiplier: '10.000',
        barcode: null,
        position: 1,
        sale_value: null,
        is_default: false,
      },
      {
        code: 'A',
        name: 'KOLİ',
        multiplier: '100.000',
        barcode: '4006381333931',
        position: 2,
        sale_value: '150.0000',
        is_default: false,
      },
      {
        code: 'B',
        name: 'ADET',
        multiplier: '1.000',
        barcode: '96385074',
        position: 0,
        sale_value: '3.0000',
        is_default: true,
      },
      {
        code: 'B',
        name: 'KOLİ',
        multiplier: '50.000',
        barcode: null,
        position: 1,
        sale_value: null,
        is_default: false,
      },
    ])
  })

  test('do not change when imported again; a price of 0 is saved, so that the unit is not sold at the default × multiplier, and an empty one keeps the price', async () => {
    const good = units.split('\n').slice(0, 4).join('\n')
    await shop.succeed([products], { units: good })
    const before = await shop.snapshot()
    expect(await shop.succeed([], { units: good })).toMatchObject({ changed: false, unitRows: 3 })
    expect(await shop.snapshot()).toBe(before)
    const cheaper = good.replace('100;4006381333931;150', '90;4006381333931;0').replace('10;;', '10;;19')
    expect(await shop.succeed([], { units: cheaper })).toMatchObject({ updated: 1, counts: { units: 1, prices: 2 } })
    expect(await shop.pool.query(all)).toMatchObject([
      { name: 'ADET', sale_value: '2.0000' },
      { name: 'PAKET', sale_value: '19.0000' },
      { name: 'KOLİ', multiplier: '90.000', sale_value: '0.0000' },
      { code: 'B' },
      { code: 'B' },
    ])
    const silent = cheaper.replace('10;;19', '10;;').replace('90;4006381333931;0', '90;;')
    expect(await shop.succeed([], { units: silent })).toMatchObject({ changed: false })
  })

  test('a unit column names the default unit; another name later adds a unit and makes it the default', async () => {
    await shop.succeed(['kod,ad,birim,çarpan,fiyat\nK,Kablo,MT,1,5\n'])
    expect(await shop.succeed(['kod,birim,çarpan,fiyat\nK,TOP,100,450\n'])).toMatchObject({ updated: 1 })
    expect(await shop.pool.query(all)).toMatchObject([
      { name: 'MT', is_default: false, sale_value: '5.0000' },
      { name: 'TOP', multiplier: '100.000', is_default: true, sale_value: '450.0000' },
    ])
  })

  test('a units file without a unit column is refused', async () => {
    expect(await shop.run([products], { units: 'kod,çarpan\nA,5\n' })).toMatchObject({
      ok: false,
      code: 'units_column_missing',
    })
  })
})
