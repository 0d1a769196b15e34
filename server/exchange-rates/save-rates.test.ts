import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { addProduct } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { addCurrency, removeCurrency, setDefaultCurrency } from './currencies.ts'
import { listCurrencies, listRates } from './queries.ts'
import { type SaveOptions, saveRates } from './save-rates.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createTestDatabase()
  // Stands for another process: it receives no notifications and polls.
  store = await createStore(database.pool, { pollMilliseconds: 20 })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  const { pool } = database
  await pool.execute('TRUNCATE exchange_rates, unit_prices')
  await pool.execute("DELETE FROM currencies WHERE code NOT IN ('TRY', 'USD', 'EUR')")
  await pool.execute("UPDATE currencies SET is_default = false WHERE is_default AND code <> 'TRY'")
  await pool.execute("UPDATE currencies SET exchange_rate = NULL WHERE code <> 'TRY'")
  await pool.execute("UPDATE currencies SET is_default = true WHERE code = 'TRY'")
})

const save = (rates: Record<string, string | number>, options: Partial<SaveOptions> = {}) =>
  saveRates(
    database.pool,
    Object.entries(rates).map(([code, rate]) => ({ code, rate: decimal(rate) })),
    { source: 'manual', ...options },
  )
const rateOf = async (code: string) =>
  Number((await listCurrencies(database.pool)).find((currency) => currency.code === code)?.rate)
const historyOf = async (code: string) =>
  (await listRates(database.pool, code, 100)).map(({ rate, source }) => [Number(rate), source])

describe('setting exchange rates', () => {
  test('makes them current, adds them to the history, and reaches every process', async () => {
    expect(await save({ USD: '41.25', EUR: '48.1' })).toMatchObject({
      ok: true,
      saved: [
        { code: 'USD', before: null, isInForce: true },
        { code: 'EUR', before: null, isInForce: true },
      ],
    })
    expect(await save({ USD: 42 })).toMatchObject({ ok: true, saved: [{ code: 'USD', before: '41.25000000' }] })
    expect(await historyOf('USD')).toEqual([
      [42, 'manual'],
      [41.25, 'manual'],
    ])
    await expect.poll(() => store.facts().rates).toEqual({ TRY: '1', USD: '42', EUR: '48.1' })
    expect((await listCurrencies(database.pool)).map(({ code, source }) => [code, source])).toEqual([
      ['TRY', null],
      ['USD', 'manual'],
      ['EUR', 'manual'],
    ])
  })

  test.each([
    [{ USD: 0 }, 'not_positive', { code: 'USD' }],
    [{ USD: -41 }, 'not_positive', { code: 'USD' }],
    [{ USD: 2_000_000 }, 'out_of_range', { code: 'USD' }],
    [{ EUR: 48, GBP: 55 }, 'currency_unknown', { code: 'GBP' }],
    [{ TRY: 1 }, 'currency_is_lira', {}],
    [{ TL: 1 }, 'currency_is_lira', {}],
  ])('rejects %j and changes nothing', async (rates, problem, facts) => {
    expect(await save(rates)).toMatchObject({ ok: false, problem, facts })
    expect(await historyOf('EUR')).toEqual([])
    expect(await rateOf('EUR')).toBe(0)
  })

  test('requires confirmation for ten times the current rate or a tenth of it', async () => {
    await save({ USD: 41, EUR: 48 })
    const jump = { ok: false, problem: 'jump', facts: { code: 'EUR', rate: '480', before: '48.00000000' } }
    expect(await save({ USD: 42, EUR: 480 })).toEqual(jump)
    expect(await save({ USD: '4.1' })).toMatchObject({ ok: false, problem: 'jump' })
    expect(await rateOf('USD')).toBe(41)
    expect(await save({ USD: 42, EUR: 480 }, { force: true })).toMatchObject({ ok: true })
    expect([await rateOf('USD'), await rateOf('EUR')]).toEqual([42, 480])
  })

  test('rejects future days, and only adds older rates to the history, whatever their value', async () => {
    await save({ USD: 41 })
    expect(await save({ USD: 42 }, { since: { day: '2999-01-01', time: '00:00' } })).toMatchObject({
      ok: false,
      problem: 'future',
    })
    const old = { since: { day: '2015-12-04', time: '15:30' }, source: 'tcmb' }
    expect(await save({ USD: '2.8973' }, old)).toMatchObject({ ok: true, saved: [{ isInForce: false }] })
    expect(await rateOf('USD')).toBe(41)
    // A second read adds no second entry.
    await save({ USD: '2.8974' }, old)
    expect(await historyOf('USD')).toEqual([
      [41, 'manual'],
      [2.8974, 'tcmb'],
    ])
  })

  test('applies concurrent changes one after the other, with the newest rate current', async () => {
    const rates = Array.from({ length: 8 }, (_, i) => 41 + i / 10)
    const results = await Promise.all(rates.map((rate) => save({ EUR: 48, USD: rate })))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(await rateOf('USD')).toBe((await historyOf('USD'))[0]?.[0])
  })
})

