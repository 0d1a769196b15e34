import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mapRecord } from '#domain/erp/map-record.ts'
import { type InboundResource, inboundResources, type OutboundKind } from '#domain/erp/mapping.ts'
import { ErpError, type Settings } from '#server/erp/adapters/adapter.ts'
import { failureOf, templateDocument } from '#server/erp/adapters/test-conversation.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { readAll } from '#testing/sandbox-erp.ts'
import { objectName } from './sql-names.ts'
import { sqlAdapter } from './sql.ts'
import { openTestSql, type TestSql } from './test-sql-link.ts'

let database: TestDatabase
let server: TestSql

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.execute('CREATE SCHEMA dbo')
  await database.pool.execute(
    "CREATE FUNCTION dbo.now() RETURNS timestamp LANGUAGE sql AS $$ SELECT '2026-11-22 12:00:00'::timestamp $$",
  )
  await database.pool.execute('CREATE SEQUENCE dbo.rowversions')
  await database.pool.execute(views)
  await database.pool.execute(staging)
})
afterAll(() => database.drop())
beforeEach(async () => {
  server = openTestSql(database.pool)
  for (const table of ['ORDERS', 'ORDER_LINES', 'CANCELLATIONS', 'PAYMENTS', 'REFUNDS']) {
    await database.pool.execute(`DELETE FROM dbo."TOPTAN_${table}"`)
  }
})

/** The views of docs/erp.md, as tables. */
const views = `
  CREATE TABLE dbo."TOPTAN_PRODUCTS" (code varchar, name varchar, brand varchar, "taxRate" integer, "isActive" boolean, "CHANGED_AT" timestamp);
  INSERT INTO dbo."TOPTAN_PRODUCTS" SELECT 'P-' || n, 'Ürün ' || n, 'ARTI', 20, n <> 3, '2026-11-01 10:00:00' FROM generate_series(1, 7) n;
  CREATE TABLE dbo."TOPTAN_UNITS" ("rowKey" uuid, code varchar, unit varchar, multiplier numeric, barcode varchar);
  INSERT INTO dbo."TOPTAN_UNITS" VALUES (gen_random_uuid(), 'P-1', 'ADET', 1, '8691'), (gen_random_uuid(), 'P-1', 'KOLİ', 12, '8692');
  CREATE TABLE dbo."TOPTAN_PRICES" ("rowKey" integer, code varchar, unit varchar, price numeric(20, 6), currency varchar, "vatIncluded" boolean, version bytea);
  INSERT INTO dbo."TOPTAN_PRICES" VALUES (1, 'P-1', 'ADET', 12345678901234.123456, 'TRY', false, decode(lpad(to_hex(nextval('dbo.rowversions')), 16, '0'), 'hex')),
    (2, 'P-2', 'ADET', 10.5, 'USD', false, decode(lpad(to_hex(nextval('dbo.rowversions')), 16, '0'), 'hex'));
  CREATE TABLE dbo."TOPTAN_STOCK" ("rowKey" integer, code varchar, warehouse varchar, quantity numeric, serial bigint);
  INSERT INTO dbo."TOPTAN_STOCK" SELECT n, 'P-' || n, 'MERKEZ', 10 * n, 5000 * n FROM generate_series(1, 3) n;
  CREATE TABLE dbo."TOPTAN_DEALERS" (code varchar, name varchar, "taxNumber" varchar, "isActive" boolean);
  INSERT INTO dbo."TOPTAN_DEALERS" VALUES ('120.01', 'Demirtepe Elektrik', '1234567890', true);
  CREATE TABLE dbo."TOPTAN_BALANCES" ("rowKey" varchar, dealer varchar, currency varchar, balance numeric);
  INSERT INTO dbo."TOPTAN_BALANCES" VALUES ('120.01 TRY', '120.01', 'TRY', -12.30);
  CREATE TABLE dbo."TOPTAN_MOVEMENTS" (reference varchar, dealer varchar, date timestamp, "dueDate" timestamp, kind varchar, debit numeric, credit numeric, currency varchar);
  INSERT INTO dbo."TOPTAN_MOVEMENTS" VALUES ('M1', '120.01', '2026-11-01', '2026-12-01', 'invoice', 100.10, 0, 'TRY');
  CREATE TABLE dbo."TOPTAN_RATES" (currency varchar, rate numeric);
  INSERT INTO dbo."TOPTAN_RATES" VALUES ('USD', 46.7500)`

