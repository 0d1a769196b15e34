import { describe, expect, it } from 'vitest'
import type { CardStorage, CardToken } from './gateway.ts'
import { adapters, keeperOf } from './gateways.ts'
import { testPaytrBank } from './paytr/test-paytr-bank.ts'
import { card, charge, type Fault, type TestBank } from './test-bank.ts'
import { opened, outcomeOf, paid } from './test-bank-visit.ts'
import { variants } from './test-variants.ts'

const keeping = variants.filter(([, open]) => keeperOf(open().terms) !== null)

function storageOf(bank: TestBank): CardStorage {
  const { cards } = opened(bank)
  if (cards === undefined) throw new Error('The gateway keeps no cards.')
  return cards
}

/** Pays the charge with a start of its own; returns what the receipt says of the stored card. */
async function payBy(bank: TestBank, start: (cards: CardStorage) => ReturnType<CardStorage['startStored']>) {
  const gateway = opened(bank)
  const started = await start(storageOf(bank))
  if (!started.ok) throw new Error(`Not started: ${JSON.stringify(started)}`)
  const storedCharge = { ...charge, bankReference: started.bankReference ?? null }
  const callback = await bank.finish(started.step, '1')
  const result = await gateway.readCallback(callback, storedCharge)
  const outcome = await outcomeOf({
    gateway,
    bank,
    charge: storedCharge,
    callback,
    result,
    read: () => Promise.resolve(result),
  })
  if (outcome.kind !== 'captured') throw new Error(`Not captured: ${JSON.stringify(outcome)}`)
  return outcome.receipt.storedCard
}

/** Stores the card with a payment; returns its token. */
async function stored(bank: TestBank, userKey: string | null = null): Promise<CardToken> {
  const told = await payBy(bank, (cards) => cards.startAndStore(charge, card, userKey))
  if (told === undefined) throw new Error('No card was stored.')
  const found = await storageOf(bank).list(told.userKey)
  const last = found.ok ? found.cards.at(-1)?.cardToken : undefined
  return { userKey: told.userKey, cardToken: told.cardToken ?? last ?? '' }
}

it('is declared by the adapters of providers that keep cards, for their own form', () => {
  const names = Object.entries(adapters).filter(([, { keepsCards }]) => keepsCards !== undefined)
  expect(names.map(([name]) => name).toSorted()).toEqual(['craftgate', 'iyzico', 'paytr'])
  expect(keeping.map(([name]) => name).toSorted()).toEqual([
    'PayTR Direct API',
    'craftgate own_form',
    'iyzico 3dsecure',
  ])
  for (const [, open] of variants.filter((each) => !keeping.includes(each)))
    expect(opened(open()).cards).toBeUndefined()
})

