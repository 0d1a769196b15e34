import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InboundResource, Mapping, OutboundKind } from '#domain/erp/mapping.ts'
import type { Desk } from '#server/erp/desk/desk.ts'
import { shopDesk } from '#server/erp/desk/shop-desk.ts'
import { openWriteRows } from '#server/erp/desk/write-rows.ts'
import { acknowledgeIn, numberEvents } from '#server/integration/integration.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { ErpError } from '#server/erp/adapters/adapter.ts'
import { runTurn, type Turn } from './connector.ts'
import { TestErp } from './test-erp.ts'

let shop: TestShop
let buyer: Buyer
let staff: TestVisitor
let erp: TestErp
let desk: Desk
let connectionId: number

const mapping: Mapping = {
  tables: { warehouses: { '0': 'MERKEZ' } },
  inbound: {
    products: {
      fields: {
        code: { path: 'CODE', convert: 'text' },
        name: 'NAME',
        taxRate: { path: 'VAT', convert: 'number' },
        isActive: 'OPEN',
      },
      skip: { path: 'SERVICE', convert: 'boolean', otherwise: false },
    },
    prices: {
      fields: {
        code: 'CODE',
        price: { path: 'PRICE', convert: 'number' },
        currency: 'CUR',
        vatIncluded: 'VAT_IN',
        priceList: 'LIST',
      },
    },
    dealers: { fields: { code: 'CODE', name: 'TITLE', taxNumber: 'TAX' } },
    balances: { fields: { dealer: 'CODE', balance: { subtract: ['DEBIT', 'CREDIT'] } } },
    movements: {
      fields: {
        dealer: 'CODE',
        reference: { path: 'REF', convert: 'text' },
        date: { path: 'DATE', convert: 'date' },
        debit: 'DEBIT',
      },
    },
    units: { fields: { code: 'CODE', unit: 'UNIT', multiplier: 'FACTOR' } },
    rates: { fields: { currency: 'CUR', rate: 'RATE' } },
    stock: {
      fields: {
        code: 'CODE',
        warehouse: { path: 'WH', table: 'warehouses' },
        quantity: { path: 'QTY', convert: 'number' },
      },
    },
  },
  outbound: {
    order: {
      head: { ARP_CODE: 'dealer.code', DOC_NUMBER: { path: 'orderNo', maxLength: 16 } },
      lines: { MASTER_CODE: 'line.code', QUANTITY: 'line.quantity' },
    },
    cancellation: { head: { REASON: 'reason' } },
  },
}

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
})
afterAll(() => shop.close())

beforeEach(async () => {
  erp = new TestErp()
  const { pool } = shop.database
  await numberEvents(pool)
  await pool.execute('DELETE FROM erp_connections')
  const row = await pool.one<{ id: number }>(
    `INSERT INTO erp_connections (name, kind, settings, mapping, is_active, expanded_seq)
     VALUES ('ERP', 'test', '{}', $1, true, (SELECT coalesce(max(seq), 0) FROM events)) RETURNING id`,
    [JSON.stringify(mapping)],
  )
  connectionId = row?.id ?? 0
  desk = shopDesk({ pool, secret: testSecret, writeRows: openWriteRows(pool) }, connectionId)
})

const { one, query, execute } = {
  one: <Row extends object>(sql: string, params: unknown[] = []) => shop.database.pool.one<Row>(sql, params),
  query: <Row extends object>(sql: string, params: unknown[] = []) => shop.database.pool.query<Row>(sql, params),
  execute: (sql: string, params: unknown[] = []) => shop.database.pool.execute(sql, params),
}
const reads = (...resources: InboundResource[]) =>
  execute('INSERT INTO erp_feeds (connection_id, resource, every_minutes) SELECT $1, unnest($2::text[]), 5', [
    connectionId,
    resources,
  ])
const sends = (...kinds: OutboundKind[]) =>
  execute('UPDATE erp_connections SET sends = $2 WHERE id = $1', [connectionId, kinds])
const wants = (resource: InboundResource, kind: string) =>
  execute('UPDATE erp_feeds SET wanted = $3, next_at = now() WHERE connection_id = $1 AND resource = $2', [
    connectionId,
    resource,
    kind,
  ])
const isDue = () => execute("UPDATE erp_feeds SET next_at = now() - interval '1 second'")
const turn = (): Promise<Turn> =>
  runTurn(desk, {
    adapters: new Map([['test', erp.adapter]]),
    tools: { http: () => Promise.reject(new Error('no network')), now: () => new Date(), note: () => {} },
  })
const runs = () =>
  query<{ resource: string; kind: string; state: string; rows_changed: number; rows_missing: number }>(
    'SELECT resource, kind, state, rows_read, rows_changed, rows_refused, rows_missing, reason, message FROM erp_runs WHERE connection_id = $1 ORDER BY id',
    [connectionId],
  )
const feed = (resource: InboundResource) =>
  one<{ mark: string | null; failures: number; leased_until: Date | null }>(
    'SELECT mark, failures, leased_until FROM erp_feeds WHERE connection_id = $1 AND resource = $2',
    [connectionId, resource],
  )
const stored = (code: string) =>
  one<{ name: string; is_active: boolean }>('SELECT name, is_active FROM products WHERE code = $1', [code])

let number = 0
const newCodes = (count: number) => Array.from({ length: count }, () => `ERP-${++number}`)
const item = (code: string, more: object = {}) => ({ CODE: code, NAME: `Ürün ${code}`, VAT: 20, OPEN: true, ...more })

