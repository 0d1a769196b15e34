import { saveUserChoices } from '#server/account/account.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type CallContext, Calls } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { unseal } from '#server/platform/http/secrets.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { createStore, registerSettings, saveSetting, type Store } from './settings.ts'

const secret = 'a secret of at least thirty-two letters'
let database: TestDatabase
let store: Store
let calls: Calls
const warnings: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.execute("UPDATE currencies SET exchange_rate = 41.2 WHERE code = 'USD'")
  store = await createStore(database.pool, { warn: (message) => warnings.push(message), pollMilliseconds: 20 })
  calls = new Calls()
  registerSettings(calls, {
    pool: database.pool,
    store,
    secret,
    catalog: { topCategories: () => [] },
    account: { saveUserChoices },
    campaigns: { running: () => [] },
    loadDealerState: async () => ({
      account: null,
      purchasing: { isApprover: false, hasLimits: false, waiting: { count: 0, onlyId: null } },
      banners: [],
      hasTextsToAccept: false,
      cartLineCount: 0,
    }),
    cardPayment: { facts: () => Promise.resolve({ hasCardPayment: false, hasCardForm: false, foreignCards: [] }) },
  })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  await database.pool.execute('DELETE FROM settings')
  await store.refresh()
})

const save = (key: string, value: unknown, context: CallContext = testContext()) =>
  calls.find('POST', '/api/catalog/settings')?.run({ body: { key, value } }, context)
const visit = async (context: CallContext) =>
  (await calls.find('GET', '/api/visitor')?.run({}, context)) as { ok: true; body: Visitor }
const idOf = (code: string) => store.facts().currencies.find((currency) => currency.code === code)?.id

test('ignores and reports a setting that does not fit its shape', async () => {
  await saveSetting(database.pool, 'stockInfoStatus', 99)
  await saveSetting(database.pool, 'no such setting', 1)
  await store.refresh()
  expect(store.facts().settings.stockInfoStatus).toBe(0)
  expect(warnings.join('\n')).toMatch(/stockInfoStatus.*99/)
  expect(warnings.join('\n')).toMatch(/no such setting/)
})

test('receives a change made by another process', async () => {
  await saveSetting(database.pool, 'storeName', 'Yeni Ad')
  await expect.poll(() => store.facts().settings.storeName).toBe('Yeni Ad')
})

test('orders are confirmed unless the user chose otherwise, by a call and not by the five choices', async () => {
  const actor = await addDealer(database.pool)
  const other = await addDealer(database.pool)
  const asks = async (who: typeof actor) => {
    const row = await database.pool.one<{ choices: object }>('SELECT choices FROM users WHERE id = $1', [who.userId])
    return (await visit(testContext({ actor: who, choices: row?.choices ?? {} }))).body.asksBeforeOrder
  }
  const choose = (asksBeforeOrder: boolean) =>
    calls.find('PATCH', '/api/account/order-question')?.run({ body: { asksBeforeOrder } }, testContext({ actor }))
  expect(await asks(actor)).toBe(true)
  expect(await choose(false)).toMatchObject({ ok: true })
  expect([await asks(actor), await asks(other)]).toEqual([false, true])
  expect(await choose(true)).toMatchObject({ ok: true })
  expect(await asks(actor)).toBe(true)
  expect(await save('ordersUnasked', true, testContext({ actor }))).toMatchObject({ code: 'setting_unknown' })
})

test('rates are exact texts, and null where unknown', () => {
  expect(store.facts().rates).toEqual({ TRY: '1', USD: '41.2', EUR: null })
})

test.each([
  ['guest', false, {}, { seesPrices: false, seesStock: false }],
  ['guest', false, { guestPrices: '1', showStokInfo: '1' }, { seesPrices: true, seesStock: true }],
  ['guest', false, { guestPrices: '1', showPriceStatus: '0' }, { seesPrices: false }],
  ['dealer', true, {}, { seesPrices: true, seesStock: true }],
  ['dealer', true, { showPriceStatus: '0' }, { seesPrices: false, seesStock: true }],
])('a %s sees prices and stock according to the settings', async (_who, isSignedIn, settings, expected) => {
  for (const [key, value] of Object.entries(settings)) await saveSetting(database.pool, key, value)
  await store.refresh()
  const actor = isSignedIn ? await addDealer(database.pool) : null
  const { body } = await visit(testContext({ actor }))
  expect(body).toMatchObject(expected)
  expect(body.settings).not.toHaveProperty('sessionDays')
})