describe.each(keeping)('card storage of %s', (_, open) => {
  it('is off for an account whose setting says so', () => {
    const bank = open()
    const settings = { ...bank.terms.settings, storedCards: 'off' }
    expect(opened({ ...bank, terms: { ...bank.terms, settings } }).cards).toBeUndefined()
  })

  it('stores the card of a paid payment, which the person’s list then has', async () => {
    const bank = open()
    const { userKey, cardToken } = await stored(bank)
    const found = await storageOf(bank).list(userKey)
    expect(found).toMatchObject({ ok: true, cards: [{ cardToken, last4: '4509' }] })
  })

  it('stores no card without being told to', async () => {
    const bank = open()
    expect((await paid(bank)).receipt.storedCard).toBeUndefined()
  })

  it('takes the payment of a merchant who may not store cards', async () => {
    const bank = open()
    bank.refusesCards = true
    expect(await payBy(bank, (cards) => cards.startAndStore(charge, card, null))).toBeUndefined()
    expect(bank.orders.get(charge.reference)).toMatchObject({ isPaid: true })
  })

  it('does not start again after a start without an answer', async () => {
    const bank = open()
    let calls = 0
    const http: TestBank['http'] = () => {
      calls += 1
      return Promise.resolve({ ok: false, reason: 'timeout' })
    }
    const started = await storageOf({ ...bank, http }).startAndStore({ ...charge, installment: 1 }, card, null)
    expect(calls).toBeLessThan(2)
    expect(started.ok || started.kind === 'unreachable').toBe(true)
  })

  it('knows no card under the key of another person', async () => {
    const bank = open()
    const { cardToken } = await stored(bank)
    const found = await storageOf(bank).list('somebody-else')
    expect(found).toEqual({ ok: true, cards: [] })
    const other = { userKey: 'somebody-else', cardToken, bin: '450803', cvc: '739' }
    expect(await storageOf(bank).startStored(charge, other)).toMatchObject({ ok: false, kind: 'unknown_card' })
  })

  it('removes a card once, and then refuses to start with it', async () => {
    const bank = open()
    const token = await stored(bank)
    expect(await storageOf(bank).remove(token)).toEqual({ ok: true })
    expect(await storageOf(bank).list(token.userKey)).toEqual({ ok: true, cards: [] })
    expect(await storageOf(bank).remove(token)).toEqual({ ok: true })
    const start = await storageOf(bank).startStored(charge, { ...token, bin: '450803', cvc: '739' })
    expect(start).toMatchObject({ ok: false, kind: 'unknown_card' })
  })

  it.each<[Fault, number]>([
    ['timeout_before', 1],
    ['timeout_after', 0],
    ['http_500', 0],
  ])('fails a removal with %s, which can be repeated', async (fault, left) => {
    const bank = open()
    const token = await stored(bank)
    bank.fault = fault
    const removal = await storageOf(bank).remove(token)
    expect(removal).toMatchObject({ ok: false })
    expect(JSON.stringify(removal)).not.toContain(token.cardToken)
    const found = await storageOf(bank).list(token.userKey)
    expect(found.ok ? found.cards.length : -1).toBe(left)
    expect(await storageOf(bank).remove(token)).toEqual({ ok: true })
  })

  it('does not take an unreadable answer for a removal', async () => {
    const bank = open()
    const token = await stored(bank)
    const page = { ok: true, status: 200, text: '<html><body>Hata</body>', contentType: 'text/html' } as const
    const cards = storageOf({ ...bank, http: () => Promise.resolve(page) })
    expect(await cards.remove(token)).toMatchObject({ ok: false })
    expect(await cards.list(token.userKey)).toMatchObject({ ok: false })
  })

  it('fails to list when the provider does not answer', async () => {
    const bank = open()
    const { userKey } = await stored(bank)
    bank.fault = 'timeout_before'
    expect(await storageOf(bank).list(userKey)).toMatchObject({ ok: false })
  })
})

describe('a payment with a stored card', () => {
  it.each(keeping)('starts at %s with its token, which no browser gets', async (_, open) => {
    const bank = open()
    const token = await stored(bank)
    // The next payment has the same order number.
    bank.orders.clear()
    const sent: string[] = []
    const http: TestBank['http'] = (request) => {
      sent.push(request.body ?? '')
      return bank.http(request)
    }
    const started = await storageOf({ ...bank, http }).startStored(charge, { ...token, bin: '450803', cvc: '739' })
    expect(sent.join()).toContain(token.cardToken)
    expect(sent.join()).not.toContain(card.number)
    expect(JSON.stringify(started)).not.toContain(token.cardToken)
    expect(JSON.stringify(started)).not.toContain(token.userKey)
    // The books of the sandbox know that the order number is paid.
    if (bank.terms.adapter === 'craftgate') expect(started).toMatchObject({ ok: false })
    else expect(started).toMatchObject({ ok: true, step: { kind: 'form' } })
  })

  it('asks for the security code that PayTR requires', async () => {
    const bank = testPaytrBank('own_form')
    const token = await stored(bank)
    const start = await storageOf(bank).startStored(charge, { ...token, bin: '450803', cvc: '' })
    expect(start).toEqual({ ok: false, kind: 'needs_cvc' })
  })
})