describe('reading', () => {
  test('the first run reads everything, later ones what changed, and nothing is due in between', async () => {
    const [a = '', b = '', c = ''] = newCodes(3)
    await reads('products')
    erp.records.products = [item(a), item(b), item(`${a}-S`, { SERVICE: 1 })]
    expect(await turn()).toEqual({ isBusy: true, failure: null })
    expect(await stored(a)).toEqual({ name: `Ürün ${a}`, is_active: true })
    expect(await stored(`${a}-S`)).toBeUndefined()
    expect(await turn()).toEqual({ isBusy: false, failure: null })
    await isDue()
    erp.records.products.push(item(c), item(a, { NAME: 'Yeni ad' }))
    await turn()
    expect(await stored(a)).toMatchObject({ name: 'Yeni ad' })
    expect(await runs()).toMatchObject([
      { kind: 'full', state: 'done', rows_read: 3, rows_changed: 2, rows_refused: 0 },
      { kind: 'changes', state: 'done', rows_read: 2, rows_changed: 2 },
    ])
    expect(erp.sessions).toMatchObject({ opened: 2, closed: 2 })
  })

  test('a row that the shop or the mapping refuses is kept with its reason, until it is accepted', async () => {
    const [a = '', b = '', c = ''] = newCodes(3)
    await reads('products')
    erp.records.products = [item(a), item(b, { VAT: 'yirmi' }), item(c, { VAT: 118 })]
    await turn()
    const refused = () =>
      query('SELECT key, code, place FROM erp_refused_rows WHERE connection_id = $1 ORDER BY key', [connectionId])
    expect(await refused()).toEqual([
      { key: b, code: 'not_number', place: 'inbound.products.fields.taxRate' },
      { key: c, code: 'tax_invalid', place: 'taxRate' },
    ])
    expect(await stored(a)).toBeDefined()
    erp.records.products.push(item(b), item(c))
    await isDue()
    await turn()
    expect(await refused()).toEqual([])
    expect(await stored(c)).toBeDefined()
  })

  test('an unknown price list refuses its rows only', async () => {
    const [a = ''] = newCodes(1)
    await reads('products', 'prices')
    erp.records = {
      products: [item(a)],
      prices: [
        { CODE: a, PRICE: 90, CUR: 'TRY', LIST: 'YOK' },
        { CODE: a, PRICE: 100, CUR: 'TRY' },
      ],
    }
    await turn()
    expect(
      await query('SELECT key, code, place FROM erp_refused_rows WHERE connection_id = $1', [connectionId]),
    ).toEqual([{ key: `${a} · – · YOK`, code: 'price_list_not_found', place: 'priceList' }])
    expect((await runs()).at(-1)).toMatchObject({ state: 'done', rows_changed: 1, rows_refused: 1 })
  })

  test('stock leaves out what orders took that the ERP has not received, and is its own once it has', async () => {
    const goods = await product(shop, { stock: 50 })
    const { id } = await placeOrder(shop, buyer, { [goods.unitId]: 8 })
    await reads('stock')
    const stockAfter = async (quantity: number) => {
      erp.records = { stock: [{ CODE: goods.code, WH: '0', QTY: quantity }] }
      await wants('stock', 'full')
      await turn()
      return query('SELECT quantity FROM inventory WHERE product_id = $1', [goods.id])
    }
    expect(await stockAfter(50)).toEqual([{ quantity: '42.000' }])
    expect(await stockAfter(60)).toEqual([{ quantity: '52.000' }])
    await execute("UPDATE orders SET state = 'confirmed', sent_to_erp_at = now() WHERE id = $1", [id])
    expect(await stockAfter(52)).toEqual([{ quantity: '52.000' }])
  })

  test('prices go to their list, with or without VAT; stock to the warehouse that the table names', async () => {
    const [a = ''] = newCodes(1)
    await execute(`INSERT INTO price_lists (code, name) VALUES ('L2', 'L2') ON CONFLICT DO NOTHING`)
    await reads('products', 'prices', 'stock')
    erp.records = {
      products: [item(a)],
      prices: [
        { CODE: a, PRICE: '120', CUR: 'TRY', VAT_IN: true },
        { CODE: a, PRICE: 90, CUR: 'USD', VAT_IN: false, LIST: 'L2' },
      ],
      stock: [
        { CODE: a, WH: 0, QTY: '12.5' },
        { CODE: a, WH: -1, QTY: '99' },
      ],
    }
    await turn()
    const prices = await query(
      `SELECT l.code, up.sale_value, up.sale_currency FROM unit_prices up JOIN price_lists l ON l.id = up.price_list_id
         JOIN products p ON p.default_unit_id = up.unit_id WHERE p.code = $1 ORDER BY l.is_default DESC`,
      [a],
    )
    expect(prices).toMatchObject([
      { sale_value: '100.0000', sale_currency: 'TRY' },
      { code: 'L2', sale_value: '90.0000', sale_currency: 'USD' },
    ])
    const stock = await query(
      'SELECT w.code, i.quantity FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id JOIN products p ON p.id = i.product_id WHERE p.code = $1',
      [a],
    )
    expect(stock).toEqual([{ code: 'MERKEZ', quantity: '12.500' }])
    expect(await query('SELECT code, place FROM erp_refused_rows WHERE connection_id = $1', [connectionId])).toEqual([
      { code: 'entry_missing', place: 'inbound.stock.fields.warehouse' },
    ])
  })

  test('dealers, balances, movements and rates go where files of accounts go; sent again they change nothing', async () => {
    const [code = ''] = newCodes(1)
    await reads('rates', 'dealers', 'balances', 'movements')
    erp.records = {
      dealers: [{ CODE: code, TITLE: 'Yıldız Elektrik', TAX: '1234567890' }],
      balances: [
        { CODE: code, DEBIT: '1500.50', CREDIT: '500' },
        { CODE: `${code}-YOK`, DEBIT: '1', CREDIT: '0' },
      ],
      movements: [{ CODE: code, REF: 88, DATE: '2026-11-20T00:00:00', DEBIT: '1500.50' }],
      rates: [{ CUR: 'USD', RATE: '41.5' }],
    }
    await turn()
    expect(
      await one(
        `SELECT d.name, b.balance, (SELECT count(*)::integer FROM account_movements m WHERE m.dealer_id = d.id) AS movements
           FROM dealers d JOIN dealer_balances b ON b.dealer_id = d.id AND b.currency = 'TRY' WHERE d.code = $1`,
        [code],
      ),
    ).toEqual({ name: 'Yıldız Elektrik', balance: '1000.50', movements: 1 })
    expect(await query('SELECT key, code FROM erp_refused_rows WHERE connection_id = $1', [connectionId])).toEqual([
      { key: `${code}-YOK`, code: 'dealer_unknown' },
    ])
    for (const each of ['dealers', 'balances', 'movements', 'rates'] as const) await wants(each, 'full')
    await turn()
    expect((await runs()).slice(4).map(({ state, rows_changed }) => [state, rows_changed])).toEqual(
      Array.from({ length: 4 }, () => ['done', 0]),
    )
    await wants('balances', 'compare')
    await execute(`UPDATE dealer_balances SET balance = 7 WHERE dealer_id = (SELECT id FROM dealers WHERE code = $1)`, [
      code,
    ])
    await turn()
    expect(
      await query('SELECT key, field, in_erp, in_shop FROM erp_differences WHERE connection_id = $1 ORDER BY key', [
        connectionId,
      ]),
    ).toEqual([
      { key: code, field: 'balance', in_erp: '1000.5', in_shop: '7.00' },
      { key: `${code}-YOK`, field: '', in_erp: `${code}-YOK`, in_shop: null },
    ])
  })

  test('a run that dies goes on after its last page, once its resource is free again', async () => {
    const codes = newCodes(2_500)
    await reads('products')
    erp.records.products = codes.map((code) => item(code))
    await turn()
    await isDue()
    erp.records.products.push(...codes.map((code) => item(code, { NAME: 'Değişti' })))
    let pages = 0
    const death = new Promise<never>(() => {})
    const started = Promise.withResolvers<void>()
    erp.beforePage = () => {
      pages += 1
      if (pages < 3) return undefined
      started.resolve()
      return death
    }
    void turn()
    await started.promise
    expect(await feed('products')).toMatchObject({ mark: '4500' })
    erp.beforePage = () => {}
    expect(await turn()).toMatchObject({ isBusy: false })
    await execute("UPDATE erp_feeds SET leased_until = now() - interval '1 second'")
    await turn()
    expect(await runs()).toMatchObject([
      { kind: 'full', rows_read: 2_500 },
      { kind: 'changes', state: 'lost', rows_read: 2_000 },
      { kind: 'changes', state: 'done', rows_read: 500, rows_changed: 500 },
    ])
  })

  test('two programs at once: one of them reads a resource', async () => {
    await reads('products')
    erp.records.products = newCodes(50).map((code) => item(code))
    await Promise.all([turn(), turn(), turn()])
    expect(await runs()).toHaveLength(1)
  })

  test('a run whose resource was taken over writes nothing more into its books', async () => {
    await reads('products')
    erp.records.products = newCodes(1_500).map((code) => item(code))
    let pages = 0
    erp.beforePage = async () => {
      pages += 1
      if (pages !== 2) return
      await execute("UPDATE erp_feeds SET leased_until = now() - interval '1 second'")
      erp.beforePage = () => {}
      await turn()
    }
    await turn()
    expect(await runs()).toMatchObject([
      { state: 'lost', rows_read: 1_000 },
      { state: 'done', rows_read: 1_500, rows_changed: 500 },
    ])
  })

  test('a failing ERP is tried again after growing pauses, and its words are in the log of runs', async () => {
    await reads('products')
    erp.records.products = [item('A')]
    erp.beforePage = () => Promise.reject(new ErpError('unavailable', 'Sunucu kapalı'))
    const minutes = async () => {
      await isDue()
      await turn()
      const row = await one<{ minutes: number }>(
        'SELECT round(extract(epoch FROM next_at - now()) / 60)::integer AS minutes FROM erp_feeds WHERE connection_id = $1',
        [connectionId],
      )
      return row?.minutes
    }
    expect([await minutes(), await minutes(), await minutes(), await minutes()]).toEqual([1, 2, 4, 8])
    expect((await feed('products'))?.failures).toBe(4)
    expect(await runs()).toMatchObject([
      { state: 'failed', reason: 'unavailable', message: 'Sunucu kapalı' },
      {},
      {},
      {},
    ])
  })
})

