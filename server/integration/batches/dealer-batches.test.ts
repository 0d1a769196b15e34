import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['dealers:write', 'dealers:read', 'prices:write'])
  await shop.database.pool.execute(
    `INSERT INTO price_lists (code, name) VALUES ('BAYI', 'Bayi') ON CONFLICT DO NOTHING`,
  )
})
afterAll(() => shop.close())

type Reply = {
  isWritten: boolean
  created: number
  updated: number
  unchanged: number
  rejected: number
  results: { key: string; status: string; error: { code: string; field: string | null; message: string } | null }[]
}
const post = async (resource: string, body: object): Promise<Reply> => {
  const answer = await program.send('POST', `/${resource}`, { body })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
const statuses = ({ results }: Reply) => results.map(({ status }) => status)
const problems = ({ results }: Reply) => results.map(({ error }) => error && `${error.field} ${error.code}`)

let number = 0
let code = ''
beforeEach(() => {
  number += 1
  code = `120.01.${number}`
})

const stored = (of = code) =>
  shop.database.pool.one<Record<string, unknown>>(
    `SELECT d.name, d.contact_name, d.email, d.phone, d.address, d.district, d.city, d.tax_office, d.tax_number,
            l.code AS price_list, d.discount, d.risk_limit, d.risk_mode, d.disabled_at IS NULL AS is_active
       FROM dealers d LEFT JOIN price_lists l ON l.id = d.price_list_id WHERE d.code = $1`,
    [of],
  )

describe('dealers', () => {
  test('are added, and change only in what a row names; null clears', async () => {
    const row = {
      code,
      name: 'Yıldız Hırdavat',
      contactName: 'Ayşe Yılmaz',
      email: 'Ayse@Example.com',
      phone: '0216 555 00 00',
      address: 'Örnek Sokak 5',
      district: 'Kadıköy',
      city: 'İstanbul',
      taxOffice: 'Kadıköy',
      taxNumber: '1234567890',
      priceList: 'BAYI',
      discount: '12.50',
      riskLimit: 50000,
      riskMode: 'balance',
    }
    expect(await post('dealers', { rows: [row] })).toMatchObject({ created: 1, isWritten: true })
    const full = {
      name: 'Yıldız Hırdavat',
      contact_name: 'Ayşe Yılmaz',
      email: 'ayse@example.com',
      phone: '0216 555 00 00',
      address: 'Örnek Sokak 5',
      district: 'Kadıköy',
      city: 'İstanbul',
      tax_office: 'Kadıköy',
      tax_number: '1234567890',
      price_list: 'BAYI',
      discount: '12.500',
      risk_limit: '50000.00',
      risk_mode: 'balance',
      is_active: true,
    }
    expect(await stored()).toEqual(full)
    expect(statuses(await post('dealers', { rows: [row] }))).toEqual(['unchanged'])
    expect(statuses(await post('dealers', { rows: [{ code, phone: null, priceList: null, discount: 0 }] }))).toEqual([
      'updated',
    ])
    expect(await stored()).toEqual({ ...full, phone: null, price_list: null, discount: '0.000' })
  })

  test('keep what other ways have stored and the form would refuse or round', async () => {
    await addDealer(shop.database.pool)
    await shop.database.pool.execute(
      `INSERT INTO dealers (code, name, discount, phone) VALUES ($1, 'Eski', 12.345, 'dahili')`,
      [code],
    )
    expect(statuses(await post('dealers', { rows: [{ code, name: 'Yeni' }] }))).toEqual(['updated'])
    expect(await stored()).toMatchObject({ name: 'Yeni', discount: '12.345', phone: 'dahili' })
  })

  test('that are deactivated are signed out', async () => {
    const user = await addDealer(shop.database.pool)
    const visitor = await shop.signedIn(user)
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(200)
    const own = user.dealer?.code ?? ''
    expect(statuses(await post('dealers', { rows: [{ code: own, isActive: false }] }))).toEqual(['updated'])
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
    expect(statuses(await post('dealers', { rows: [{ code: own, isActive: false }] }))).toEqual(['unchanged'])
    await post('dealers', { rows: [{ code: own, isActive: true }] })
    expect(await stored(own)).toMatchObject({ is_active: true })
  })

  test('with problems are named with field and reason; the others are written', async () => {
    const of = (suffix: string, parts: object = {}) => ({ code: `${code}-${suffix}`, name: 'X', ...parts })
    const reply = await post('dealers', {
      rows: [
        of('a'),
        of('a'),
        { code: `${code}-b` },
        of('c', { taxNumber: '12' }),
        of('d', { discount: '12.345' }),
        of('e', { discount: 101 }),
        of('f', { riskLimit: '1234.567' }),
        of('g', { riskLimit: '1.234,56' }),
        of('h', { priceList: 'YOK' }),
        of('i', { email: 'yok' }),
        of('j', { phone: 'abc' }),
        of('k', { riskMode: 'none' }),
        of('l', { name: null }),
        { code: 'x'.repeat(300), name: 'X' },
        { code: `${code} m`, name: 'X' },
        of('n', { riskLimit: -1 }),
        of('o', { colour: 'mavi' }),
      ],
    })
    expect(problems(reply)).toEqual([
      null,
      'null key_repeated',
      'name value_missing',
      'taxNumber value_invalid',
      'discount value_invalid',
      'discount value_invalid',
      'riskLimit value_invalid',
      'riskLimit value_invalid',
      'priceList price_list_unknown',
      'email value_invalid',
      'phone value_invalid',
      'riskMode value_unlisted',
      'name value_null',
      'code value_too_long',
      'code value_invalid',
      'riskLimit value_invalid',
      'colour field_unknown',
    ])
    expect(reply.results[3]?.error?.message).toBe('Vergi numarası 10, T.C. kimlik numarası 11 rakamdır.')
    expect(await stored(`${code}-a`)).toMatchObject({ name: 'X' })
  })

  test('are not written at all with atomic: true and a wrong row', async () => {
    const reply = await post('dealers', { atomic: true, rows: [{ code, name: 'A' }, { code: `${code}-2` }] })
    expect([reply.isWritten, statuses(reply)]).toEqual([false, ['unchanged', 'rejected']])
    expect(await stored()).toBeUndefined()
  })

  test('of the same batch twice at once are added once, with their events and audit entries', async () => {
    const { pool } = shop.database
    const rows = Array.from({ length: 40 }, (_, n) => ({ code: `${code}-${n}`, name: `Bayi ${n}` }))
    const replies = await Promise.all([1, 2, 3].map(() => post('dealers', { rows })))
    expect(replies.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 0, 40])
    const events = await pool.one<{ n: number }>(
      `SELECT count(*)::int AS n FROM events e JOIN dealers d ON d.id = e.subject_id
        WHERE e.type = 'dealer.created' AND starts_with(d.code, $1)`,
      [`${code}-`],
    )
    const entries = await pool.one<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_log WHERE noun = 'dealer' AND key_id = $2 AND starts_with(noun_id, $1)`,
      [`${code}-`, program.keyId],
    )
    expect([events?.n, entries?.n]).toEqual([40, 40])
  })

  test('of 5,000 rows are written by statements over all of them', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => ({ code: `${code}-${n}`, name: `Bayi ${n}`, city: 'Bursa' }))
    expect(await post('dealers', { rows })).toMatchObject({ created: 5000 })
    expect(await post('dealers', { rows: rows.map((row) => ({ ...row, city: 'İzmir' })) })).toMatchObject({
      updated: 5000,
    })
  })
})

describe('exchange rates', () => {
  const rateOf = async (currency: string) =>
    (
      await shop.database.pool.one<{ exchange_rate: string }>('SELECT exchange_rate FROM currencies WHERE code = $1', [
        currency,
      ])
    )?.exchange_rate

  test('become current; the same rate again adds nothing to the history', async () => {
    await post('rates', { acceptJumps: true, rows: [{ currency: 'USD', rate: '41.25' }] })
    const history = async () =>
      (await shop.database.pool.query('SELECT FROM exchange_rates WHERE source = $1', ['erp'])).length
    const before = await history()
    const rows = [
      { currency: 'usd', rate: 41.25 },
      { currency: 'EUR', rate: '48.1234' },
    ]
    expect(statuses(await post('rates', { acceptJumps: true, rows }))).toEqual(['unchanged', 'updated'])
    expect([await rateOf('EUR'), await history()]).toEqual(['48.12340000', before + 1])
  })

  test('with problems are refused one by one', async () => {
    await post('rates', { acceptJumps: true, rows: [{ currency: 'USD', rate: '41' }] })
    const rows = [
      { currency: 'USD', rate: '0.0243' },
      { currency: 'TRY', rate: 1 },
      { currency: 'XYZ', rate: 1 },
      { currency: 'EUR', rate: 0 },
      { currency: 'EUR', rate: 48 },
    ]
    expect(problems(await post('rates', { rows }))).toEqual([
      'rate rate_jump',
      'currency currency_is_lira',
      'currency currency_unknown',
      'rate rate_invalid',
      'null key_repeated',
    ])
    expect(problems(await post('rates', { rows: [{ currency: 'EUR', rate: '1.234,56' }] }))).toEqual([
      'rate value_invalid',
    ])
    const atomic = await post('rates', {
      atomic: true,
      rows: [
        { currency: 'USD', rate: 42 },
        { currency: 'XYZ', rate: 1 },
      ],
    })
    expect([atomic.isWritten, statuses(atomic), await rateOf('USD')]).toEqual([
      false,
      ['unchanged', 'rejected'],
      '41.00000000',
    ])
  })
})
