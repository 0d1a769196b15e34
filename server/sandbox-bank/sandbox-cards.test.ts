import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestCard } from '#server/payments/start/test-cards.ts'
import { groupCardNumber } from '#domain/payments/card.ts'
import { escapeHtml } from '#server/platform/email/escape-html.ts'
import { behaviorText } from '#server/sandbox-bank/pages/cards-page.ts'
import type { DemoBinName } from './demo-cards.ts'
import type { Ledger } from './ledger.ts'
import { listedCards, type ListedCard } from '#server/sandbox-bank/pages/listed-cards.ts'
import { insertDialectPos } from '#demo/trade/pos.ts'
import { openPayingShop, type PayingShop } from '#testing/paying-shop.ts'
import { openTestShop, testSecret } from '#testing/shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
  await insertDialectPos(shop.database.pool, testSecret)
})
afterAll(() => shop.close())
// Repeated declines delay further attempts, so every payment gets a day of its own.
beforeEach(() => shop.wait(2 * 86_400))

const cardOf = ({ number }: ListedCard): TestCard => ({
  ccno: number,
  ccv: number.length === 15 ? '1234' : '123',
  expiry: '12/39',
  holder: 'DENEME',
})

/** The bank's books for a payment. */
async function atBank(reference: string) {
  const { orders } = (await shop.app.inject(`/sandbox-bank/ledger?oid=${reference}`)).json<Ledger>()
  return orders[0]?.balance ?? null
}

/** Runs due work at each inquiry, for longer than any of them or an open page lasts. */
async function letTimePass() {
  for (const seconds of [6, 11, 16, 31, 31, 61, 61, 91, 121, 181, 301, 901, 3601, 3601]) {
    shop.wait(seconds)
    await shop.runJobs()
  }
}

async function paid(card: ListedCard, installment = 1) {
  const done = await shop.pay(cardOf(card), { installment })
  expect(done.started).toMatchObject({ status: 200 })
  await letTimePass()
  return { ...done, payment: await shop.paymentOf(done.reference), balance: await atBank(done.reference) }
}

const listed = listedCards()
const inGroup = (...groups: string[]) =>
  listed.filter(({ group }) => groups.includes(group)).map((card) => [card.behavior.name, card] as const)

test('the page lists every card with its behavior', async () => {
  const page = (await shop.app.inject({ url: '/sandbox-bank/cards?lang=en', headers: { accept: 'text/html' } })).body
  for (const card of listed) {
    expect(page).toContain(
      `<code>${groupCardNumber(card.number)}</code></td><td>${escapeHtml(behaviorText(card, 'en'))}`,
    )
    expect(behaviorText(card, 'tr')).not.toContain('sandbox.')
    expect(behaviorText(card, 'en')).not.toContain('sandbox.')
  }
  expect(new Set(listed.map(({ number }) => number)).size).toBe(listed.length)
})