describe('what the ERP no longer has', () => {
  test('is switched off by a full read', async () => {
    const codes = newCodes(30)
    const [gone = ''] = codes
    await reads('products', 'stock')
    erp.records = {
      products: codes.map((code) => item(code)),
      stock: codes.map((code) => ({ CODE: code, WH: '0', QTY: 3 })),
    }
    await turn()
    erp.records = { products: erp.records.products?.slice(1) ?? [], stock: erp.records.stock?.slice(1) ?? [] }
    await wants('products', 'full')
    await wants('stock', 'full')
    await turn()
    expect(await stored(gone)).toMatchObject({ is_active: false })
    expect(
      await one('SELECT i.quantity FROM inventory i JOIN products p ON p.id = i.product_id WHERE p.code = $1', [gone]),
    ).toEqual({ quantity: '0.000' })
    expect((await runs()).slice(2)).toMatchObject([
      { resource: 'products', rows_missing: 1 },
      { resource: 'stock', rows_missing: 1 },
    ])
  })

  test('prices, units, balances and movements are deleted by a full read', async () => {
    const [a = '', b = ''] = newCodes(2)
    await execute(`INSERT INTO price_lists (code, name) VALUES ('L2', 'L2') ON CONFLICT DO NOTHING`)
    await reads('products', 'units', 'prices', 'dealers', 'balances', 'movements')
    erp.records = {
      products: [item(a), item(b)],
      units: [a, b].map((code) => ({ CODE: code, UNIT: 'KOLİ', FACTOR: 12 })),
      prices: [a, b].flatMap((code) => [
        { CODE: code, PRICE: 10, CUR: 'TRY' },
        { CODE: code, PRICE: 9, CUR: 'TRY', LIST: 'L2' },
      ]),
      dealers: [{ CODE: a, TITLE: 'Bayi' }],
      balances: [{ CODE: a, DEBIT: 500, CREDIT: 0 }],
      movements: ['M1', 'M2'].map((reference) => ({ CODE: a, REF: reference, DATE: '2026-11-01', DEBIT: 250 })),
    }
    await turn()
    const left = async () => ({
      units: await query(
        'SELECT p.code, u.name FROM product_units u JOIN products p ON p.id = u.product_id WHERE p.code = ANY ($1) AND u.id IS DISTINCT FROM p.default_unit_id ORDER BY p.code',
        [[a, b]],
      ),
      prices: await query(
        'SELECT p.code, l.is_default FROM unit_prices up JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.id = u.product_id JOIN price_lists l ON l.id = up.price_list_id WHERE p.code = ANY ($1) ORDER BY p.code, l.is_default',
        [[a, b]],
      ),
      balances: await query(
        'SELECT b.balance FROM dealer_balances b JOIN dealers d ON d.id = b.dealer_id WHERE d.code = $1',
        [a],
      ),
      movements: await query(
        'SELECT m.reference FROM account_movements m JOIN dealers d ON d.id = m.dealer_id WHERE d.code = $1 ORDER BY m.reference',
        [a],
      ),
    })
    expect(await left()).toMatchObject({
      units: [{ code: a }, { code: b }],
      prices: [{ code: a }, { code: a }, { code: b }, { code: b }],
      balances: [{ balance: '500.00' }],
      movements: [{ reference: 'M1' }, { reference: 'M2' }],
    })
    erp.records.units?.shift()
    // The price of the list without a unit, and the price of the default list.
    erp.records.prices = erp.records.prices?.slice(2, 3) ?? []
    erp.records.balances = []
    erp.records.movements?.pop()
    for (const resource of ['units', 'prices', 'balances', 'movements'] as const) await wants(resource, 'full')
    await turn()
    expect(await left()).toEqual({
      units: [{ code: b, name: 'KOLİ' }],
      prices: [{ code: b, is_default: true }],
      // It follows from the movements now.
      balances: [{ balance: '250.00' }],
      movements: [{ reference: 'M1' }],
    })
    expect((await runs()).slice(6).map(({ resource, rows_missing }) => [resource, rows_missing])).toEqual([
      ['units', 1],
      ['prices', 3],
      ['balances', 1],
      ['movements', 1],
    ])
  })

  test('stays while the shop refuses its removal, is among the refused rows with the reason, and goes later', async () => {
    const [a = '', b = ''] = newCodes(2)
    await reads('products', 'units')
    const boxes = [a, b].map((code) => ({ CODE: code, UNIT: 'KOLİ', FACTOR: 12 }))
    erp.records = { products: [item(a), item(b)], units: boxes }
    await turn()
    const unit = await one<{ id: number; product_id: number }>(
      `SELECT u.id, u.product_id FROM product_units u JOIN products p ON p.id = u.product_id WHERE p.code = $1 AND u.name = 'KOLİ'`,
      [a],
    )
    const cart = await one<{ id: number }>(
      `INSERT INTO carts (user_id) VALUES ($1) ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id RETURNING id`,
      [buyer.actor.userId],
    )
    await execute('INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity) VALUES ($1, $2, $3, 1)', [
      cart?.id,
      unit?.product_id,
      unit?.id,
    ])
    erp.records.units = boxes.slice(1)
    await wants('units', 'full')
    await turn()
    const refused = () => query('SELECT key, code FROM erp_refused_rows WHERE connection_id = $1', [connectionId])
    expect(await refused()).toEqual([{ key: `${a} · KOLİ`, code: 'unit_in_carts' }])
    expect((await runs()).at(-1)).toMatchObject({ state: 'done', rows_missing: 0, rows_refused: 1 })
    await execute('DELETE FROM cart_lines WHERE unit_id = $1', [unit?.id])
    await wants('units', 'full')
    await turn()
    expect(await refused()).toEqual([])
    expect(await query('SELECT id FROM product_units WHERE id = $1', [unit?.id])).toEqual([])
  })

  test('no longer stands among the refused rows after a full read', async () => {
    const [a = '', b = ''] = newCodes(2)
    await reads('products')
    erp.records.products = [item(a), item(b, { VAT: 118 })]
    await turn()
    erp.records.products.pop()
    await wants('products', 'full')
    await turn()
    expect(await query('SELECT key FROM erp_refused_rows WHERE connection_id = $1', [connectionId])).toEqual([])
  })

  test('is not what the shop or the mapping refuses: those rows stay as they are', async () => {
    const codes = newCodes(4)
    const [refusedByShop = '', refusedByMapping = '', gone = '', unnamed = ''] = codes
    await reads('products')
    erp.records.products = codes.map((code) => item(code))
    await turn()
    erp.records.products = [item(refusedByShop, { VAT: 118 }), item(refusedByMapping, { VAT: 'x' }), item(unnamed)]
    await wants('products', 'full')
    await turn()
    const active = async (code: string) => (await stored(code))?.is_active
    expect(await Promise.all(codes.map(active))).toEqual([true, true, false, true])
    expect((await runs()).at(-1)).toMatchObject({ rows_refused: 2, rows_missing: 1 })
    // Whose code cannot be read may be any of them.
    erp.records.products = [item(refusedByShop), item('')]
    await wants('products', 'full')
    await turn()
    expect(await Promise.all([refusedByMapping, gone, unnamed].map(active))).toEqual([true, false, true])
  })

  test('is not believed if it is too much, until a person says so', async () => {
    const codes = newCodes(60)
    await reads('products')
    erp.records.products = codes.map((code) => item(code))
    await turn()
    erp.records.products = []
    await wants('products', 'full')
    await turn()
    expect(await runs()).toMatchObject([{}, { state: 'failed', reason: 'missing', rows_missing: 0 }])
    expect(await stored(codes[0] ?? '')).toMatchObject({ is_active: true })
    await execute(
      `UPDATE erp_feeds SET allows_missing = true, wanted = 'full', next_at = now() WHERE connection_id = $1`,
      [connectionId],
    )
    await turn()
    expect((await runs()).at(-1)).toMatchObject({ state: 'done', rows_missing: 60 })
    expect(await stored(codes[0] ?? '')).toMatchObject({ is_active: false })
  })
})

