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

export type TestLinks = {
  pool: TestDatabase['pool']
  driver: PaymentDriver
  /** A user of the test's own dealer. */
  actor: Actor
  /** The time of the store's clock. */
  moment: Date
  /** Whether an account takes cards. */
  hasPos: boolean
  set(key: string, value: unknown): Promise<void>
  call(name: string, input: object, actor?: Actor | null, locale?: 'tr' | 'en'): ReturnType<Call>
  create(body: object, actor?: Actor, locale?: 'tr' | 'en'): ReturnType<Call>
  find(token: string): ReturnType<Call>
  list(actor?: Actor): Promise<{ id: number; state: string }[]>
  /** Creates a link and returns its token; throws if it is refused. */
  made(body?: object): Promise<string>
  start(token: string | null): ReturnType<PaymentDriver['start']>
  /** Starts a payment of the link; throws if it is refused. */
  started(token: string): Promise<Started>
  /** Makes a whole payment of the link and returns its id. */
  pay(token: string): Promise<number>
}
type Call = NonNullable<ReturnType<Calls['find']>>['run']

/** Opens a store for the tests of a file, with a new dealer for each test. */
export function useTestLinks(): TestLinks {
  const opened = {} as { database: TestDatabase; store: Store; calls: Calls }
  const links = { moment: new Date(), hasPos: true } as TestLinks
  Object.assign(links, linkCalls(links, opened), linkPayments(links))
  beforeAll(async () => {
    // A command's pool waits longer for a connection: these tests compete for few connections, also on slow machines.
    opened.database = await createTestDatabase()
    const { pool } = opened.database
    const store = await createStore(pool)
    const now = () => links.moment
    const calls = new Calls()
    const foreignCards = [{ currency: 'USD' as const, hasForm: true }]
    const cardPayment = {
      facts: async () => ({ hasCardPayment: links.hasPos, hasCardForm: links.hasPos, foreignCards }),
    }
    registerPaymentLinks(calls, { pool, store, secret, publicUrl, now, cardPayment, sendsEmails: true })
    Object.assign(opened, { store, calls })
    links.pool = pool
    links.driver = await drivePayments({ pool, subjects: paymentSubjects({ store, now }), now })
  })
  beforeEach(async () => {
    links.moment = new Date()
    links.hasPos = true
    await links.pool.execute('DELETE FROM outbox')
    await links.set('b2b_cari_odeme_baglantisi', '1')
    links.actor = await addDealer(links.pool)
  })
  afterAll(async () => {
    expect(await findBroken(links.pool)).toEqual([])
    await opened.store.close()
    await opened.database.drop()
  })
  return links
}

type LinkCalls = Pick<TestLinks, 'set' | 'call' | 'create' | 'find' | 'list' | 'made'>

function linkCalls(links: TestLinks, opened: { store: Store; calls: Calls }): LinkCalls {
  const call: TestLinks['call'] = (name, input, actor = links.actor, locale = 'tr') => {
    const [method = '', path = ''] = name.split(' ')
    const registered = opened.calls.find(method, path)
    if (registered === undefined) throw new Error(`${name} is not registered.`)
    return registered.run(input, testContext({ actor, locale }))
  }
  const create: TestLinks['create'] = (body, actor, locale) =>
    call('POST /api/payment-link', { body }, actor ?? links.actor, locale)
  return {
    call,
    create,
    async set(key, value) {
      await saveSetting(links.pool, key, value)
      await opened.store.refresh()
    },
    find: (token) => call('GET /api/payment-link/:token', { params: { token } }, null),
    async list(actor) {
      const answer = await call('GET /api/payment-links', {}, actor ?? links.actor)
      return answer.ok ? (answer.body as { items: { id: number; state: string }[] }).items : []
    },
    async made(body = { amount: '100' }) {
      const answer = await create(body)
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      return (answer.body as { link: string }).link.replace(`${publicUrl}/payment/link/`, '')
    },
  }
}

function linkPayments(links: TestLinks): Pick<TestLinks, 'start' | 'started' | 'pay'> {
  const start: TestLinks['start'] = (linkToken) => links.driver.start('link', testContext(), { linkToken })
  const started: TestLinks['started'] = async (token) => {
    const answer = await start(token)
    if (!answer.ok) throw new Error(answer.code)
    return answer
  }
  return {
    start,
    started,
    async pay(token) {
      const { id } = await started(token)
      expect(await links.driver.confirm(id)).toBeNull()
      expect(await links.driver.capture(id)).toMatchObject({ kind: 'movement', attention: null })
      return id
    },
  }
}