const document = (name: string, own: string) =>
  `CREATE TABLE dbo."TOPTAN_${name}" ("SHOP_NO" varchar, "ERP_NO" varchar, "ERP_ERROR" varchar, ${own});`
const staging =
  document(
    'ORDERS',
    '"orderedAt" timestamp, "dealerCode" varchar, "dealerName" varchar, "taxNumber" varchar, branch varchar, warehouse varchar, "paymentPlan" varchar, currency varchar, rate varchar, total varchar, note varchar',
  ) +
  'CREATE TABLE dbo."TOPTAN_ORDER_LINES" ("SHOP_NO" varchar, "LINE_NO" varchar, code varchar, name varchar, unit varchar, multiplier varchar, quantity varchar, price varchar, "taxRate" varchar, amount varchar NOT NULL);' +
  document(
    'CANCELLATIONS',
    '"cancelledAt" timestamp, "dealerCode" varchar, reason varchar, "orderDocumentNo" varchar',
  ) +
  document(
    'PAYMENTS',
    '"paidAt" timestamp, "dealerCode" varchar, "dealerName" varchar, "orderNo" varchar, amount varchar, fee varchar, charged varchar, currency varchar, installment varchar, pos varchar, "authCode" varchar',
  ) +
  document(
    'REFUNDS',
    '"refundedAt" timestamp, "dealerCode" varchar, "dealerName" varchar, "paymentReference" varchar, amount varchar, currency varchar, "paymentDocumentNo" varchar',
  )

const connection: Settings = { server: '10.0.0.5', database: 'ERP', username: 'toptan', password: 'secret' }
const adapter = sqlAdapter((target) => server.open(target))
const open = (changes: Settings = {}) =>
  adapter.open(
    { ...connection, ...changes },
    { http: () => Promise.reject(new Error('no network')), now: () => new Date(), note: () => {} },
  )
const everything = { mark: null, pageSize: 1000 }
const rowsOf = async (resource: InboundResource) => {
  const { records } = await readAll(open(), resource, everything)
  return records.map((record) => {
    const part = adapter.template.inbound?.[resource] ?? { fields: {} }
    const mapped = mapRecord(adapter.template, { ...part, place: resource }, record)
    return mapped.state === 'row' ? mapped.row : expect.fail(JSON.stringify(mapped))
  })
}
const codesOf = (records: readonly object[]) => records.map((record) => (record as { code: string }).code)

