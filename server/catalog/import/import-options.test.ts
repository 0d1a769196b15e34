import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestImport, prices, stocks, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

describe('the key', () => {
  const bearings = 'code,name,brand,price\n6204,6204,SKF,10\n6204,6204,FAG,11\n6204,6204,Skf,12\n'

  test('brand+code: the same code of two brands is two products', async () => {
    expect(await shop.succeed([bearings], { key: 'brand+code' })).toMatchObject({ created: 2, rejected: 1 })
    expect(await shop.succeed([bearings], { key: 'brand+code' })).toMatchObject({
      created: 0,
      unchanged: 2,
      changed: false,
    })
    // The code alone is ambiguous then.
    expect(await shop.succeed(['code,price\n6204,5\n'])).toMatchObject({ rejected: 1, changed: false })
    expect(await shop.report()).toMatchObject([{ code: 'key_ambiguous' }])
  })

  test('name: codes are generated, always the same ones', async () => {
    const file = 'name,price\nÇekiç,10\nKeser,5\nÇekiç,11\n'
    expect(await shop.succeed([file], { key: 'name' })).toMatchObject({
      created: 2,
      rejected: 1,
      defaults: { code: 2 },
    })
    const codes = await shop.pool.query<{ code: string }>('SELECT code FROM products')
    for (const { code } of codes) expect(code).toMatch(/^OTO-[0-9A-F]{8}$/)
    expect(await shop.succeed([file], { key: 'name' })).toMatchObject({ changed: false })
  })

  test('code: a new product needs a name, an existing one keeps its name', async () => {
    expect(await shop.succeed(['kod;ad;fiyat\nA;Vida;5\nB;;6\n'])).toMatchObject({ created: 1, rejected: 1 })
    expect(await shop.report()).toMatchObject([{ line: 3, key: 'B', level: 'error', code: 'name_missing' }])
    expect(await shop.succeed(['kod;fiyat\nA;7\nB;6\n'])).toMatchObject({ updated: 1, rejected: 1 })
    expect(await shop.pool.query('SELECT code, name FROM products')).toEqual([{ code: 'A', name: 'Vida' }])
  })

  test('any column of the file can be the key', async () => {
    const file = 'ERP No,code,name\nE1,A,Bir\nE2,A,İki\nE1,B,Üç\n'
    expect(await shop.succeed([file], { key: 'erp no' })).toMatchObject({ created: 2, rejected: 1 })
    expect((await shop.report()).map(({ code }) => code)).toEqual(['code_repeated', 'key_repeated'])
    expect(await shop.succeed(['ERP No,code,name\nE1,C,Bir\n'], { key: 'ERP No' })).toMatchObject({
      created: 0,
      updated: 1,
    })
    expect(await shop.pool.query('SELECT code, external_key FROM products ORDER BY id')).toEqual([
      { code: 'C', external_key: 'E1' },
      { code: 'A', external_key: 'E2' },
    ])
  })
})

test('--map and --defaults fill what the file lacks', async () => {
  const options = {
    mapping: new Map([['name', 'Tanım']] as const),
    defaults: { currency: 'USD', brand: 'ENTES', unit: 'Metre', tax_rate: '10', category: 'Ölçü' },
  }
  const file = 'kod,Tanım,fiyat,kdv\nK1,Kablo,2,\nK2,Boru,3,20\n'
  expect(await shop.succeed([file], options)).toMatchObject({ created: 2, defaults: { multiplier: 2, currency: 2 } })
  const rows = await shop.pool.query(
    `SELECT p.name, b.name AS brand, u.name AS unit, p.tax_rate, up.sale_currency, c.name AS category FROM products p
       JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
       JOIN product_units u ON u.id = p.default_unit_id JOIN unit_prices up ON up.unit_id = u.id ORDER BY p.id`,
  )
  expect(rows).toEqual([
    { name: 'Kablo', brand: 'ENTES', unit: 'METRE', tax_rate: '10.00', sale_currency: 'USD', category: 'Ölçü' },
    { name: 'Boru', brand: 'ENTES', unit: 'METRE', tax_rate: '20.00', sale_currency: 'USD', category: 'Ölçü' },
  ])
  expect(await shop.succeed([file], options)).toMatchObject({ changed: false })
  expect(await shop.run([file], { mapping: new Map([['name', 'Yok']] as const) })).toMatchObject({
    code: 'map_column_missing',
  })
})