describe('sort prices after a rate change', () => {
  const sortPrices = async () =>
    (
      await database.pool.query<{ code: string; price: number }>(
        `SELECT p.code || ':' || l.code AS code, s.price_try::float8 AS price FROM product_sort_prices s
         JOIN products p ON p.id = s.product_id JOIN price_lists l ON l.id = s.price_list_id ORDER BY 1`,
      )
    ).map(({ code, price }) => `${code} ${price}`)

  test('follow for products in this currency and their parents, and are missing without a rate', async () => {
    const { pool } = database
    const ownList = await pool.one<{ id: number }>(
      "INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel') RETURNING id",
    )
    const inOwnList = (unitId: number, value: number, currency: string) =>
      pool.execute(
        'INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, $3, $4)',
        [ownList?.id, unitId, value, currency],
      )
    await save({ USD: 40, EUR: 50 })
    await addProduct(pool, { code: 'A', price: 10, currency: 'USD', units: { KOLİ: 12 } })
    const lira = await addProduct(pool, { code: 'B', price: 100 })
    await inOwnList(lira.unitId, 0, 'TRY')
    const parent = await addProduct(pool, { code: 'C', price: null, variantNames: ['Renk'] })
    const child = { parentId: parent.id, currency: 'USD' }
    await addProduct(pool, { ...child, code: 'C1', price: 3, variantValues: ['Mavi'] })
    const second = await addProduct(pool, { ...child, code: 'C2', price: 4, variantValues: ['Gri'] })
    await inOwnList(second.unitId, 2.5, 'EUR')
    const standard = ['A:STANDART 400', 'B:STANDART 100', 'C1:STANDART 120', 'C2:STANDART 160', 'C:STANDART 120']
    // A price of 0 is on request; a parent's lowest price depends on the price list.
    const onRequest = ['B:OZEL 0', 'C2:OZEL 125', 'C:OZEL 120']
    expect(await sortPrices()).toEqual([...standard, ...onRequest].toSorted())
    await save({ USD: 50 })
    const risen = ['A:STANDART 500', 'B:STANDART 100', 'C1:STANDART 150', 'C2:STANDART 200', 'C:STANDART 150']
    expect(await sortPrices()).toEqual([...risen, 'B:OZEL 0', 'C2:OZEL 125', 'C:OZEL 125'].toSorted())
    await pool.execute("UPDATE currencies SET exchange_rate = NULL WHERE code = 'USD'")
    expect(await sortPrices()).toEqual(['B:OZEL 0', 'B:STANDART 100', 'C2:OZEL 125', 'C:OZEL 125'])
    await pool.execute('DELETE FROM products')
  })
})

describe('currencies', () => {
  test('are added with their name and symbol, and offered once they have a rate', async () => {
    const { pool } = database
    expect(await addCurrency(pool, 'GBP', null)).toEqual({ ok: true })
    expect(await addCurrency(pool, 'GBP', null)).toMatchObject({ problem: 'currency_known' })
    expect(await addCurrency(pool, 'gb', null)).toMatchObject({ problem: 'code_invalid' })
    expect(await addCurrency(pool, 'GPB', null)).toMatchObject({ problem: 'name_missing' })
    const row = await pool.one("SELECT symbol, fold(name) AS name, exchange_rate FROM currencies WHERE code = 'GBP'")
    expect(row).toEqual({ symbol: '£', name: 'ingiliz sterlini', exchange_rate: null })
    expect((await listCurrencies(pool)).map(({ code }) => code)).toEqual(['TRY', 'USD', 'EUR', 'GBP'])
  })

  test('have one default, which must have a rate', async () => {
    const { pool } = database
    expect(await setDefaultCurrency(pool, 'USD')).toMatchObject({ problem: 'no_rate' })
    expect(await setDefaultCurrency(pool, 'GBP')).toMatchObject({ problem: 'currency_unknown' })
    await save({ USD: 41 })
    expect(await setDefaultCurrency(pool, 'USD')).toEqual({ ok: true })
    expect((await listCurrencies(pool)).filter((row) => row.is_default).map(({ code }) => code)).toEqual(['USD'])
    expect(await setDefaultCurrency(pool, 'TL')).toEqual({ ok: true })
  })

  test('are removed with their history, but not while a price uses them', async () => {
    const { pool } = database
    await addCurrency(pool, 'GBP', null)
    await save({ GBP: 55, USD: 41, EUR: 48 })
    const product = await addProduct(pool, { price: 10, currency: 'USD' })
    expect(await removeCurrency(pool, 'GBP')).toEqual({ ok: true })
    expect(await removeCurrency(pool, 'GBP')).toMatchObject({ problem: 'currency_unknown' })
    expect(await removeCurrency(pool, 'TRY')).toMatchObject({ problem: 'in_use' })
    expect(await removeCurrency(pool, 'USD')).toMatchObject({ problem: 'in_use' })
    expect(await historyOf('USD')).toEqual([[41, 'manual']])
    await setDefaultCurrency(pool, 'EUR')
    expect(await removeCurrency(pool, 'EUR')).toMatchObject({ problem: 'is_default' })
    expect(await historyOf('EUR')).toEqual([[48, 'manual']])
    await pool.execute('DELETE FROM products WHERE id = $1', [product.id])
  })
})
