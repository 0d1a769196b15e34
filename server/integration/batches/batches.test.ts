import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer, addWarehouse, stockMismatches } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['catalog:write', 'prices:write', 'stock:write'])
  await addWarehouse(shop.database.pool, 'ŞUBE')
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

type Reply = {
  isWritten: boolean
  created: number
  updated: number
  unchanged: number
  rejected: number
  results: {
    row: number
    key: string
    status: string
    error: { code: string; field: string | null; message: string } | null
    warnings: { code: string }[]
  }[]
}
const post = async (resource: string, body: object): Promise<Reply> => {
  const answer = await program.send('POST', `/${resource}`, { body })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
const statuses = ({ results }: Reply) => results.map(({ status }) => status)
const codes = ({ results }: Reply) => results.map(({ error }) => error?.code ?? null)

let number = 0
/** New codes for a test. */
const newCodes = (count: number) => Array.from({ length: count }, () => `API-${++number}`)

type Stored = {
  name: string
  brand: string | null
  category: string | null
  tax_rate: string | null
  is_active: boolean
  external_key: string | null
  unit: string
  barcode: string | null
  price: string | null
  currency: string | null
  list_price: string | null
  stock: Record<string, number> | null
}
const stored = (code: string, priceList?: string) =>
  shop.database.pool.one<Stored>(
    `SELECT p.name, b.name AS brand, c.name AS category, p.tax_rate, p.is_active, p.external_key, u.name AS unit, u.barcode,
            up.sale_value AS price, up.sale_currency AS currency, up.list_value AS list_price,
            (SELECT jsonb_object_agg(w.code, i.quantity) FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id
              WHERE i.product_id = p.id) AS stock
       FROM products p LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id
       LEFT JOIN product_units u ON u.id = p.default_unit_id
       LEFT JOIN price_lists l ON l.code = coalesce($2, (SELECT code FROM price_lists WHERE is_default))
       LEFT JOIN unit_prices up ON up.unit_id = u.id AND up.price_list_id = l.id
      WHERE p.code = $1`,
    [code, priceList ?? null],
  )

describe('products', () => {
  test('are added with everything that a row names', async () => {
    const [code = ''] = newCodes(1)
    const reply = await post('products', {
      rows: [
        {
          code,
          name: 'Darbeli matkap 750 W',
          brand: 'Voltan',
          category: ['Elektrikli El Aletleri', 'Matkaplar'],
          unit: 'ADET',
          barcode: '8690000000012',
          taxRate: 20,
          price: '1234.5678',
          currency: 'USD',
          listPrice: 1500,
          attributes: { Güç: '750 W' },
          stock: { MERKEZ: 7, ŞUBE: '2.5' },
        },
      ],
    })
    expect(reply).toMatchObject({
      isWritten: true,
      created: 1,
      rejected: 0,
      results: [{ row: 0, key: code, status: 'created', error: null }],
    })
    expect(await stored(code)).toEqual({
      name: 'Darbeli matkap 750 W',
      brand: 'Voltan',
      category: 'Matkaplar',
      tax_rate: '20.00',
      is_active: true,
      external_key: null,
      unit: 'ADET',
      barcode: '8690000000012',
      price: '1234.5678',
      currency: 'USD',
      list_price: '1500.0000',
      stock: { MERKEZ: 7, ŞUBE: 2.5 },
    })
  })

  test('change only in what a row names; the same rows again change nothing', async () => {
    const [code = ''] = newCodes(1)
    await post('products', { rows: [{ code, name: 'Kablo', brand: 'Entes', price: 10, stock: { MERKEZ: 3 } }] })
    const before = await stored(code)
    const change = { rows: [{ code, name: 'Kablo 3x2,5' }] }
    expect(statuses(await post('products', change))).toEqual(['updated'])
    expect(await stored(code)).toEqual({ ...before, name: 'Kablo 3x2,5' })
    expect(statuses(await post('products', change))).toEqual(['unchanged'])
    expect(statuses(await post('products', { rows: [{ code, isActive: false }] }))).toEqual(['updated'])
    expect(await stored(code)).toEqual({ ...before, name: 'Kablo 3x2,5', is_active: false })
  })

  test('are found by the key of the ERP', async () => {
    const [code = '', other = ''] = newCodes(2)
    await post('products', { key: 'externalKey', rows: [{ externalKey: `ERP ${code}`, code, name: 'Vida' }] })
    const reply = await post('products', {
      key: 'externalKey',
      rows: [{ externalKey: `ERP ${code}`, code: other, name: 'Vida M8' }],
    })
    expect(reply).toMatchObject({ updated: 1, results: [{ key: `ERP ${code}` }] })
    expect(await stored(code)).toBeUndefined()
    expect(await stored(other)).toMatchObject({ name: 'Vida M8', external_key: `ERP ${code}` })
  })

  test('become variants of their parent', async () => {
    const [parent = '', blue = '', red = ''] = newCodes(3)
    const reply = await post('products', {
      rows: [
        { code: parent, name: 'Eldiven' },
        { code: blue, name: 'Eldiven mavi', parentCode: parent, variant: { Renk: 'Mavi' }, price: 5 },
        { code: red, name: 'Eldiven kırmızı', parentCode: parent, variant: { Renk: 'Kırmızı' }, price: 5 },
      ],
    })
    expect(reply.created).toBe(3)
    const rows = await shop.database.pool.query(
      `SELECT p.code, p.variant_names, p.variant_values FROM products p WHERE p.code = ANY ($1) ORDER BY array_position($1, p.code)`,
      [[parent, blue, red]],
    )
    expect(rows).toEqual([
      { code: parent, variant_names: ['Renk'], variant_values: null },
      { code: blue, variant_names: null, variant_values: ['Mavi'] },
      { code: red, variant_names: null, variant_values: ['Kırmızı'] },
    ])
  })

  test('lose what a row clears with null, and nothing else', async () => {
    const [code = '', other = ''] = newCodes(2)
    const texts = { description: 'Uzun', equivalentCode: 'E1', specialCode2: 'Ö2', metaTitle: 'M' }
    const row = { name: 'Matkap', brand: 'Voltan', model: 'M1', category: ['El Aletleri'], barcode: '8690000000029' }
    const prices = { price: 10, listPrice: 12, plan1: 11, taxRate: 10 }
    const full = [code, other].map((own) => ({ code: own, ...row, ...texts, ...prices }))
    await post('products', { rows: full })
    const untouched = await stored(other)
    const clears = [{ code, brand: null, category: null, barcode: null, listPrice: null, taxRate: null }]
    expect(statuses(await post('products', { rows: [...clears, { code: other, name: 'Matkap' }] }))).toEqual([
      'updated',
      'unchanged',
    ])
    expect(await stored(code)).toMatchObject({
      ...{ brand: null, category: null, barcode: null, list_price: null, tax_rate: null },
      ...{ name: 'Matkap', price: '10.0000' },
    })
    expect(await stored(other)).toEqual(untouched)
    expect(statuses(await post('products', { rows: clears }))).toEqual(['unchanged'])
    const more = [{ code, description: null, equivalentCode: null, specialCode2: null, metaTitle: null, plan1: null }]
    await post('products', { rows: more })
    const rest = await shop.database.pool.one(
      `SELECT p.description, p.equivalent_code, p.ozelkod2, p.meta_title, p.model_id, up.plan1_value, up.plan1_currency
         FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id WHERE p.code = $1`,
      [code],
    )
    expect(new Set(Object.values(rest ?? { none: 1 }))).toEqual(new Set([null]))
  })

  test('keep what cannot be empty: null for a name, price or unit is refused', async () => {
    const [code = ''] = newCodes(1)
    const rows = [{ name: null }, { price: null }, { unit: null }, { isActive: null }].map((part, n) => ({
      code: `${code}-${n}`,
      ...part,
    }))
    expect(codes(await post('products', { rows }))).toEqual(Array(4).fill('value_null'))
  })

  test('of 16 digits keep their code and barcode', async () => {
    // A valid card number by its check digit.
    const code = '4111111111111111'
    await post('products', { rows: [{ code, name: 'Uzun kodlu ürün', barcode: code }] })
    expect(await stored(code)).toMatchObject({ barcode: code })
  })
})

describe('rows with problems', () => {
  test('are named with their place, field and reason; the others are written', async () => {
    const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = newCodes(8)
    const reply = await post('products', {
      rows: [
        { code: a, name: 'İyi' },
        { name: 'Kodsuz' },
        { code: b },
        { code: c, name: 'Fiyat', price: '1.234,56' },
        { code: d, name: 'KDV', taxRate: 118 },
        { code: a, name: 'Yine' },
        { code: e, name: 'Alan', colour: 'mavi' },
        { code: f, name: null },
        { code: 'x'.repeat(600), name: 'Uzun' },
        { code: g, name: 'Depo', stock: { YOK: 1 } },
        { code: `${g}-2`, name: 'Para', price: 1, currency: 'XYZ' },
        'no object',
      ].slice(0, 11),
    })
    expect([reply.isWritten, reply.created, reply.rejected]).toEqual([true, 1, 10])
    expect(codes(reply)).toEqual([
      null,
      'key_missing',
      'name_missing',
      'value_invalid',
      'tax_invalid',
      'key_repeated',
      'field_unknown',
      'value_null',
      'value_too_long',
      'warehouse_unknown',
      'currency_unknown',
    ])
    expect(reply.results[3]?.error).toEqual({
      code: 'value_invalid',
      field: 'price',
      message: '“price” için geçersiz değer: 1.234,56. Sayılar ondalık noktayla yazılır (1234.56).',
    })
    expect(await stored(a)).toMatchObject({ name: 'İyi' })
  })

  test('are all rejected: nothing is written, and the answer says so', async () => {
    const reply = await post('stock', {
      rows: [
        { code: 'YOK-3', quantity: 1 },
        { code: 'YOK-4', quantity: '1,5' },
      ],
    })
    expect([reply.isWritten, reply.rejected]).toEqual([false, 2])
  })

  test('warnings are about their row: rates and new brands of a request are none', async () => {
    const [a = '', b = ''] = newCodes(2)
    const reply = await post('products', {
      rows: [
        { code: a, name: 'Yüzde on', taxRate: 10, brand: `Marka ${a}` },
        { code: b, name: 'Yüzde yirmi', taxRate: 20, stock: { MERKEZ: -1 } },
      ],
    })
    expect(reply.results.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([[], ['stock_negative']])
  })

  test.each([
    ['of the wrong shape', { name: 'Fiyat', price: 'çok' }],
    ['that the catalog refuses', { name: 'KDV', taxRate: 200 }],
  ])('%s keep all others out with atomic: true', async (_what, part) => {
    const [good = '', bad = ''] = newCodes(2)
    const reply = await post('products', {
      atomic: true,
      rows: [
        { code: good, name: 'İyi' },
        { code: bad, ...part },
      ],
    })
    expect([reply.isWritten, reply.created, reply.rejected]).toEqual([false, 0, 1])
    expect(statuses(reply)).toEqual(['unchanged', 'rejected'])
    expect(await stored(good)).toBeUndefined()
    const fine = await post('products', { atomic: true, rows: [{ code: good, name: 'İyi' }] })
    expect([fine.isWritten, fine.created]).toEqual([true, 1])
  })

  test.each([
    ['no rows', { rows: [] }],
    ['5,001 rows', { rows: Array.from({ length: 5001 }, (_, n) => ({ code: `M${n}`, name: 'x' })) }],
    ['rows that are no list', { rows: { code: 'A' } }],
    ['an unknown option', { rows: [{ code: 'A', name: 'x' }], dryRun: true }],
    ['a row that is no object', { rows: ['A'] }],
  ])('a request with %s is refused', async (_what, body) => {
    const answer = await program.send('POST', '/products', { body })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
  })
})

describe('prices', () => {
  test('are set by product and by unit, in any existing price list, with or without VAT', async () => {
    const { pool } = shop.database
    const [code = ''] = newCodes(1)
    await pool.execute(`INSERT INTO price_lists (code, name) VALUES ('API', 'API') ON CONFLICT DO NOTHING`)
    await post('products', { rows: [{ code, name: 'Dübel', taxRate: 20, price: 10 }] })
    await post('units', { rows: [{ code, unit: 'KOLİ', multiplier: 100, barcode: '18690000000019' }] })
    const reply = await post('prices', {
      priceList: 'API',
      vatIncluded: true,
      rows: [
        { code, price: 12, currency: 'EUR' },
        { code, unit: 'KOLİ', price: '1080' },
        { code: 'YOK-1', price: 1 },
        { code, unit: 'PALET', price: 1 },
      ],
    })
    expect(statuses(reply)).toEqual(['updated', 'updated', 'rejected', 'rejected'])
    expect(codes(reply)).toEqual([null, null, 'product_unknown', 'unit_unknown'])
    expect(await stored(code, 'API')).toMatchObject({ price: '10.0000', currency: 'EUR' })
    const box = await pool.one(
      `SELECT up.sale_value, u.barcode FROM unit_prices up JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.id = u.product_id
        JOIN price_lists l ON l.id = up.price_list_id WHERE p.code = $1 AND u.name = 'KOLİ' AND l.code = 'API'`,
      [code],
    )
    expect(box).toEqual({ sale_value: '900.0000', barcode: '18690000000019' })
    expect(statuses(await post('units', { rows: [{ code, unit: 'KOLİ', barcode: null }] }))).toEqual(['updated'])
    const cleared = await pool.one(
      `SELECT u.multiplier, u.barcode FROM product_units u JOIN products p ON p.id = u.product_id WHERE p.code = $1 AND u.name = 'KOLİ'`,
      [code],
    )
    expect(cleared).toEqual({ multiplier: '100.000', barcode: null })
    expect(await stored(code)).toMatchObject({ price: '10.0000', currency: 'TRY' })
  })

  test('of an unknown price list are refused, and no list is made', async () => {
    const answer = await program.send('POST', '/prices', {
      body: { priceList: 'OLMAYAN', rows: [{ code: 'A', price: 1 }] },
    })
    expect([answer.status, codeOf(answer)]).toEqual([404, 'price_list_not_found'])
    expect(await shop.database.pool.one(`SELECT FROM price_lists WHERE code = 'OLMAYAN'`)).toBeUndefined()
  })

  test('that change more than fivefold are written: the ERP has the last word', async () => {
    const [code = ''] = newCodes(1)
    await post('products', { rows: [{ code, name: 'Dübel', price: 10 }] })
    await post('prices', { rows: [{ code, price: 1000 }] })
    expect(await stored(code)).toMatchObject({ price: '1000.0000' })
  })
})

describe('stock', () => {
  test('is set per warehouse; other warehouses stay', async () => {
    const [a = '', b = ''] = newCodes(2)
    await post('products', {
      rows: [
        { code: a, name: 'A', stock: { MERKEZ: 5, ŞUBE: 6 } },
        { code: b, name: 'B' },
      ],
    })
    const reply = await post('stock', {
      rows: [
        { code: a, warehouse: 'şube', quantity: 1 },
        { code: b, quantity: '4.25' },
        { code: b, warehouse: 'ŞUBE', quantity: -2 },
        { code: b, warehouse: 'ŞUBE', quantity: 9 },
        { code: 'YOK-2', quantity: 1 },
        { code: a, warehouse: 'DEPO 9', quantity: 1 },
        { code: a, quantity: '1,5' },
      ],
    })
    expect(statuses(reply)).toEqual(['updated', 'updated', 'updated', 'rejected', 'rejected', 'rejected', 'rejected'])
    expect(codes(reply)).toEqual([
      null,
      null,
      null,
      'row_repeated',
      'product_unknown',
      'warehouse_unknown',
      'value_invalid',
    ])
    expect(await stored(a)).toMatchObject({ stock: { MERKEZ: 5, ŞUBE: 1 } })
    expect(await stored(b)).toMatchObject({ stock: { MERKEZ: 4.25, ŞUBE: -2 } })
  })
})

test('a change is in the list that a dealer sees, and requests may be packed', async () => {
  const [code = ''] = newCodes(1)
  const body = gzipSync(JSON.stringify({ rows: [{ code, name: 'Paketli ürün', price: 40, stock: { MERKEZ: 1 } }] }))
  const answer = await program.send('POST', '/products', { body, headers: { 'content-encoding': 'gzip' } })
  expect(answer.status).toBe(200)
  await shop.settle()
  const dealer = await shop.signedIn(await addDealer(shop.database.pool))
  const list = await dealer.send('GET', `/api/catalog/products/search?q=${code}`)
  expect(list.body).toMatchObject({ total: 1, items: [{ code }] })
})

test('a request that is sent again with its Idempotency-Key is not written again', async () => {
  const [code = ''] = newCodes(1)
  const send = () =>
    program.send('POST', '/products', {
      body: { rows: [{ code, name: 'Tek' }] },
      headers: { 'idempotency-key': `k-${code}` },
    })
  const first = await send()
  expect(first.body).toMatchObject({ created: 1 })
  expect((await send()).body).toEqual(first.body)
})

test('requests at the same time are written one after the other, and none is lost', async () => {
  const batches = Array.from({ length: 6 }, () => newCodes(20))
  const replies = await Promise.all(
    batches.map((own) => post('products', { rows: own.map((code) => ({ code, name: `Ürün ${code}` })) })),
  )
  expect(replies.map(({ created }) => created)).toEqual(batches.map(() => 20))
  const twice = await Promise.all(
    [1, 2].map(() => post('stock', { rows: batches[0]?.map((code) => ({ code, quantity: 3 })) ?? [] })),
  )
  expect(twice.map(({ updated }) => updated).toSorted((a, b) => a - b)).toEqual([0, 20])
})

describe('rows that delete', () => {
  const onSale = async (codes: string[]) => {
    const full = { name: 'Matkap', unit: 'ADET', price: 10, stock: { MERKEZ: 5, ŞUBE: 2 } }
    await post('products', { rows: codes.map((code) => ({ code, ...full })) })
    await post('units', { rows: codes.map((code) => ({ code, unit: 'KOLİ', multiplier: 12, price: 100 })) })
  }
  const unitsOf = (code: string) =>
    shop.database.pool.query<{ name: string; price: string | null }>(
      `SELECT u.name, up.sale_value AS price FROM products p JOIN product_units u ON u.product_id = p.id
         LEFT JOIN unit_prices up ON up.unit_id = u.id WHERE p.code = $1 ORDER BY u.position, u.id`,
      [code],
    )

  test('remove the prices of a unit in a list, and no others', async () => {
    const [code = '', other = ''] = newCodes(2)
    await onSale([code, other])
    const rows = [
      { code, unit: 'KOLİ', delete: true },
      { code, delete: true },
      { code: other, unit: 'PAKET', delete: true },
    ]
    expect(statuses(await post('prices', { rows }))).toEqual(['deleted', 'deleted', 'unchanged'])
    expect(await unitsOf(code)).toEqual([
      { name: 'ADET', price: null },
      { name: 'KOLİ', price: null },
    ])
    expect(await unitsOf(other)).toEqual([
      { name: 'ADET', price: '10.0000' },
      { name: 'KOLİ', price: '100.0000' },
    ])
    expect(statuses(await post('prices', { rows, atomic: true }))).toEqual(['unchanged', 'unchanged', 'unchanged'])
  })

  test('remove units, but neither the default unit nor one in a cart', async () => {
    const [code = '', carted = ''] = newCodes(2)
    await onSale([code, carted])
    const { pool } = shop.database
    const { userId } = await addDealer(pool)
    await pool.execute(
      `WITH cart AS (INSERT INTO carts (user_id) VALUES ($1) RETURNING id)
       INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
       SELECT cart.id, u.product_id, u.id, 1 FROM cart, product_units u JOIN products p ON p.id = u.product_id
        WHERE p.code = $2 AND u.name = 'KOLİ'`,
      [userId, carted],
    )
    const rows = [
      { code, unit: 'KOLİ', delete: true },
      { code, unit: 'ADET', delete: true },
      { code: carted, unit: 'KOLİ', multiplier: 6, delete: true },
      { code: carted, unit: 'PAKET', delete: true },
      { code: 'YOK', unit: 'KOLİ', delete: true },
    ]
    const reply = await post('units', { rows })
    expect(statuses(reply)).toEqual(['deleted', 'rejected', 'rejected', 'unchanged', 'rejected'])
    expect(codes(reply)).toEqual([null, 'unit_default', 'unit_in_carts', null, 'product_unknown'])
    expect(reply.results[4]?.error?.message).toBe('Bu ürün mağazada yok.')
    expect((await unitsOf(code)).map(({ name }) => name)).toEqual(['ADET'])
    expect((await unitsOf(carted)).map(({ name }) => name)).toEqual(['ADET', 'KOLİ'])
  })

  test('remove the stock of a warehouse; where an order took stock, it becomes 0', async () => {
    const [code = '', sold = ''] = newCodes(2)
    await onSale([code, sold])
    const { pool } = shop.database
    await pool.execute(
      `UPDATE stock_movements SET order_id = 1 WHERE product_id = (SELECT id FROM products WHERE code = $1)`,
      [sold],
    )
    const rows = [
      { code, warehouse: 'ŞUBE', delete: true },
      { code, warehouse: 'MERKEZ', quantity: 9 },
      { code: sold, warehouse: 'ŞUBE', delete: true },
      { code: sold, warehouse: 'MERKEZ' },
    ]
    const reply = await post('stock', { rows })
    expect(statuses(reply)).toEqual(['deleted', 'updated', 'deleted', 'rejected'])
    expect(reply.results[3]?.error).toMatchObject({ code: 'value_missing', field: 'quantity' })
    expect((await stored(code))?.stock).toEqual({ MERKEZ: 9 })
    expect((await stored(sold))?.stock).toEqual({ MERKEZ: 5, ŞUBE: 0 })
  })
})
