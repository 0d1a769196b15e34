import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertDialectPos } from '#demo/trade/pos.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { type BankReturn, payAtBank } from '#server/sandbox-bank/test-payer.ts'
import { openPayingShop, type PayingShop, useOnlyPos } from '#testing/paying-shop.ts'
import { testSecret } from '#testing/shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
  await insertDialectPos(shop.database.pool, testSecret)
})
afterAll(() => shop.close())
beforeEach(() => shop.wait(2 * 86_400))

/** Pays at the account and comes back with the bank's fields in the address. */
async function returnByGet(code: string, isHosted: boolean, change: (fields: BankReturn['fields']) => void = () => {}) {
  await useOnlyPos(shop, code)
  const typed = uniqueCard()
  const none = { ccno: '', ccv: '', expiry: '', holder: '' }
  const started = await shop.start(isHosted ? none : typed)
  const { reference, step } = started.body as { reference: string; step: Parameters<typeof payAtBank>[1] }
  const card = { number: typed.ccno, expiry: typed.expiry, cvc: typed.ccv }
  const back = await payAtBank(shop.app, step, isHosted ? { card } : {})
  change(back.fields)
  const url = `${new URL(back.url).pathname}?${new URLSearchParams(back.fields).toString()}`
  const answer = await shop.app.inject(url)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toMatch(/^\/payment\/result\?token=/)
  return { reference, url }
}

const stateOf = async (reference: string) => (await shop.paymentOf(reference)).state

test.each([
  ['payflex', true],
  ['craftgate', false],
  ['ccpayment', false],
] as const)('a return by GET is read at once where the protocol has one (%s)', async (name, isHosted) => {
  const { reference, url } = await returnByGet(`demo-${name}`, isHosted)
  expect(await stateOf(reference)).toBe('captured')
  await Promise.all([shop.app.inject(url), shop.app.inject(url)])
  expect(await shop.paymentOf(reference)).toMatchObject({ state: 'captured', refunded: '0.00' })
})

test('a forged return by GET changes nothing', async () => {
  const { reference } = await returnByGet('demo-craftgate', false, (fields) => {
    for (const field of fields) if (field[0] === 'hash') field[1] = '0'.repeat(64)
  })
  expect(await stateOf(reference)).toBe('redirected')
  const { pool } = shop.database
  const events = await pool.query<{ cause: string }>(
    'SELECT e.cause FROM payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.reference = $1',
    [reference],
  )
  expect(events.map(({ cause }) => cause)).toContain('callback_forged')
})

test('elsewhere a GET only leads to the result, whatever it contains', async () => {
  const { reference } = await returnByGet('demo-arti', false)
  expect(await stateOf(reference)).toBe('redirected')
})

test('a GET for an unknown payment leads to a result that shows nothing', async () => {
  const answer = await shop.app.inject(`/payment/callback/${'Z'.repeat(20)}?token=1`)
  expect(answer.statusCode).toBe(303)
})