test('production serves no sandbox bank', async () => {
  const live = await openTestShop({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://toptan.example' } })
  for (const url of ['/sandbox-bank', '/sandbox-bank/cards', '/sandbox-bank/ledger', '/sandbox-bank/3d/x']) {
    expect((await live.app.inject(url)).statusCode).toBe(404)
  }
  for (const url of ['/sandbox-bank/fim/est3Dgate', '/sandbox-bank/fim/api']) {
    expect((await live.app.inject({ method: 'POST', url })).statusCode).toBe(404)
  }
  await live.close()
})

test('the documentation lists the same cards', async () => {
  const text = await readFile(new URL('../../docs/payments.md', import.meta.url), 'utf8')
  for (const card of listed)
    expect(text).toContain(`| \`${groupCardNumber(card.number)}\` | ${behaviorText(card, 'en')} |`)
})

describe('kinds of cards', () => {
  const maxInstallments: Record<DemoBinName, number> = {
    arti: 12,
    commercial: 12,
    amex: 12,
    kule: 6,
    debit: 1,
    prepaid: 1,
    pusula: 1,
    cuzdan: 12,
    foreign: 1,
  }

  test.each(listed.filter(({ bin }) => bin !== undefined).map((card) => [card.bin as DemoBinName, card] as const))(
    '%s pays in as many installments as stated, and in no more',
    async (bin, card) => {
      const { payment, balance } = await paid(card, maxInstallments[bin])
      expect(payment.state).toBe('captured')
      expect(balance).toBe(payment.amount)
      shop.wait(86_400)
      const more = await shop.start(cardOf(card), {
        installment: maxInstallments[bin] === 12 ? 11 : maxInstallments[bin] + 1,
      })
      expect(more.status).toBe(maxInstallments[bin] === 12 ? 200 : 422)
    },
  )
})

describe('declines', () => {
  test.each(inGroup('declines').map(([, card]) => [card.behavior.code, card] as const))('%s', async (code, card) => {
    const { payment, balance } = await paid(card)
    expect([payment.state, payment.resultCode, balance]).toEqual(['declined', code, null])
  })
})

describe('authentication', () => {
  test.each(inGroup('authentication'))('%s', async (name, card) => {
    const { payment, balance } = await paid(card)
    expect([payment.state, balance]).toEqual(name === 'frictionless' ? ['captured', '100.00'] : ['declined', null])
  })
})

describe('capture, return and inquiry', () => {
  const nothing = new Set([
    'auth_silent_before',
    'auth_cut_before',
    'auth_500_before',
    'query_pending_nothing',
    'callback_missing',
  ])
  const forged = new Set(
    listed
      .map(({ behavior }) => behavior.name)
      .filter((name) => /^callback_(wrong|no|amount|oid|inst|client|curr|md|for)/.test(name)),
  )

  test.each(inGroup('provision', 'callback', 'inquiry'))('%s', async (name, card) => {
    const { payment, balance, statuses } = await paid(card)
    if (forged.has(name)) expect(statuses).toEqual([303])
    const isNothing = nothing.has(name) || forged.has(name)
    expect([payment.state, balance]).toEqual(isNothing ? ['expired', null] : ['captured', '100.00'])
    expect(payment.movementId === null).toBe(isNothing)
  })

  test('the card without installments pays at once only', async () => {
    const [, card] = inGroup('provision').find(([name]) => name === 'no_installments') ?? []
    const { payment, balance } = await paid(card as ListedCard, 3)
    expect([payment.state, payment.resultCode, balance]).toEqual(['declined', '12', null])
  })
})

describe('void and refund', () => {
  async function giveBack(card: ListedCard) {
    const { reference } = await shop.pay(cardOf(card))
    const { id } = await shop.paymentOf(reference)
    const send = async (kind: 'void' | 'refund') => {
      const body = { key: `key-${kind}-${id}`, cause: '', ...(kind === 'refund' && { amount: '100.00' }) }
      await shop.staff.send('POST', `/yonetim/payments/${id}/${kind}`, { body })
      await letTimePass()
      const [payment, balance] = [await shop.paymentOf(reference), await atBank(reference)]
      return [payment.state, balance]
    }
    return send
  }
  const cardNamed = (name: string) => listed.find(({ behavior }) => behavior.name === name) as ListedCard

  test('a refused void is followed by a refund', async () => {
    const send = await giveBack(cardNamed('void_refused'))
    expect(await send('void')).toEqual(['captured', '100.00'])
    expect(await send('refund')).toEqual(['refunded', '0.00'])
  })

  test('a card can refuse both void and refund', async () => {
    const send = await giveBack(cardNamed('refund_refused'))
    expect(await send('void')).toEqual(['captured', '100.00'])
    expect(await send('refund')).toEqual(['captured', '100.00'])
  })

  test('a void with a lost answer is found by the inquiry', async () => {
    const send = await giveBack(cardNamed('void_cut_after'))
    expect(await send('void')).toEqual(['voided', '0.00'])
  })

  test('a refund with a lost answer is found by the inquiry', async () => {
    const send = await giveBack(cardNamed('refund_cut_after'))
    expect(await send('refund')).toEqual(['refunded', '0.00'])
  })
})

describe('a bank that takes the card on its own page', () => {
  beforeAll(async () => {
    await shop.database.pool.execute(
      "UPDATE pos_accounts SET is_active = (code = 'demo-pusula'), is_default = (code = 'demo-pusula')",
    )
    await shop.database.pool.execute("UPDATE cache_versions SET version = version + 1 WHERE name = 'settings'")
  })
  const noCard = { ccno: '', ccv: '', expiry: '', holder: '' }
  const typed = (last4: string) => {
    const { number } = listed.find((card) => card.number.endsWith(last4)) as ListedCard
    return { card: { number, expiry: '12/39', cvc: '123' } }
  }

  test.each([
    ['pays', '1204', 'captured', '100.00'],
    ['declines', '0051', 'declined', null],
    ['keeps the money if the window is closed', '1306', 'captured', '100.00'],
    ['returns five times at once', '1302', 'captured', '100.00'],
  ])('%s', async (_, last4, state, balance) => {
    const { reference, started } = await shop.pay(noCard, { at: typed(last4) })
    expect(started).toMatchObject({ status: 200 })
    await letTimePass()
    expect([(await shop.paymentOf(reference)).state, await atBank(reference)]).toEqual([state, balance])
  })
})