describe('reading views', () => {
  test('each view becomes rows of the shop by the template, with every digit', async () => {
    expect((await rowsOf('products'))[2]).toEqual({
      code: 'P-3',
      name: 'Ürün 3',
      brand: 'ARTI',
      taxRate: '20',
      isActive: false,
    })
    expect(await rowsOf('units')).toHaveLength(2)
    expect(await rowsOf('prices')).toMatchObject([
      { code: 'P-1', unit: 'ADET', price: '12345678901234.123456', currency: 'TRY', vatIncluded: false },
      { price: '10.5' },
    ])
    expect((await rowsOf('stock'))[1]).toEqual({ code: 'P-2', warehouse: 'MERKEZ', quantity: '20' })
    expect(await rowsOf('dealers')).toEqual([
      { code: '120.01', name: 'Demirtepe Elektrik', taxNumber: '1234567890', isActive: true },
    ])
    expect(await rowsOf('balances')).toEqual([{ dealer: '120.01', currency: 'TRY', balance: '-12.3' }])
    expect(await rowsOf('movements')).toEqual([
      {
        reference: 'M1',
        dealer: '120.01',
        date: '2026-11-01',
        dueDate: '2026-12-01',
        kind: 'invoice',
        debit: '100.1',
        credit: '0',
        currency: 'TRY',
      },
    ])
    expect(await rowsOf('rates')).toEqual([{ currency: 'USD', rate: '46.75' }])
  })

  test.each([1, 2, 3, 7, 8])(
    'pages of %i have each row once, and a read goes on after its last page',
    async (pageSize) => {
      const { pages, records } = await readAll(open(), 'products', { mark: null, pageSize })
      expect(codesOf(records)).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6', 'P-7'])
      const rest = await readAll(open(), 'products', { mark: pages[0]?.mark ?? null, pageSize })
      expect(codesOf(rest.records)).toEqual(codesOf(records).slice(pageSize))
    },
  )

  test('changes by date: since the start of the run before by the clock of the server, less the overlap', async () => {
    const { mark } = await readAll(open(), 'products', everything)
    expect(JSON.parse(mark ?? '')).toMatchObject({ since: '2026-11-22 11:45:00.000' })
    const since = () => readAll(open(), 'products', { mark, pageSize: 2 })
    expect((await since()).records).toEqual([])
    const change = (moment: string) =>
      database.pool.execute(
        `UPDATE dbo."TOPTAN_PRODUCTS" SET "CHANGED_AT" = '${moment}' WHERE code IN ('P-2', 'P-4', 'P-6')`,
      )
    await change('2026-11-22 11:44:59')
    expect((await since()).records).toEqual([])
    await change('2026-11-22 11:45:00')
    expect(codesOf((await since()).records)).toEqual(['P-2', 'P-4', 'P-6'])
    await change('2026-11-01 10:00:00')
  })

  test('changes by rowversion: rows of transactions that were under way come with the next run', async () => {
    const settings = { pricesChanged: 'version' }
    const next = () =>
      database.pool.one<{ no: string }>("SELECT lpad(to_hex(nextval('dbo.rowversions')), 16, '0') AS no")
    const { mark } = await readAll(open(settings), 'prices', everything)
    const since = async () => codesOf((await readAll(open(settings), 'prices', { mark, pageSize: 10 })).records)
    expect(await since()).toEqual([])
    await database.pool.execute(
      `UPDATE dbo."TOPTAN_PRICES" SET version = decode('${(await next())?.no}', 'hex') WHERE code = 'P-2'`,
    )
    expect(await since()).toEqual(['P-2'])
  })

  test('changes by a counter are read with an overlap; a view without a change column is read whole', async () => {
    const counted = { stockChanged: 'serial' }
    const { mark } = await readAll(open(counted), 'stock', everything)
    expect(codesOf((await readAll(open(counted), 'stock', { mark, pageSize: 10 })).records)).toEqual(['P-3'])
    const whole = await readAll(open(), 'stock', everything)
    expect((await readAll(open(), 'stock', { mark: whole.mark, pageSize: 10 })).records).toHaveLength(3)
    // The mark belongs to other columns.
    expect((await readAll(open(), 'stock', { mark, pageSize: 10 })).records).toHaveLength(3)
  })

  test.each([1, 2, 10])(
    'a key that is not unique ends the read instead of losing rows (pages of %i)',
    async (pageSize) => {
      const problem = await failureOf(readAll(open({ unitsKey: 'code' }), 'units', { mark: null, pageSize }))
      expect([problem.reason, problem.message]).toEqual(['settings', 'TOPTAN_UNITS.code is not unique: P-1'])
    },
  )

  test.each<[string, Settings, string]>([
    ['a view that is not there', { productsView: 'URUNLER' }, 'URUNLER does not exist, or the user may not read it.'],
    ['a key that is not there', { productsKey: 'KOD' }, 'TOPTAN_PRODUCTS has no column KOD.'],
    ['a change column that is not there', { productsChanged: 'TARIH' }, 'TOPTAN_PRODUCTS has no column TARIH.'],
    [
      'a change column that tells nothing',
      { productsChanged: 'name' },
      'name: the type nvarchar does not tell what has changed.',
    ],
    ['a key of another type', { productsKey: 'CHANGED_AT' }, 'CHANGED_AT: a key cannot be of the type datetime2.'],
    ['a statement instead of a name', { productsView: 'X]; DROP TABLE Y--' }, 'This is not a name: X]; DROP TABLE Y--'],
    ['too many names', { productsView: 'server.db.dbo.X' }, 'This is not a name: server.db.dbo.X'],
  ])('names %s', async (_what, settings, message) => {
    const problem = await failureOf(readAll(open(settings), 'products', everything))
    expect([problem.reason, problem.message]).toEqual(['settings', message])
  })
})

test('names are put in brackets, with their schema and database', () => {
  expect(objectName('ÜRÜNLER').sql).toBe('[dbo].[ÜRÜNLER]')
  expect(objectName('[satis].[Cari Kart]').sql).toBe('[satis].[Cari Kart]')
  expect(objectName('LOGO.dbo.V_URUN').sql).toBe('[LOGO].[dbo].[V_URUN]')
  for (const name of ['', "a'b", 'a]b', 'a;b', 'a..b', 'a\nb']) expect(() => objectName(name)).toThrow(ErpError)
})