test('a connection that is switched off compares, and reads and sends nothing', async () => {
  await reads('products', 'prices')
  await sends('order')
  await execute('UPDATE erp_connections SET is_active = false WHERE id = $1', [connectionId])
  erp.records = { products: [{ CODE: 'YENI-1', NAME: 'Yeni', VAT: 20, OPEN: true }] }
  await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 2 })
  await wants('products', 'compare')
  await turn()
  expect((await runs()).map(({ resource, kind, state }) => [resource, kind, state])).toEqual([
    ['products', 'compare', 'done'],
  ])
  expect(
    await query('SELECT key FROM erp_differences WHERE connection_id = $1 AND in_shop IS NULL', [connectionId]),
  ).toEqual([{ key: 'YENI-1' }])
  expect([await stored('YENI-1'), erp.documents]).toEqual([undefined, []])
  expect(await turn()).toMatchObject({ isBusy: false })
})

test('a comparison lists movements that the shop does not have, such as those of another connection', async () => {
  const [a = ''] = newCodes(1)
  await reads('dealers', 'movements')
  erp.records = {
    dealers: [{ CODE: a, TITLE: 'Bayi' }],
    movements: ['M1', 'M2'].map((reference) => ({ CODE: a, REF: reference, DATE: '2026-11-01', DEBIT: 250 })),
  }
  await turn()
  erp.records.movements = [
    { CODE: a, REF: 'M1', DATE: '2026-11-01', DEBIT: '250.0' },
    { CODE: a, REF: 'M2', DATE: '2026-11-02', DEBIT: 240 },
    { CODE: a, REF: 'GUID-3', DATE: '2026-11-01', DEBIT: 250 },
  ]
  await wants('movements', 'compare')
  await turn()
  expect(
    await query(
      'SELECT key, field, in_erp, in_shop FROM erp_differences WHERE connection_id = $1 ORDER BY key, field',
      [connectionId],
    ),
  ).toEqual([
    { key: `${a} · GUID-3`, field: '', in_erp: `${a} · GUID-3`, in_shop: null },
    { key: `${a} · M2`, field: 'date', in_erp: '2026-11-02', in_shop: '2026-11-01' },
    { key: `${a} · M2`, field: 'debit', in_erp: '240', in_shop: '250.00' },
  ])
})

