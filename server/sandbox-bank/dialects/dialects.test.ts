import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertDialectPos } from '#demo/trade/pos.ts'
import { demoBins, demoCardNumber } from '#server/sandbox-bank/demo-cards.ts'
import type { Ledger } from '#server/sandbox-bank/ledger.ts'
import { openPayingShop, type PayingShop } from '#testing/paying-shop.ts'
import { testSecret } from '#testing/shop.ts'
import type { TamperFault } from './dialect.ts'
import { dialects } from './dialects.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
  await insertDialectPos(shop.database.pool, testSecret)
})
afterAll(() => shop.close())
// Repeated declines delay further attempts, so every payment gets a day of its own; voids must not pass midnight.
beforeEach(() => {
  const morning = new Date(shop.now())
  morning.setUTCDate(morning.getUTCDate() + 2)
  morning.setUTCHours(6, 0, 0, 0)
  shop.wait((morning.getTime() - shop.now().getTime()) / 1000)
})

/** Makes an account the only one, for all cards. */
async function useOnly(code: string): Promise<void> {
  const { pool } = shop.database
  await pool.execute('UPDATE pos_accounts SET is_default = false, is_active = false')
  await pool.execute('UPDATE pos_accounts SET is_default = true, is_active = true WHERE code = $1', [code])
  await pool.execute("UPDATE cache_versions SET version = version + 1 WHERE name = 'settings'")
}

/** Runs due work at each inquiry, for longer than any of them or an open page lasts. */
async function letTimePass(): Promise<void> {
  for (const seconds of [6, 11, 16, 31, 31, 61, 61, 91, 121, 181, 301, 901, 3601, 3601]) {
    shop.wait(seconds)
    await shop.runJobs()
  }
}

async function atBank(reference: string): Promise<string | null> {
  const { orders } = (await shop.app.inject(`/sandbox-bank/ledger?oid=${reference}`)).json<Ledger>()
  return orders[0]?.balance ?? null
}

/** The cards whose return is changed, by what changes. */
const tamperingCards: Readonly<Record<TamperFault, string>> = {
  callback_amount: '1310',
  callback_oid: '1311',
  callback_installment: '1312',
  callback_clientid: '1313',
  callback_currency: '1314',
  callback_mdstatus: '1315',
  callback_md: '1316',
}

let serial = 0

describe.each(Object.values(dialects).map((dialect) => [dialect.name, dialect] as const))('%s', (name, dialect) => {
  const isHosted = dialect.accounts.own_form === undefined
  beforeAll(() => useOnly(`demo-${name}`))

  /** Pays 100.00 with the card of this ending, on the shop's page or, if the bank has its own, there. */
  async function pay(last4: string, installment = 1) {
    serial += 1
    const number = demoCardNumber(demoBins.arti.bin, last4, serial)
    const typed = { ccno: number, ccv: '123', expiry: '12/39', holder: 'DENEME KARTI' }
    const none = { ccno: '', ccv: '', expiry: '', holder: '' }
    const at = { card: { number, expiry: '12/39', cvc: '123' } }
    const done = await shop.pay(isHosted ? none : typed, { installment, ...(isHosted && { at }) })
    expect(done.started).toMatchObject({ status: 200 })
    await letTimePass()
    return { ...done, payment: await shop.paymentOf(done.reference), balance: await atBank(done.reference) }
  }

  test.each([
    ['pays', '0000', 'captured'],
    ['pays without a page', '1000', 'captured'],
    ['pays when the answer is lost', '1202', 'captured'],
    ['pays when the connection is cut', '1204', 'captured'],
    ['pays when the answer is half', '1209', 'captured'],
    ['pays when an error page comes', '1211', 'captured'],
    ['pays in ISO-8859-9', '1208', 'captured'],
    ['pays once when the return comes five times', '1302', 'captured'],
    ['pays when the inquiry is pending', '1401', 'captured'],
    ['pays when the inquiry knows of nothing', '1403', 'captured'],
    ['declines', '0051', 'declined'],
    ['declines without authentication', '1105', 'declined'],
    ['declines half an authentication', '1102', 'declined'],
  ])('%s (card %s)', async (_, last4, state) => {
    const { payment, balance } = await pay(last4)
    expect([payment.state, balance]).toEqual([state, state === 'captured' ? '100.00' : null])
  })

  const tampered = Object.entries(tamperingCards)
    .filter(([fault]) => fault in dialect.tampered)
    .map(([fault, last4]) => [fault, last4] as const)
  const unsigned =
    dialect.signature === null ? [] : [['callback_wrong_hash', '1304'] as const, ['callback_no_hash', '1305'] as const]
  test.each([...tampered, ...unsigned, ['callback_foreign', '1317'] as const])(
    'does not accept a return with %s (card %s)',
    async (fault, last4) => {
      const { payment, balance } = await pay(last4)
      // Where the bank takes the money itself, the inquiry finds it; where it asks the bank again, the bank declines.
      const open = fault === 'callback_mdstatus' ? ['expired', 'declined'] : ['expired']
      expect(balance === null ? open : ['captured']).toContain(payment.state)
    },
  )

  test.each([
    ['void', 'voided', '0000'],
    ['refund', 'refunded', '0000'],
    ['void', 'voided', '1503'],
    ['refund', 'refunded', '1504'],
  ] as const)('gives the money back: %s, %s (card %s)', async (kind, state, last4) => {
    const { payment, reference } = await pay(last4)
    const body = { key: `key-${reference}`, cause: '', ...(kind === 'refund' && { amount: '100.00' }) }
    await shop.staff.send('POST', `/yonetim/payments/${payment.id}/${kind}`, { body })
    await letTimePass()
    expect([(await shop.paymentOf(reference)).state, await atBank(reference)]).toEqual([state, '0.00'])
  })

  test('pays in twelve installments', async () => {
    const { payment, balance } = await pay('0000', 12)
    expect([payment.state, balance]).toEqual(['captured', payment.amount])
  })
})