test('check names the version, the clock, and the views that are there and that are missing', async () => {
  const session = open({ unitsView: 'YOK' })
  expect(await session.check()).toEqual({
    version: '16.0.1000.6',
    database: expect.any(String),
    clock: '2026-11-22 12:00:00',
    views: expect.stringContaining('TOPTAN_PRODUCTS, TOPTAN_PRICES'),
    missingViews: 'YOK, TOPTAN_RULES',
  })
  await session.close()
  expect([server.opened, server.closed]).toEqual([1, 1])
})

test.each<[string, Settings]>([
  ['a server that is no name', { server: 'http://10.0.0.5' }],
  ['a port beyond all', { port: '99999' }],
  ['a certificate that is none', { certificate: 'x' }],
])('refuses %s', (_what, settings) => {
  expect(() => open(settings)).toThrow(ErpError)
})

const stored = (table: string) =>
  database.pool.query<Record<string, unknown>>(`SELECT * FROM dbo."TOPTAN_${table}" ORDER BY 1, 2`)
const number = 'S2026000017'
const setErp = (column: string, value: string) =>
  database.pool.execute(`UPDATE dbo."TOPTAN_ORDERS" SET "${column}" = $1`, [value])

describe('writing into staging tables', () => {
  const order = () => templateDocument(adapter, 'order')

  test('an order has a row with our number, and one for each line', async () => {
    const session = open()
    expect(await session.find('order', number)).toBeNull()
    expect(await session.write(order())).toEqual({ documentNo: null })
    expect(await stored('ORDERS')).toMatchObject([
      {
        SHOP_NO: number,
        ERP_NO: null,
        orderedAt: expect.any(Date),
        dealerCode: '120.01',
        currency: 'USD',
        rate: '46.75',
        note: 'Kapıda teslim',
      },
    ])
    expect(await stored('ORDER_LINES')).toMatchObject([
      {
        SHOP_NO: number,
        LINE_NO: '1',
        code: 'A-1',
        unit: 'KOLİ',
        quantity: '3',
        price: '3.33333333',
        taxRate: '20',
        amount: '10.00',
      },
    ])
  })

  test.each<[OutboundKind, string, object]>([
    ['cancellation', 'CANCELLATIONS', {}],
    ['payment', 'PAYMENTS', { dealerCode: '120.01', amount: '1000.25', charged: '1030.26', pos: 'GARANTI' }],
    ['refund', 'REFUNDS', { paymentReference: number, amount: '250.50' }],
  ])('a %s has a row with our number', async (kind, table, row) => {
    await open().write(templateDocument(adapter, kind))
    expect(await stored(table)).toMatchObject([{ SHOP_NO: number, ...row }])
    expect(await open().find(kind, number)).toEqual({ documentNo: null })
  })

  test('a document is found without a number until the ERP gives it one', async () => {
    const session = open()
    await session.write(order())
    expect(await session.find('order', number)).toEqual({ documentNo: null })
    await setErp('ERP_NO', 'SIP000123')
    expect(await session.find('order', number)).toEqual({ documentNo: 'SIP000123' })
  })

  test('a refusal of the ERP has its words, and the document is written again', async () => {
    const session = open()
    await session.write(order())
    await setErp('ERP_ERROR', 'Cari kart bulunamadı: 120.01')
    expect(await session.find('order', number)).toEqual({ documentNo: null, refusal: 'Cari kart bulunamadı: 120.01' })
    expect([await stored('ORDERS'), await stored('ORDER_LINES')]).toEqual([[], []])
    expect(await session.find('order', number)).toBeNull()
    await session.write(order())
    expect(await stored('ORDER_LINES')).toHaveLength(1)
  })

  test('an answer that is lost after writing never makes a second document', async () => {
    const session = open()
    server.fault = 'lost'
    expect((await failureOf(session.write(order()))).reason).toBe('unknown')
    server.fault = null
    expect(await session.find('order', number)).toEqual({ documentNo: null })
    await session.write(order())
    expect([await stored('ORDERS'), await stored('ORDER_LINES')]).toMatchObject([{ length: 1 }, { length: 1 }])
  })

  test('an order with a line that the table does not take is not written at all, and is refused in the words of the server', async () => {
    const { lines, ...rest } = order()
    const problem = await failureOf(open().write({ ...rest, lines: [...lines, { ...lines[0], amount: null }] }))
    expect([problem.reason, problem.message]).toEqual(['refused', expect.stringContaining('amount')])
    expect([await stored('ORDERS'), await stored('ORDER_LINES')]).toEqual([[], []])
  })

  test('a field that the table does not have ends the run before anything is written', async () => {
    const { head, ...rest } = order()
    const problem = await failureOf(open().write({ ...rest, head: { ...head, salesman: 'A' } }))
    expect([problem.reason, problem.message]).toEqual(['settings', 'TOPTAN_ORDERS has no column salesman.'])
    expect(await stored('ORDERS')).toEqual([])
  })

  test('texts are parameters: quotes and statements in them are only texts', async () => {
    const { head, ...rest } = order()
    const note = "Kapı'da]; DROP TABLE dbo.TOPTAN_ORDERS;-- @p1"
    await open().write({ ...rest, head: { ...head, note } })
    expect(await stored('ORDERS')).toMatchObject([{ note }])
    expect(server.statements.every(({ sql }) => !sql.includes('DROP') && !sql.includes(number))).toBe(true)
  })

  test('without a column for the ERP’s number, a written document counts with ours', async () => {
    await database.pool.execute('CREATE TABLE dbo."PLAIN" ("SHOP_NO" varchar, reason varchar)')
    const session = open({ cancellationsTo: 'PLAIN' })
    const written = await session.write({
      kind: 'cancellation',
      number,
      parentNo: null,
      head: { reason: 'x' },
      lines: [],
    })
    expect(written).toEqual({ documentNo: number })
    await database.pool.execute('DROP TABLE dbo."PLAIN"')
  })
})

