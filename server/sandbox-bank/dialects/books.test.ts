import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { demoBins, demoCardNumber } from '#server/sandbox-bank/demo-cards.ts'
import { setSandboxFault } from '#server/sandbox-bank/faults.ts'
import { type BankStore, databaseStore } from './bank-store.ts'
import { dataOf, LostRequest, openBooks } from './books.ts'
import type { Books, NewVisit } from './dialect.ts'
import { memoryStore } from './test-memory-store.ts'

const day = new Date('2026-11-21T09:00:00Z')
const nextDay = new Date('2026-11-22T09:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

let serial = 0
const visit = (last4 = '0000', change: Partial<NewVisit> = {}): NewVisit => {
  serial += 1
  const number = demoCardNumber(demoBins.arti.bin, last4, serial)
  const order = { oid: `ORDER${serial}`, amount: '100.25', currency: 'USD', installment: 1 } as const
  const addresses = { okUrl: 'https://shop.example/ok', failUrl: 'https://shop.example/fail' }
  const card = { number, cvc: '123', month: '12', year: '39' }
  return { ...order, ...addresses, lang: 'tr', card, takesMoney: false, ...change }
}

const stores: [string, () => BankStore][] = [
  ['in the database', () => databaseStore(database.pool)],
  ['in memory', () => memoryStore()],
]
describe.each(stores)('books %s', (_, openStore) => {
  const store = (() => {
    let opened: BankStore | undefined
    return () => (opened ??= openStore())
  })()
  const books = (now = day, clientId = '9909'): Books =>
    openBooks({ store: store(), dialect: 'posnet', clientId, now, onFault: () => {} })

  async function authenticated(bank: Books, asked: NewVisit) {
    const session = await bank.open(asked)
    const done = { state: 'done', md_status: '1' } as const
    await store().updateSession(session.id, done)
    return { ...session, ...done }
  }

  test('sell an order number once, also if its card was declined', async () => {
    for (const [last4, code] of [
      ['0000', '00'],
      ['0051', '51'],
    ] as const) {
      const session = await authenticated(books(), visit(last4))
      expect(await books().sell(session)).toMatchObject({ ok: true, made: { code, currency: 'USD', amount: '100.25' } })
      expect(await books().sell(session)).toEqual({ ok: false, reason: 'duplicate' })
    }
    const waiting = await books().open(visit())
    expect(await books().sell(waiting)).toEqual({ ok: false, reason: 'no_authentication' })
  })

  test('sell once for five concurrent requests', async () => {
    const session = await authenticated(books(), visit())
    const sold = await Promise.all(Array.from({ length: 5 }, () => books().sell(session)))
    expect(sold.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('void on the same day only, and refund up to the amount', async () => {
    const session = await authenticated(books(), visit())
    const { oid } = session
    expect(await books().giveBack(oid, 'void')).toEqual({ ok: false, reason: 'no_sale' })
    await books().sell(session)
    expect(await books(nextDay).giveBack(oid, 'void')).toEqual({ ok: false, reason: 'day_over' })
    const parts = await Promise.all(['60.00', '60.00'].map((part) => books(nextDay).giveBack(oid, 'refund', part)))
    expect(parts.map((part) => (part.ok ? 'ok' : part.reason)).toSorted()).toEqual(['ok', 'too_much'])
    expect(await books().giveBack(oid, 'refund', '0')).toEqual({ ok: false, reason: 'amount' })
    expect(await books().giveBack(oid, 'void')).toEqual({ ok: false, reason: 'no_sale' })
    expect(await books().find(oid)).toMatchObject({ kind: 'found', refunded: '60.00', sale: { amount: '100.25' } })
    const listed = await books().listed('2026-11-22')
    expect(listed.filter((row) => row.oid === oid)).toMatchObject([{ kind: 'refund', time: '2026-11-22 12:00:00' }])
  })

  test('are those of one merchant', async () => {
    const session = await authenticated(books(), visit())
    const sold = await books().sell(session)
    const others = books(day, '9908')
    for (const by of [{ id: session.id }, { proof: session.proof }, { oid: session.oid }]) {
      expect((await books().session(by))?.id).toBe(session.id)
      expect(await others.session(by)).toBeUndefined()
    }
    expect(await others.find(session.oid)).toEqual({ kind: 'none' })
    const hostRef = sold.ok ? sold.made.host_ref : ''
    expect(await books().saleOf(hostRef)).toMatchObject({ oid: session.oid })
    expect(await others.saleOf(hostRef)).toBeUndefined()
  })

  test('end a visit whose card is unusable or whose order number is paid, and store no card number', async () => {
    const wrong = await books().open(
      visit('0000', { card: { number: '4508034508034509', cvc: '1', month: '1', year: '1' } }),
    )
    expect(wrong).toMatchObject({ state: 'done', md_status: '7', card: null })
    const session = await authenticated(books(), visit())
    await books().sell(session)
    expect(await books().open(visit('0000', { oid: session.oid }))).toMatchObject({ md_error: 'duplicate' })
    expect(session.card).toBe('499990******0000')
  })

  test('keep the data of a session when the browser adds some', async () => {
    const session = await books().open(
      visit('0000', { okUrl: '', failUrl: '', data: { a: '1' }, proof: `TOKEN${serial}` }),
    )
    await books().change(session, { okUrl: 'https://shop.example/back', data: { b: '2' } })
    const changed = await books().session({ proof: session.proof })
    expect(changed).toMatchObject({ ok_url: 'https://shop.example/back', fail_url: '' })
    expect(dataOf(changed ?? session)).toEqual({ a: '1', b: '2' })
  })

  test('lose a request before its effect, and after three inquiries answer correctly', async () => {
    const lost = await authenticated(books(), visit('1203'))
    await expect(books().sell(lost)).rejects.toThrow(LostRequest)
    expect(await books().find(lost.oid)).toEqual({ kind: 'none' })
    const session = await authenticated(books(), visit('1401'))
    expect((await books().sell(session)).ok).toBe(true)
    const kinds: string[] = []
    for (let i = 0; i < 4; i += 1) kinds.push((await books().find(session.oid)).kind)
    expect(kinds).toEqual(['pending', 'pending', 'pending', 'found'])
  })
})

test('a fault that is switched on for an order number happens as often as it was set', async () => {
  const faults: string[] = []
  const bank = openBooks({
    store: databaseStore(database.pool),
    dialect: 'posnet',
    clientId: '9909',
    now: day,
    onFault: (fault) => faults.push(fault),
  })
  const { oid } = await bank.open(visit())
  await setSandboxFault(database.pool, { fault: 'query_unknown', oid, times: 2 })
  for (let i = 0; i < 3; i += 1) await bank.find(oid)
  expect(faults).toEqual(['query_unknown', 'query_unknown'])
})
