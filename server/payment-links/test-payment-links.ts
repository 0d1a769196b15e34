import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { findBroken } from '#faults/invariants.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { paymentSubjects } from '#server/shop/payment-subjects.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { drivePayments, type PaymentDriver, type Started } from '#testing/payments.ts'
import { registerPaymentLinks } from './payment-links.ts'

export const secret = 'a secret of at least thirty-two letters'
export const publicUrl = 'https://toptan.example'
export const day = 86_400_000
/** What the tests control: the time, and whether an account takes cards. */
export const given = { moment: new Date(), hasPos: true }

export let pool: TestDatabase['pool']
let database: TestDatabase
let store: Store
let calls: Calls
export let driver: PaymentDriver
export let actor: Actor

/** Opens a store for the tests of a file, with a new dealer for each test. */
export function useTestLinks(): void {
  beforeAll(async () => {
    // A command's pool waits longer for a connection: these tests compete for few connections, also on slow machines.
    database = await createTestDatabase({ role: 'command' })
    pool = database.pool
    store = await createStore(pool)
    const now = () => given.moment
    calls = new Calls()
    const cardPayment = { hasActivePos: async () => given.hasPos }
    registerPaymentLinks(calls, { pool, store, secret, publicUrl, now, cardPayment })
    driver = await drivePayments({ pool, subjects: paymentSubjects({ store, now }), now })
  })
  beforeEach(async () => {
    given.moment = new Date()
    given.hasPos = true
    await pool.execute('DELETE FROM outbox')
    await set('b2b_cari_odeme_baglantisi', '1')
    actor = await addDealer(pool)
  })
  afterAll(async () => {
    expect(await findBroken(pool)).toEqual([])
    await store.close()
    await database.drop()
  })
}

export async function set(key: string, value: unknown): Promise<void> {
  await saveSetting(pool, key, value)
  await store.refresh()
}

export const call = (name: string, input: object, who: Actor | null = actor, locale: 'tr' | 'en' = 'tr') => {
  const [method = '', path = ''] = name.split(' ')
  const found = calls.find(method, path)
  if (found === undefined) throw new Error(`${name} is not registered.`)
  return found.run(input, testContext({ actor: who, locale }))
}
export const create = (body: object, who = actor, locale: 'tr' | 'en' = 'tr') =>
  call('POST /api/payment-link', { body }, who, locale)
export const look = (token: string) => call('GET /api/payment-link/:token', { params: { token } }, null)
export const list = async (who = actor) => {
  const answer = await call('GET /api/payment-links', {}, who)
  return answer.ok ? (answer.body as { items: { id: number; state: string }[] }).items : []
}

export async function made(body: object = { amount: '100' }): Promise<string> {
  const answer = await create(body)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return (answer.body as { link: string }).link.replace(`${publicUrl}/payment/link/`, '')
}

export const start = (linkToken: string | null) => driver.start('link', testContext(), { linkToken })
export async function started(token: string): Promise<Started> {
  const answer = await start(token)
  if (!answer.ok) throw new Error(answer.code)
  return answer
}
export async function pay(token: string): Promise<number> {
  const { id } = await started(token)
  expect(await driver.confirm(id)).toBeNull()
  expect(await driver.capture(id)).toMatchObject({ kind: 'movement', attention: null })
  return id
}
