import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestErp, type TestErp } from '#testing/sandbox-erp.ts'
import { logoTables } from '#server/sandbox-erp/logo/logo-tables.ts'
import { mikroTables } from '#server/sandbox-erp/mikro/mikro-tables.ts'
import { netsisTables } from '#server/sandbox-erp/netsis/netsis-tables.ts'
import { ErpSqlError, runErpSql } from '#server/sandbox-erp/sql/erp-sql.ts'
import { sandboxLogo, sandboxNetsis } from './sandbox-erp.ts'

let erp: TestErp
beforeAll(async () => {
  erp = await openTestErp()
})
afterAll(() => erp.close())

const clock = '2026-11-22 12:00:00'
const run = (sql: string) => runErpSql(erp.pool, logoTables, sql, clock)

describe('queries of the sandbox ERP', () => {
  test.each([...Object.entries(logoTables), ...Object.entries(netsisTables), ...Object.entries(mikroTables)])(
    'the table %s has its columns',
    async (name, { columns }) => {
      const tables = { ...logoTables, ...netsisTables, ...mikroTables }
      const list = columns.split(', ')
      const [row] = await runErpSql(
        erp.pool,
        tables,
        `SELECT TOP 1 ${list.map((each) => `T.${each}`).join(', ')} FROM ${name} T`,
        clock,
      )
      expect(Object.keys(row ?? Object.fromEntries(list.map((each) => [each, null])))).toEqual(list)
    },
  )

  test('names, sums, texts and dates come as the ERP sends them', async () => {
    expect(
      await run(
        "SELECT TOP 1 I.CODE, SUM(S.ONHAND) AS Toplam, CONVERT(varchar(10), GETDATE() - 7, 120) AS GUN, I.CODE + '#' + CAST(S.INVENNO AS varchar(4)) AS ANAHTAR" +
          ' FROM LV_001_01_STINVTOT S JOIN LG_001_ITEMS I ON I.LOGICALREF = S.STOCKREF WHERE S.INVENNO = 0' +
          ' GROUP BY I.CODE, S.INVENNO ORDER BY I.CODE',
      ),
    ).toEqual([{ CODE: 'A-1', Toplam: 96, GUN: '2026-11-15', ANAHTAR: 'A-1#0' }])
  })

  test.each([
    ['a table of the shop', 'SELECT U.email FROM users U', 208],
    ['a table of another firm', 'SELECT I.CODE FROM LG_002_ITEMS I', 208],
    ['a column that no version has', 'SELECT I.PRICE FROM LG_001_ITEMS I', 207],
    ['a column without its table', 'SELECT CODE FROM LG_001_ITEMS I', 207],
    ['a second statement', 'SELECT I.CODE FROM LG_001_ITEMS I; DELETE FROM LG_001_ITEMS', 102],
    ['a comment', 'SELECT I.CODE FROM LG_001_ITEMS I -- x', 207],
    ['a change', 'UPDATE LG_001_ITEMS', 102],
    ['a function of PostgreSQL', "SELECT pg_read_file('/etc/passwd') FROM LG_001_ITEMS I", 102],
    ['a name in quotes', 'SELECT "email" FROM users U', 102],
    ['a column name that ends the list', "SELECT I.CODE AS 'x\" FROM users --' FROM LG_001_ITEMS I", 102],
    ['a union', 'SELECT I.CODE FROM LG_001_ITEMS I UNION SELECT U.email FROM users U', 208],
    ['a text with an escape', "SELECT I.CODE FROM LG_001_ITEMS I WHERE I.CODE = E'x'", 207],
    ['a limit of PostgreSQL', 'SELECT I.CODE FROM LG_001_ITEMS I LIMIT 1', 207],
  ])('%s is refused', async (_, sql, code) => {
    const error = await run(sql).then(
      () => expect.fail('It ran.'),
      (failure: unknown) => failure,
    )
    expect(error).toBeInstanceOf(ErpSqlError)
    expect((error as ErpSqlError).code).toBe(code)
  })
})