describe('calling procedures', () => {
  const settings = {
    ...connection,
    writeBy: 'procedures',
    ordersTo: 'dbo.SIPARIS_AKTAR',
    documentsView: 'dbo.V_AKTARILAN',
  }

  test('the fields are named parameters and the lines JSON; the answer has the number of the ERP', async () => {
    const sent: unknown[] = []
    const procedures = sqlAdapter(() => ({
      query: () => Promise.resolve([]),
      write(statements) {
        sent.push(...statements)
        return Promise.resolve([{ ERP_NO: 'SIP-9' }])
      },
      close: () => Promise.resolve(),
    }))
    const tools = { http: () => Promise.reject(new Error()), now: () => new Date(), note: () => {} }
    const document = {
      kind: 'order' as const,
      number,
      parentNo: null,
      head: { dealerCode: "1'2", isPaid: true, rate: null },
      lines: [{ code: 'A' }],
    }
    expect(await procedures.open(settings, tools).write(document)).toEqual({ documentNo: 'SIP-9' })
    expect(sent).toEqual([
      {
        sql: 'EXEC [dbo].[SIPARIS_AKTAR] @SHOP_NO = @p1, @dealerCode = @p2, @isPaid = @p3, @rate = @p4, @LINES = @p5',
        values: [number, "1'2", '1', null, '[{"code":"A"}]'],
      },
    ])
    const wrong = { ...document, head: { 'x = 1; DROP': 'a' } }
    expect((await failureOf(procedures.open(settings, tools).write(wrong))).reason).toBe('settings')
  })

  test('a document is looked up in the view of what the procedures have written', async () => {
    await database.pool.execute('CREATE TABLE dbo."V_AKTARILAN" ("KIND" varchar, "SHOP_NO" varchar, "ERP_NO" varchar)')
    const session = open(settings)
    expect(await session.find('order', number)).toBeNull()
    await database.pool.execute(
      `INSERT INTO dbo."V_AKTARILAN" VALUES ('order', '${number}', 'SIP-9'), ('payment', '${number}', NULL)`,
    )
    expect(await session.find('order', number)).toEqual({ documentNo: 'SIP-9' })
    expect(await session.find('payment', number)).toEqual({ documentNo: number })
    await database.pool.execute('DROP TABLE dbo."V_AKTARILAN"')
  })
})

test('every resource and document has a field in the form', () => {
  const names = adapter.settings.map(({ name }) => name)
  for (const resource of inboundResources) expect(names).toContain(`${resource}View`)
})