test('a comparison lists the records that the mapping refuses, until it no longer does', async () => {
  const [a = '', b = ''] = newCodes(2)
  await reads('products')
  await execute('UPDATE erp_connections SET is_active = false WHERE id = $1', [connectionId])
  erp.records.products = [item(a), item(b, { VAT: 'x' })]
  const refused = () => query('SELECT key, code, place FROM erp_refused_rows WHERE connection_id = $1', [connectionId])
  await wants('products', 'compare')
  await turn()
  expect((await runs()).at(-1)).toMatchObject({ kind: 'compare', state: 'done', rows_read: 2, rows_refused: 1 })
  expect(await refused()).toEqual([{ key: b, code: 'not_number', place: 'inbound.products.fields.taxRate' }])
  expect(await stored(a)).toBeUndefined()
  erp.records.products = [item(a), item(b)]
  await wants('products', 'compare')
  await turn()
  expect(await refused()).toEqual([])
})

test('a comparison lists what differs and changes nothing', async () => {
  const [a = '', b = '', c = '', gone = ''] = newCodes(4)
  await reads('products', 'stock')
  erp.records = {
    products: [item(a), item(b), item(gone)],
    stock: [
      { CODE: a, WH: 0, QTY: '3.0' },
      { CODE: b, WH: 0, QTY: 4 },
      { CODE: gone, WH: 0, QTY: 5 },
    ],
  }
  await turn()
  await execute(`UPDATE products SET name = 'Elle değişti' WHERE code = $1`, [b])
  erp.records = {
    products: [item(a), item(b), item(c)],
    stock: [
      { CODE: a, WH: 0, QTY: 3 },
      { CODE: b, WH: 0, QTY: 9 },
    ],
  }
  await wants('products', 'compare')
  await wants('stock', 'compare')
  await turn()
  const differences = await query<{ key: string; field: string; in_erp: string | null; in_shop: string | null }>(
    'SELECT key, field, in_erp, in_shop FROM erp_differences WHERE connection_id = $1 ORDER BY resource, key',
    [connectionId],
  )
  expect(differences.filter(({ key }) => [a, b, c, gone].some((code) => key.startsWith(code)))).toEqual([
    { key: b, field: 'name', in_erp: `Ürün ${b}`, in_shop: 'Elle değişti' },
    { key: c, field: '', in_erp: c, in_shop: null },
    { key: gone, field: '', in_erp: null, in_shop: gone },
    { key: `${b} · MERKEZ`, field: 'quantity', in_erp: '9', in_shop: '4.000' },
    { key: `${gone} · MERKEZ`, field: '', in_erp: null, in_shop: `${gone} · MERKEZ` },
  ])
  // Products that never came from the ERP are missing in it too.
  const own = await query<{ code: string }>('SELECT code FROM products WHERE is_active AND variant_names IS NULL')
  const onlyInShop = differences.filter(({ key, in_erp }) => in_erp === null && !key.includes(' · '))
  expect(new Set(onlyInShop.map(({ key }) => key))).toEqual(
    new Set(own.map(({ code }) => code).filter((code) => ![a, b].includes(code))),
  )
  expect(await stored(gone)).toMatchObject({ is_active: true })
  expect(await stored(b)).toMatchObject({ name: 'Elle değişti' })
  expect(await stored(c)).toBeUndefined()
})