test('imports stock into the warehouses of the columns, and prices into the chosen price list', async () => {
  const file = 'kod,ad,fiyat,stok,stok:Ankara,stock:MERKEZ\nA,a,5,1,2,3\nB,b,6,4,,\n'
  const summary = await shop.succeed([file], { priceList: 'BAYI', warehouse: 'Ankara' })
  expect(summary.made).toEqual({ priceLists: ['BAYI'], warehouses: ['Ankara'] })
  expect(await shop.pool.query(stocks)).toEqual([
    { code: 'A', warehouse: 'Ankara', quantity: '2.000' },
    { code: 'A', warehouse: 'MERKEZ', quantity: '3.000' },
    { code: 'B', warehouse: 'Ankara', quantity: '4.000' },
  ])
  expect(await shop.pool.query(prices)).toMatchObject([{ list: 'BAYI' }, { list: 'BAYI' }])
})

test('creates slugs that collide neither with pages nor with each other', async () => {
  await shop.succeed([
    'kod,ad,marka,kategori\n1,a,API,Sepet\n2,b,Sepet,A > Tops\n3,c,+,B > Tops\n4,d,++,B > Tops > API\n',
  ])
  const slugs = await shop.pool.query<{ slug: string }>('SELECT slug FROM brands UNION ALL SELECT slug FROM categories')
  const all = slugs.map(({ slug }) => slug)
  expect(new Set(all).size).toBe(all.length)
  expect(all).not.toContain('sepet')
  expect(all).not.toContain('api')
  expect(all).toContain('b-tops')
})

test('reports numbers whose decimal sign had to be guessed', async () => {
  await shop.succeed(['kod;ad;fiyat\nA;Vida;1.234\n'])
  expect(await shop.pool.query(prices)).toMatchObject([{ sale_value: '1234.0000' }])
  expect(await shop.report()).toMatchObject([{ line: 1, code: 'numbers_guessed' }])
  await shop.succeed(['kod;ad;fiyat\nA;Vida;1.234\n'], { priceJumps: 'accept', decimal: '.' })
  expect(await shop.pool.query(prices)).toMatchObject([{ sale_value: '1.2340' }])
  expect(await shop.report()).toMatchObject([{ code: 'price_jump' }])
})

test('uses the currency sign in a cell where no column has the currency, and rejects one that contradicts the column', async () => {
  const prices =
    'SELECT p.code, sale_value::float AS value, sale_currency AS currency FROM unit_prices up JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.id = u.product_id ORDER BY p.code'
  const said = [
    'kod;ad;fiyat;döviz;liste fiyatı;stok',
    'A;Lira;12,50 ₺;TL;;5',
    'B;Avro;12,50 €;EUR;15 €;5',
    'C;Boş;12,50 $;;;5',
    'D;Fark;12,50 €;TL;;5',
    'E;Liste;12,50;TL;15 USD;5',
    'F;Stok;12,50;TL;;5 €',
    'G;Sterlin;£12,50;;;5',
  ]
  expect(await shop.succeed([said.join('\n')], { defaults: { currency: 'TRY' } })).toMatchObject({
    created: 3,
    rejected: 4,
  })
  expect(await shop.pool.query(prices)).toEqual([
    { code: 'A', value: 12.5, currency: 'TRY' },
    { code: 'B', value: 12.5, currency: 'EUR' },
    { code: 'C', value: 12.5, currency: 'USD' },
  ])
  const errors = (await shop.report()).filter(({ level }) => level === 'error')
  expect(errors.map(({ key, code }) => `${key} ${code}`)).toEqual([
    'D currency_differs',
    'E currency_differs',
    'F number_invalid',
    'G currency_unknown',
  ])
  expect(errors[0]?.reason).toContain('12,50 €')
})
