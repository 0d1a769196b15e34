import type { Permission } from '#domain/people/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refuse } from '#contract/core/errors.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { registerBinCalls } from './bin-routes.ts'
import { fillCardBins } from './shipped-bins.ts'
import type { OpenedSubject, StartRequest } from '#server/payments/subject.ts'
import { addPosAccount } from '#server/payments/pos/test-pos.ts'

let database: TestDatabase
let store: Store
let calls: Calls
let dealer: Actor
let admin: Actor
/** What the cart, account or link costs by the server's own amounts. */
let amount: string | null
let moment: Date

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  store = await createStore(pool, { pollMilliseconds: 20 })
  await fillCardBins(pool)
  ;[dealer, admin] = [await addDealer(pool), await addAdmin(pool)]
  const plans = [[1], [3, 4.5], [6, 9]] as const
  await addPosAccount(pool, { code: 'akbank', bankCode: '0046', families: ['Axess', 'Wings'], plans })
  await addPosAccount(pool, { code: 'garanti', bankCode: '0062', families: ['Bonus'], isDefault: true })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(() => {
  ;[amount, moment, calls] = ['1000.00', new Date('2026-11-21T09:00:00Z'), new Calls()]
  const open = async (_db: unknown, request: StartRequest) => {
    const total = request.amount ?? amount
    return total === null
      ? refuse('cart_empty')
      : ({ ok: true, amount: total, currency: 'TRY', categoryIds: [] } as unknown as OpenedSubject)
  }
  const isOpenLink = (token: string) => Promise.resolve(token === 'open')
  const subjects = { order: { open }, account: { open }, link: { open } }
  registerBinCalls(calls, {
    pool: database.pool,
    store,
    hasSandbox: false,
    isOpenLink,
    subjects,
    now: () => moment,
  })
})

const ask = (body: object, actor: Actor | null = dealer, address = '192.0.2.1') =>
  calls.find('POST', '/api/catalog/bin-control')?.run({ body }, testContext({ actor, address }))
const axess = { binNumber: '43550843' }
const installments = (answer: unknown) =>
  (answer as { body: { plans: { installment: number }[] } }).body.plans.map((plan) => plan.installment)

test('a credit card has its bank, its program, and the plans of the account that takes it', async () => {
  const plan = (installment: number, commisionFee: number, isDefault = false) => {
    return { id: expect.any(Number), installment, commisionFee, isDefault }
  }
  const plans = [plan(1, 0, true), plan(3, 4.5), plan(6, 9)]
  expect(await ask(axess)).toEqual({
    ok: true,
    body: {
      bank: {
        name: 'Akbank',
        family: 'Axess',
        organization: 'VISA',
        cardType: 'credit',
        isCommercial: false,
        logo: null,
        image: null,
        posPlans: { '1': plans[0], '3': plans[1], '6': plans[2] },
      },
      plans,
      keeper: null,
    },
  })
})

test.each([
  ['debit', '01610299', { cardType: 'debit', organization: 'TROY' }],
  ['unknown', '37828224', { cardType: 'unknown', organization: 'AMEX', name: '' }],
])('a card that is %s has the single payment only', async (_what, binNumber, bank) => {
  const answer = await ask({ binNumber })
  expect(answer).toMatchObject({ body: { bank, plans: [{ installment: 1, isDefault: true }] } })
  expect(installments(answer)).toEqual([1])
})

describe('access to the installment tables', () => {
  test('is given to dealers and holders of an open link', async () => {
    expect(await ask(axess, null)).toMatchObject({ code: 'not_signed_in' })
    expect(await ask(axess, admin)).toMatchObject({ code: 'admin_not_allowed' })
    expect(
      await ask({ ...axess, type: 'order' }, { ...dealer, permissions: new Set<Permission>(['pay']) }),
    ).toMatchObject({
      code: 'no_order_right',
    })
    expect(await ask({ ...axess, link: 'open' }, null)).toMatchObject({ ok: true })
    expect(await ask({ ...axess, link: 'other' }, null)).toMatchObject({ code: 'link_not_found' })
    expect(await ask({ ...axess, link: 'other' })).toMatchObject({ code: 'link_not_found' })
  })

  test.each(['4355084355084358', '435508435', '4355084', '', '4355 084', '4355084x', 43550843])(
    'refuses %j, which is not the start of a card number',
    async (binNumber) => {
      const answer = await ask({ binNumber })
      expect(answer).toMatchObject({ ok: false, code: 'validation_failed' })
      expect(JSON.stringify(answer)).not.toContain('4355')
    },
  )

  test('is limited to 30 lookups in ten minutes per payer, and to 150 per address', async () => {
    const codes = async (times: number, actor: Actor | null, address: string) => {
      const found = new Set<unknown>()
      for (let i = 0; i < times; i += 1) found.add(((await ask(axess, actor, address)) as { code?: string }).code)
      return [...found]
    }
    expect(await codes(30, dealer, '192.0.2.1')).toEqual([undefined])
    expect(await ask(axess)).toMatchObject({ code: 'too_many_attempts', facts: { seconds: 600 } })
    expect(await ask(axess, dealer, '192.0.2.2')).toMatchObject({ code: 'too_many_attempts' })
    for (let i = 1; i <= 5; i += 1) await codes(30, { ...dealer, userId: 1000 + i }, '192.0.2.3')
    expect(await ask(axess, { ...dealer, userId: 999 }, '192.0.2.3')).toMatchObject({ code: 'too_many_attempts' })
    moment = new Date(moment.getTime() + 600_000)
    expect(await ask(axess)).toMatchObject({ ok: true })
  })
})

test('limits apply to the server’s own amount of a cart or link, and to the typed amount of the account', async () => {
  await saveSetting(database.pool, 'installmentLimit', 1000)
  await store.refresh()
  expect(installments(await ask({ ...axess, type: 'order', amount: undefined }))).toEqual([1])
  expect(installments(await ask({ ...axess, link: 'open' }, null))).toEqual([1])
  amount = '1000.01'
  expect(installments(await ask({ ...axess, type: 'order' }))).toEqual([1, 3, 6])
  expect(installments(await ask({ ...axess, type: 'pay', amount: '1.000,00' }))).toEqual([1])
  expect(installments(await ask({ ...axess, type: 'pay', amount: '1.000,01' }))).toEqual([1, 3, 6])
  amount = null
  expect(installments(await ask({ ...axess, type: 'order' }))).toEqual([1, 3, 6])
})

test('dealers and holders of links get the tables of all banks', async () => {
  const list = (query: object, actor: Actor | null) =>
    calls.find('GET', '/api/catalog/installments')?.run({ query }, testContext({ actor }))
  const answer = { banks: [{ name: 'akbank', family: 'Axess' }, { name: 'garanti' }] }
  expect(await list({}, dealer)).toMatchObject({ ok: true, body: answer })
  expect(await list({ link: 'open' }, null)).toMatchObject({ ok: true, body: answer })
  expect(await list({}, null)).toMatchObject({ code: 'not_signed_in' })
  expect(await list({}, admin)).toMatchObject({ code: 'admin_not_allowed' })
})

test('returns card_payment_off if no account takes cards', async () => {
  await database.pool.execute('UPDATE pos_accounts SET is_active = false')
  expect(await ask(axess)).toMatchObject({ code: 'card_payment_off' })
})