describe('sending', () => {
  const order = async () => placeOrder(shop, buyer, { [(await product(shop)).unitId]: 2 })
  const outgoing = () =>
    query<{ kind: string; state: string; document_no: string | null; message: string | null; attempts: number }>(
      'SELECT kind, state, document_no, message, attempts FROM erp_outgoing WHERE connection_id = $1 ORDER BY subject_id, kind DESC',
      [connectionId],
    )
  const isDueNow = () =>
    execute(
      `UPDATE erp_outgoing SET next_at = now(), leased_until = CASE WHEN leased_until IS NOT NULL THEN now() - interval '1 second' END`,
    )
  const acknowledged = (orderNo: string) =>
    one<{ document_no: string; is_sent: boolean }>(
      `SELECT e.document_no, o.sent_to_erp_at IS NOT NULL AS is_sent FROM orders o
         JOIN erp_documents e ON e.kind = 'order' AND e.subject_id = o.id WHERE o.order_no = $1`,
      [orderNo],
    )

  test('an order becomes a document by the mapping, and shows its number', async () => {
    await sends('order')
    const placed = await order()
    await turn()
    expect(erp.documents).toMatchObject([
      {
        kind: 'order',
        number: placed.orderNo,
        head: { ARP_CODE: buyer.actor.dealer?.code, DOC_NUMBER: placed.orderNo },
        lines: [{ MASTER_CODE: expect.any(String), QUANTITY: 2 }],
      },
    ])
    expect(await acknowledged(placed.orderNo)).toEqual({ document_no: 'FIS-1', is_sent: true })
    expect(await turn()).toMatchObject({ isBusy: false })
    expect(erp.sessions).toMatchObject({ found: 0 })
  })

  describe('of a changed order', () => {
    const take = (orderId: number, lines: object[]) =>
      staff.send('POST', `/yonetim/orders/${orderId}/lines`, {
        body: { state: 'received', reason: 'Stokta kalmadı', lines },
      })
    const isFinal = () => execute('UPDATE orders SET objection_until = NULL')

    test('the document has what is left, and its stock is not lost once the ERP has it', async () => {
      await sends('order')
      const [kept, gone] = [await product(shop, { stock: 758, price: 100 }), await product(shop, { stock: 5 })]
      const { id } = await placeOrder(shop, buyer, { [kept.unitId]: 50, [gone.unitId]: 5 })
      const answer = await take(id, [
        { lineNo: 1, quantity: 10 },
        { lineNo: 2, quantity: 0 },
      ])
      expect(answer.status).toBe(200)
      await isFinal()
      const priced: Mapping = structuredClone(mapping)
      Object.assign(priced.outbound?.order?.lines ?? {}, {
        PRICE: { divide: ['line.amount', 'line.quantity'] },
        RATED: 'line.ratedPrice',
      })
      await execute('UPDATE erp_connections SET mapping = $2 WHERE id = $1', [connectionId, JSON.stringify(priced)])
      await turn()
      const [document] = erp.documents
      expect(document?.lines).toEqual([{ MASTER_CODE: kept.code, QUANTITY: 10, PRICE: '100', RATED: '100' }])
      const booked = Number(document?.lines[0]?.['QUANTITY'])
      await reads('stock')
      erp.records = { stock: [{ CODE: kept.code, WH: '0', QTY: 758 - booked }] }
      await turn()
      expect(await query('SELECT quantity FROM inventory WHERE product_id = $1', [kept.id])).toEqual([
        { quantity: '748.000' },
      ])
    })

    test('a change is refused while the document is on its way, and allowed once the ERP has refused it', async () => {
      await sends('order')
      const { id } = await order()
      erp.faults = ['lose', 'refuse']
      await turn()
      expect(await outgoing()).toMatchObject([{ state: 'unknown' }])
      expect(await take(id, [{ lineNo: 1, quantity: 1 }])).toMatchObject({
        status: 409,
        body: { error: { code: 'order_already_sent' } },
      })
      erp.documents = []
      await isDueNow()
      await turn()
      expect(await outgoing()).toMatchObject([{ state: 'refused' }])
      expect((await take(id, [{ lineNo: 1, quantity: 1 }])).status).toBe(200)
    })

    test('a document waits for the change that is under way', async () => {
      await sends('order')
      const { id } = await order()
      await desk.work()
      let claiming: Promise<unknown> = Promise.resolve()
      await transaction(shop.database.pool, async (db) => {
        await db.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [id])
        claiming = desk.claimDocument()
        await expect
          .poll(() =>
            query(
              `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
            ),
          )
          .toHaveLength(1)
        await db.execute('UPDATE order_lines SET cancelled = 1 WHERE order_id = $1', [id])
      })
      expect(await claiming).toMatchObject({ record: { lines: [{ quantity: 1, cancelled: 0 }] } })
    })
  })

  test('orders of the time before the connection, and kinds that it does not send, stay in the shop', async () => {
    await sends('payment')
    await order()
    expect(await turn()).toMatchObject({ isBusy: false })
    expect(await outgoing()).toEqual([])
  })

  test('an order goes out once its bank transfer has come, or once the store has confirmed it', async () => {
    await sends('order')
    const [paid, confirmed] = [await order(), await order()]
    await execute(
      'INSERT INTO awaited_transfers (order_id, dealer_id, due_on) SELECT id, dealer_id, now() FROM orders WHERE id = ANY ($1)',
      [[paid.id, confirmed.id]],
    )
    await turn()
    expect(erp.documents).toEqual([])
    await execute("UPDATE orders SET state = 'confirmed' WHERE id = $1", [confirmed.id])
    await execute('DELETE FROM awaited_transfers WHERE order_id = $1', [paid.id])
    await turn()
    await turn()
    expect(erp.documents.map(({ number }) => number).toSorted()).toEqual([paid.orderNo, confirmed.orderNo].toSorted())
  })

  test.each(['lose', 'crash'] as const)('an answer that is lost (%s) never makes a second document', async (fault) => {
    await sends('order')
    const placed = await order()
    erp.faults = [fault]
    await turn()
    expect(await outgoing()).toMatchObject([{ state: 'unknown', attempts: 1 }])
    expect(await turn()).toMatchObject({ isBusy: false })
    await isDueNow()
    await turn()
    expect(erp.documents).toHaveLength(1)
    expect(await acknowledged(placed.orderNo)).toMatchObject({ document_no: 'FIS-1' })
  })

  test('a process that dies before or after writing leaves a document that is looked up', async () => {
    await sends('order')
    const placed = await order()
    // As a turn does before it sends.
    await desk.work()
    const claimed = await desk.claimDocument()
    expect(claimed).toMatchObject({ number: placed.orderNo, mayExist: false })
    expect(await turn()).toMatchObject({ isBusy: false })
    await isDueNow()
    await turn()
    expect(erp.sessions.found).toBe(1)
    expect(erp.documents).toHaveLength(1)
    // The dead attempt comes back late: the document that is booked stays.
    if (claimed !== null) await desk.endDocument(claimed, { state: 'refused', message: 'geç kaldı' })
    expect(await outgoing()).toMatchObject([{ state: 'booked', document_no: 'FIS-1' }])
  })

  test('a refusal stands at the order in the words of the ERP, and is not repeated by itself', async () => {
    await sends('order')
    await order()
    erp.faults = ['refuse']
    expect(await turn()).toMatchObject({ failure: null })
    expect(await outgoing()).toMatchObject([{ state: 'refused', message: 'Cari hesap kilitli' }])
    await isDueNow()
    expect(await turn()).toMatchObject({ isBusy: false })
  })

  test('an ERP without a free seat keeps documents waiting; the others are not tried', async () => {
    await sends('order')
    await order()
    await order()
    erp.faults = ['unavailable']
    expect((await turn()).failure?.message).toBe('Kullanıcı sayısı doldu')
    expect(await outgoing()).toMatchObject([
      { state: 'waiting', attempts: 1, message: 'Kullanıcı sayısı doldu' },
      { state: 'waiting', attempts: 0 },
    ])
    await isDueNow()
    await turn()
    expect(erp.documents).toHaveLength(2)
  })

  test('an order that a program has acknowledged meanwhile is not written again', async () => {
    await sends('order')
    const { pool } = shop.database
    const idOf = async (orderNo: string) =>
      (await one<{ id: number }>('SELECT id FROM orders WHERE order_no = $1', [orderNo]))?.id ?? 0
    const acknowledge = async (orderNo: string) => {
      const id = await idOf(orderNo)
      await transaction(pool, (db) => acknowledgeIn(db, 'order', id, { documentNo: `P-${id}`, keyId: null }))
    }
    const first = await order()
    await acknowledge(first.orderNo)
    await turn()
    // It was refused, a program booked it, and a person retries it.
    const second = await order()
    erp.faults = ['refuse']
    await turn()
    await acknowledge(second.orderNo)
    await execute(`UPDATE erp_outgoing SET state = 'unknown', next_at = now() WHERE state = 'refused'`)
    await turn()
    expect(erp.documents).toEqual([])
    expect(await outgoing()).toMatchObject([
      { state: 'booked', document_no: `P-${await idOf(first.orderNo)}` },
      { state: 'booked', document_no: `P-${await idOf(second.orderNo)}` },
    ])
  })

  test('a cancellation follows its order; an order that was cancelled before it was sent needs neither', async () => {
    await sends('order', 'cancellation')
    const [first, second] = [await order(), await order()]
    const cancel = ({ id }: { id: number }) =>
      buyer.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })
    expect((await cancel(second)).status).toBe(200)
    erp.faults = ['lose']
    await turn()
    expect((await cancel(first)).status).toBe(200)
    await turn()
    expect(erp.documents.map(({ kind, number }) => [kind, number])).toEqual([['order', first.orderNo]])
    await isDueNow()
    await turn()
    await turn()
    expect(erp.documents.map(({ kind, number, parentNo }) => [kind, number, parentNo])).toEqual([
      ['order', first.orderNo, null],
      ['cancellation', first.orderNo, 'FIS-1'],
    ])
    expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([
      ['order', 'booked'],
      ['cancellation', 'booked'],
      ['order', 'skipped'],
      ['cancellation', 'skipped'],
    ])
  })

  test('an order waits as long as the connection says; cancelled in that time, it is never sent', async () => {
    await sends('order', 'cancellation')
    await execute('UPDATE erp_connections SET send_after_minutes = 10 WHERE id = $1', [connectionId])
    const [kept, cancelled] = [await order(), await order()]
    await turn()
    const waits = await query(
      `SELECT e.state, next_at = date_trunc('milliseconds', o.created_at) + interval '10 minutes' AS on_time FROM erp_outgoing e JOIN orders o ON o.id = e.subject_id
        WHERE connection_id = $1 ORDER BY o.id`,
      [connectionId],
    )
    expect(waits).toEqual([1, 2].map(() => ({ state: 'waiting', on_time: true })))
    const path = `/api/catalog/order/${cancelled.id}`
    expect((await buyer.send('PATCH', path, { body: { cancel: true } })).status).toBe(200)
    await isDueNow()
    await turn()
    expect(erp.documents.map(({ kind, number }) => [kind, number])).toEqual([['order', kept.orderNo]])
  })

  test('a document that the ERP numbers later is delivered, and shows its number once it has one', async () => {
    await sends('order', 'cancellation')
    const placed = await order()
    erp.faults = ['deliver', 'deliver']
    await turn()
    expect(await outgoing()).toMatchObject([{ state: 'delivered', document_no: null, message: null }])
    expect(await acknowledged(placed.orderNo)).toBeUndefined()
    expect(await turn()).toMatchObject({ isBusy: false })
    await isDueNow()
    await turn()
    expect(await outgoing()).toMatchObject([{ state: 'delivered', attempts: 2 }])
    const [document] = erp.documents
    if (document !== undefined) document.documentNo = 'SIP-77'
    await isDueNow()
    await turn()
    expect(await acknowledged(placed.orderNo)).toEqual({ document_no: 'SIP-77', is_sent: true })
    expect(erp.documents).toHaveLength(1)
  })

  test('the cancellation of a delivered order does not wait for its number', async () => {
    await sends('order', 'cancellation')
    const placed = await order()
    erp.faults = ['deliver', 'deliver']
    await turn()
    await buyer.send('PATCH', `/api/catalog/order/${placed.id}`, { body: { cancel: true } })
    await turn()
    expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([
      ['order', 'delivered'],
      ['cancellation', 'delivered'],
    ])
  })

  test('an ERP that refuses a delivered document has its words at the order, and a retry delivers it again', async () => {
    await sends('order')
    const placed = await order()
    erp.faults = ['deliver']
    await turn()
    erp.refusals.set(placed.orderNo, 'Cari kart bulunamadı')
    await isDueNow()
    expect(await turn()).toMatchObject({ failure: null })
    expect(await outgoing()).toMatchObject([{ state: 'refused', message: 'Cari kart bulunamadı' }])
    await execute("UPDATE erp_outgoing SET state = 'unknown', next_at = now()")
    await turn()
    expect(await acknowledged(placed.orderNo)).toMatchObject({ document_no: 'FIS-1' })
  })

  test('many processes send many orders: each is in the ERP once', async () => {
    await sends('order')
    const numbers: string[] = []
    for (let n = 0; n < 12; n += 1) numbers.push((await order()).orderNo)
    await Promise.all(Array.from({ length: 6 }, turn))
    expect(erp.documents.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted())
    expect((await outgoing()).every(({ state }) => state === 'booked')).toBe(true)
  })

  test('a number that is too long for the ERP is refused at its place, and nothing is sent', async () => {
    await sends('order')
    const short: Mapping = { outbound: { order: { head: { DOC_NUMBER: { path: 'orderNo', maxLength: 3 } } } } }
    await execute('UPDATE erp_connections SET mapping = $2 WHERE id = $1', [connectionId, JSON.stringify(short)])
    const placed = await order()
    await turn()
    expect(await outgoing()).toMatchObject([
      { state: 'refused', message: `outbound.order.head.fields.DOC_NUMBER: too_long (${placed.orderNo})` },
    ])
    expect(erp.documents).toEqual([])
  })
})
