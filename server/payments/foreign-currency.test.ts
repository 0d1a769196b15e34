import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertDialectPos, insertDollarPos } from '#demo/trade/pos.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { demoBins, demoCardNumber } from '#server/sandbox-bank/demo-cards.ts'
import { dialects } from '#server/sandbox-bank/dialects/dialects.ts'
import type { Ledger } from '#server/sandbox-bank/ledger.ts'
import { receiptMailJob, sendReceipt } from '#server/statement/statement.ts'
import { openPayingShop, type PayingShop, type StartRequest } from '#testing/paying-shop.ts'
import { codeOf, testSecret } from '#testing/shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
  await insertDialectPos(shop.database.pool, testSecret)
  await insertDollarPos(shop.database.pool, testSecret)
})
afterAll(() => shop.close())
// Repeated declines delay further attempts, so every payment gets a day of its own.
beforeEach(() => shop.wait(2 * 86_400))

const db = () => shop.database.pool
/** Opens accounts, each for all cards in its currency. */
async function open(codes: Readonly<Record<string, string>>): Promise<void> {
  await db().execute('UPDATE pos_accounts SET is_active = false, is_default = false')
  for (const [code, currency] of Object.entries(codes)) {
    const sql = 'UPDATE pos_accounts SET is_active = true, is_default = true, currency = $2 WHERE code = $1'
    await db().execute(sql, [code, currency])
  }
  // Facts about accounts are cached until the settings change: this waits for the new ones.
  await shop.setSetting('storeHours', randomUUID())
}
const both = { 'demo-arti': 'TRY', 'demo-dolar': 'USD' }

let serial = 0
function cardOf(last4 = '0000', bin: string = demoBins.arti.bin) {
  serial += 1
  return { ccno: demoCardNumber(bin, last4, serial), ccv: '123', expiry: '12/39', holder: 'DENEME KARTI' }
}
async function letTimePass(): Promise<void> {
  for (const seconds of [6, 11, 16, 31, 31, 61, 61, 91, 121, 181, 301, 901, 3601, 3601]) {
    shop.wait(seconds)
    await shop.runJobs()
  }
}
const pay = async (request: StartRequest, last4?: string) => {
  const { reference, started } = await shop.pay(cardOf(last4), { amount: '250.00', ...request })
  expect(started).toMatchObject({ status: 200 })
  return reference
}
const accountOf = (currency: string) =>
  db().one<{ balance: string }>('SELECT balance FROM dealer_balances WHERE dealer_id = $1 AND currency = $2', [
    shop.dealer.dealer?.id,
    currency,
  ])
const movementsOf = (reference: string) =>
  db().query<{ debit: string; credit: string; currency: string }>(
    'SELECT debit, credit, currency FROM account_movements WHERE document_no = $1 ORDER BY id',
    [reference],
  )

describe('a payment into the account in dollars', () => {
  test('is charged, credited, listed, mailed and refunded in dollars; the lira account does not change', async () => {
    await open(both)
    const before = await accountOf('TRY')
    const reference = await pay({ currency: 'USD' })
    const payment = await shop.paymentOf(reference)
    expect(payment).toMatchObject({ state: 'captured', amount: '250.00' })
    expect(await movementsOf(reference)).toEqual([{ debit: '0.00', credit: '250.00', currency: 'USD' }])
    expect(await accountOf('USD')).toEqual({ balance: '-250.00' })
    expect(await accountOf('TRY')).toEqual(before)

    const { sums, orders } = (await shop.app.inject(`/sandbox-bank/ledger?oid=${reference}`)).json<Ledger>()
    expect([sums.map(({ currency }) => currency), orders[0]?.balance]).toEqual([['USD'], '250.00'])
    const result = await shop.payer.send('GET', `/api/payment/${reference}`)
    expect(result.body).toMatchObject({ amount: 250, currency: 'USD', succeed: true })
    const list = await shop.staff.send('GET', `/yonetim/payments?q=${reference}`)
    expect(list.body).toMatchObject({ sums: [{ currency: 'USD', captured: 250, refunded: 0 }] })
    const sent: Mail[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(mail) }
    const jobs = await db().query<{ data: object }>('SELECT data FROM outbox WHERE name = $1', [receiptMailJob])
    for (const { data } of jobs) await sendReceipt({ pool: db(), mailer, publicUrl: '' }, data, 'k')
    expect(sent.at(-1)?.text).toContain('Karttan çekilen: $250,00')

    const refund = { amount: '100', key: 'refund-of-dollars', cause: 'İade' }
    const refunded = await shop.staff.send('POST', `/yonetim/payments/${payment.id}/refund`, { body: refund })
    expect(refunded.status).toBe(200)
    expect((await movementsOf(reference)).at(-1)).toEqual({ debit: '100.00', credit: '0.00', currency: 'USD' })
    expect(await accountOf('USD')).toEqual({ balance: '-150.00' })
  })

  test('is taken by accounts in dollars only, in a single payment, and is never converted', async () => {
    await open({ 'demo-arti': 'TRY' })
    expect(codeOf(await shop.start(cardOf(), { currency: 'USD' }))).toBe('card_payment_off')
    await open(both)
    expect(codeOf(await shop.start(cardOf(), { currency: 'EUR' }))).toBe('card_payment_off')
    expect(codeOf(await shop.start(cardOf(), { currency: 'USD', installment: 3 }))).toBe('installment_unknown')
    const lira = await pay({})
    expect(await movementsOf(lira)).toEqual([{ debit: '0.00', credit: '250.00', currency: 'TRY' }])
    await open({ 'demo-dolar': 'USD' })
    expect(codeOf(await shop.start(cardOf(), {}))).toBe('card_payment_off')
  })

  test('needs a second person for every refund, since the limit is in lira', async () => {
    await open(both)
    await shop.setSetting('refundsNeedTwoOver', 1_000_000)
    const { id } = await shop.paymentOf(await pay({ currency: 'USD' }))
    const body = { amount: '1', key: 'refund-that-waits', cause: '' }
    const asked = await shop.staff.send('POST', `/yonetim/payments/${id}/refund`, { body })
    expect(asked.body).toMatchObject({ refunded: 0, refunds: [{ state: 'waiting' }] })
    await shop.setSetting('refundsNeedTwoOver', 0)
  })

  test('pays chosen debts of the dollar account only', async () => {
    await open(both)
    const debt = async (currency: string) =>
      (
        await db().one<{ id: number }>(
          `INSERT INTO account_movements (dealer_id, posted_on, kind, debit, currency, reference, unpaid)
           VALUES ($1, '2026-01-05', 'invoice', 300, $2, 'BORC-' || $2, 300) RETURNING id`,
          [shop.dealer.dealer?.id, currency],
        )
      )?.id ?? 0
    const [dollars, liras] = [await debt('USD'), await debt('TRY')]
    const body = (debts: number[]) => ({
      ...cardOf(),
      type: 'pay',
      amount: '250.00',
      currency: 'USD',
      installment: 1,
      plan: null,
      debts,
    })
    expect(codeOf(await shop.payer.send('POST', '/api/payment/start', { body: body([liras]) }))).toBe('debts_changed')
    expect((await shop.payer.send('POST', '/api/payment/start', { body: body([dollars]) })).status).toBe(200)
  })
})