test('a guest’s choices are stored in a signed cookie and merged with earlier ones', async () => {
  const context = testContext({ choices: { locale: 'en' } })
  expect(await save('productListView', 'grid', context)).toEqual({ ok: true, body: { ok: true } })
  const cookie = context.cookies.get('toptan_choices') ?? ''
  expect(unseal(secret, cookie)).toEqual({ locale: 'en', productListView: 'grid' })
  expect(unseal(secret, `${cookie}x`)).toBeNull()
})

test('a user’s choices are stored in the database', async () => {
  const actor = await addDealer(database.pool)
  await save('showNotInStocks', '0', testContext({ actor }))
  await save('defaultCurrency', String(idOf('USD')), testContext({ actor }))
  const row = await database.pool.one<{ choices: object }>('SELECT choices FROM users WHERE id = $1', [actor.userId])
  expect(row?.choices).toEqual({ showNotInStocks: '0', defaultCurrency: idOf('USD') })
  const { body } = await visit(testContext({ actor, choices: row?.choices ?? {} }))
  expect(body).toMatchObject({ currency: { code: 'USD' }, showNotInStocks: '0', view: 'list' })
})

test.each(['showPriceStatus', 'cartStockControl', 'b2b_risk_limit_islem', 'installmentLimit', 'role', '__proto__', ''])(
  'a visitor cannot choose the setting %s',
  async (key) => {
    expect(await save(key, '1')).toMatchObject({ ok: false, code: 'setting_unknown' })
  },
)

test.each([
  ['productListView', 'table'],
  ['showNotInStocks', 1],
  ['defaultCurrency', 0],
  ['defaultCurrency', '1 OR 1=1'],
  ['defaultCurrency', null],
  ['locale', 'de'],
])('%s rejects the value %s', async (key, value) => {
  expect(await save(key, value)).toMatchObject({ ok: false, code: 'validation_failed' })
})

test('a currency without a rate is not offered and cannot be chosen', async () => {
  expect(await save('defaultCurrency', idOf('EUR'))).toMatchObject({ ok: false, code: 'validation_failed' })
  const { body } = await visit(testContext({ choices: { defaultCurrency: idOf('EUR') } }))
  expect(body.currency.code).toBe('TRY')
  expect(body.currencies.map(({ code }) => code)).toEqual(['TRY', 'USD'])
})

test('a branch must belong to the dealer or be offered to all', async () => {
  const [actor, other] = [await addDealer(database.pool), await addDealer(database.pool)]
  const [own, shared, foreign] = await Promise.all([actor.dealer?.id, null, other.dealer?.id].map(addBranch))
  await store.refresh()
  const mine = testContext({ actor })
  expect(await save('branch', own)).toMatchObject({ ok: false, code: 'not_signed_in' })
  expect(await save('branch', own, mine)).toMatchObject({ ok: true })
  expect(await save('branch', shared, mine)).toMatchObject({ ok: true })
  expect(await save('branch', foreign, mine)).toMatchObject({ ok: false, code: 'branch_unknown' })
  expect(await save('branch', shared, testContext({ actor: await addAdmin(database.pool) }))).toMatchObject({
    code: 'branch_unknown',
  })
  const { body } = await visit(testContext({ actor, choices: { branch: foreign } }))
  expect(body.branch).toBeNull()
  expect(new Set(body.branches.map(({ id }) => id))).toEqual(new Set([own, shared]))
})

async function addBranch(dealerId: number | null | undefined): Promise<number> {
  const row = await database.pool.one<{ id: number }>(
    "INSERT INTO branches (dealer_id, name) VALUES ($1, 'Şube') RETURNING id",
    [dealerId],
  )
  return row?.id ?? 0
}