describe('the interfaces refuse what the vendors’ do', () => {
  const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    erp.app.inject({ method: 'POST', url: `/sandbox-erp/${url}`, headers, payload })

  test('Netsis: a sign-in as JSON, and one without all fields', async () => {
    const { username, password, branch, database, databaseUser } = sandboxNetsis
    const fields = {
      grant_type: 'password',
      branchcode: branch,
      username,
      password,
      dbname: database,
      dbuser: databaseUser,
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const all = new URLSearchParams({ ...fields, dbpassword: '', dbtype: '0' }).toString()
    expect((await post('netsis/api/v2/token', { ...fields, dbpassword: '', dbtype: 0 })).statusCode).toBe(400)
    expect((await post('netsis/api/v2/token', new URLSearchParams(fields).toString(), form)).statusCode).toBe(400)
    expect((await post('netsis/api/v2/token', all, form)).statusCode).toBe(200)
  })

  test('Logo: numbers as texts, unknown fields, prices with VAT, other dates', async () => {
    const { clientId, clientSecret, username, password, firm } = sandboxLogo
    const signIn = await post(
      'logo/api/v1/token',
      new URLSearchParams({ grant_type: 'password', username, password, firmno: firm }).toString(),
      {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    )
    const { access_token } = signIn.json<{ access_token: string }>()
    const line = { TYPE: 0, MASTER_CODE: 'A-1', QUANTITY: 1, UNIT_CODE: 'ADET', PRICE: 10, VAT_RATE: 20 }
    const order = { INTERNAL_REFERENCE: 0, NUMBER: '~', DATE: '2026-11-22', ARP_CODE: '120.01' }
    const write = (head: object, part: object = {}) =>
      post(
        'logo/api/v1/salesOrders',
        { ...order, ...head, TRANSACTIONS: { items: [{ ...line, ...part }] } },
        { authorization: `Bearer ${access_token}` },
      )
    expect((await write({})).json()).toMatchObject({ NUMBER: '~', ARP_CODE: '120.01' })
    for (const [head, part] of [
      [{}, { QUANTITY: '1' }],
      [{}, { PRICE: '10,50' }],
      [{}, { VAT_INCLUDED: 1 }],
      [{ TOTAL: 10 }, {}],
      [{ DATE: '22/11/2026' }, {}],
      [{ INTERNAL_REFERENCE: 5 }, {}],
      [{ NOTES1: 'x'.repeat(51) }, {}],
    ]) {
      const answer = await write(head ?? {}, part)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ ModelState: { 'LOError:': [expect.any(String)] } })
    }
    // The vendor's own sample: day and month are swapped.
    const { INTERNAL_REFERENCE: id } = (await write({ DATE: '02.05.2026' })).json<{ INTERNAL_REFERENCE: number }>()
    const saved = await erp.app.inject({
      url: `/sandbox-erp/logo/api/v1/salesOrders/${id}`,
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(saved.json()).toMatchObject({ DATE: '2026-02-05T00:00:00' })
  })
})

describe('changes as people in the ERP make them', () => {
  test('an invoice takes the stock and charges the account, once', async () => {
    const number = 'S2026900001'
    await erp.pool.execute(
      `INSERT INTO sandbox_erp_documents (kind, dialect, document_no, sequence, sender_no, account_id, document_date, currency, rate, total, lines)
       SELECT 'order', 'mikro', 'WEB-900', 900, $1, a.id, '2026-11-22', 'TRY', 1, 240,
              jsonb_build_array(jsonb_build_object('itemId', i.id, 'unitNo', 2, 'quantity', '3', 'price', '66.67', 'vat', '20', 'warehouseNo', 1))
         FROM sandbox_erp_accounts a, sandbox_erp_items i WHERE a.code = '120.01' AND i.code = 'A-1'`,
      [number],
    )
    expect(await erp.change('invoices', { number })).toBe(true)
    expect(await erp.change('invoices', { number })).toBe(false)
    const figures = (await erp.app.inject('/sandbox-erp/figures')).json<{
      stock: { code: string; warehouse: number; quantity: string }[]
      balances: { account: string; balance: string }[]
    }>()
    expect(figures.stock.find(({ code, warehouse }) => code === 'A-1' && warehouse === 1)?.quantity).toBe('78.000')
    expect(figures.balances.find(({ account }) => account === '120.01')?.balance).toBe('540.50')
  })

  test('prices, stock, items and movements change what is read', async () => {
    expect(await erp.change('prices', { code: 'A-1', list: 1, price: '99.90' })).toBe(true)
    expect(await erp.change('stock', { code: 'A-1', warehouse: 1, quantity: '5' })).toBe(true)
    expect(await erp.change('items', { code: 'A-1', isActive: false })).toBe(true)
    expect(await erp.change('movements', { account: '120.01', amount: '-40.5' })).toBe(true)
    const figures = (await erp.app.inject('/sandbox-erp/figures')).json<object>()
    expect(figures).toMatchObject({
      prices: expect.arrayContaining([expect.objectContaining({ code: 'A-1', list: 1, price: '99.9000' })]) as unknown,
      balances: expect.arrayContaining([{ account: '120.01', balance: '500.00' }]) as unknown,
    })
  })

  test.each([
    ['prices', { code: 'A-1', list: 1, price: '1.234,56' }],
    ['stock', { code: 'A-1', warehouse: 0, quantity: '1' }],
    ['items', { code: 'YOK', isActive: true }],
    ['faults', { fault: 'earthquake' }],
    ['movements', { account: '120.01' }],
  ])('%s refuses %j', async (path, body) => {
    expect(await erp.change(path, body)).toBe(false)
  })

  test('a form of another site changes nothing', async () => {
    const answer = await erp.app.inject({
      method: 'POST',
      url: '/sandbox-erp/stock',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'code=A-1&warehouse=1&quantity=0',
    })
    expect(answer.statusCode).toBe(415)
  })
})