test('a payment link in dollars is paid into the dollar account', async () => {
  await open(both)
  await shop.setSetting('b2b_cari_odeme_baglantisi', '1')
  const created = await shop.payer.send('POST', '/api/payment-link', { body: { amount: '40', currency: 'USD' } })
  const link = (created.body as { link: string }).link.split('/').at(-1) ?? ''
  const shown = await shop.payer.send('GET', `/api/payment-link/${link}`)
  expect(shown.body).toMatchObject({ amount: 40, currency: 'USD', state: 'open' })
  const reference = await pay({ link, amount: '40.00' })
  expect(await movementsOf(reference)).toEqual([{ debit: '0.00', credit: '40.00', currency: 'USD' }])
  await open({ 'demo-arti': 'TRY' })
  const off = await shop.payer.send('POST', '/api/payment-link', { body: { amount: '40', currency: 'USD' } })
  expect(codeOf(off)).toBe('card_payment_off')
})

const dialectOf = (code: string) => dialects[code.slice('demo-'.length) as keyof typeof dialects]
/** Protocols with a code for dollars, by the demo's accounts. */
const codes = ['demo-arti', ...Object.keys(dialects).map((name) => `demo-${name}`)].filter(
  (code) => code !== 'demo-param',
)
/** Those whose return names the currency. */
const naming = codes.filter((code) => 'callback_currency' in (dialectOf(code)?.tampered ?? { callback_currency: '' }))

describe('each protocol', () => {
  async function payDollars(code: string, last4: string) {
    const dialect = dialectOf(code)
    const isHosted = dialect !== undefined && dialect.accounts.own_form === undefined
    await open({ [code]: 'USD' })
    // Some banks take dollars from foreign cards only.
    const card = cardOf(last4, demoBins.foreign.bin)
    const none = { ccno: '', ccv: '', expiry: '', holder: '' }
    const at = { card: { number: card.ccno, expiry: '12/39', cvc: '123' } }
    const request = { amount: '75.50', currency: 'USD' as const }
    const done = await shop.pay(isHosted ? none : card, { ...request, ...(isHosted && { at }) })
    expect(done.started).toMatchObject({ status: 200 })
    await letTimePass()
    const { orders } = (await shop.app.inject(`/sandbox-bank/ledger?oid=${done.reference}`)).json<Ledger>()
    return { payment: await shop.paymentOf(done.reference), order: orders[0], reference: done.reference }
  }

  test.each(codes)('takes dollars as dollars: %s', async (code) => {
    const { payment, order, reference } = await payDollars(code, '0000')
    expect(payment).toMatchObject({ state: 'captured', amount: '75.50' })
    expect(order).toMatchObject({ currency: 'USD', balance: '75.50' })
    expect(await movementsOf(reference)).toEqual([{ debit: '0.00', credit: '75.50', currency: 'USD' }])
  })

  test.each(naming)('does not accept a return in another currency: %s', async (code) => {
    const { payment, reference } = await payDollars(code, '1314')
    const events = await db().query<{ cause: string }>(
      'SELECT cause FROM payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.reference = $1',
      [reference],
    )
    expect(events.map(({ cause }) => cause)).toContain('callback_forged')
    // Where the bank may take the money itself, the inquiry finds it.
    expect(['expired', 'declined', 'captured']).toContain(payment.state)
    if (payment.state !== 'captured') expect(await movementsOf(reference)).toEqual([])
  })
})
