import { describe, expect, test } from 'vitest'
import {
  addBuyer,
  bankOf,
  captured,
  letTimePass,
  eventsOf,
  once,
  openCardShop,
  pay,
  paymentOf,
  refillCart,
  useCardShop,
} from '#testing/card-shop.ts'

const current = useCardShop()

test('a card pays for a cart: one order, one capture, every transition recorded', async () => {
  const reference = await pay(current.card, current.buyer)
  expect(await paymentOf(current.card, reference)).toMatchObject({ ...captured, amount: '100.00' })
  expect(await bankOf(current.card, reference)).toEqual(once)
  expect(await eventsOf(current.card, reference)).toEqual([
    'created start',
    'created redirected start',
    'redirected authenticated callback_authenticated',
    'authenticated capturing capture',
    'capturing captured capture_approved',
  ])
})

test('six installments are charged with the fee of the server’s own plan, and the order has the amount without it', async () => {
  const reference = await pay(current.card, current.buyer, { body: { installment: 6 } })
  expect(await paymentOf(current.card, reference)).toMatchObject({ ...captured, amount: '106.40' })
  expect(await bankOf(current.card, reference)).toEqual({ sales: 1, balance: '106.40' })
  const { body } = await current.buyer.visitor.send('GET', `/api/payment/${reference}`)
  expect(body).toMatchObject({
    succeed: true,
    isPending: false,
    paymentType: 'order',
    amount: 106.4,
    baseAmount: 100,
    fee: 6.4,
    message: null,
    mailOrder: { installment: 6, installmentAmount: 17.73, expiryDate: '**/**', cardHolder: 'AYŞE YILMAZ' },
  })
  expect((body as { cardNumber: string }).cardNumber).toMatch(/^4999 90\*\* \*\*\*\* 0000$/)
})

describe('paying into the account', () => {
  test('makes one account entry without the fee, for any amount', async () => {
    const body = { type: 'pay', amount: '1.234,56', installment: 3 }
    const reference = await pay(current.card, current.buyer, { body })
    const payment = await paymentOf(current.card, reference)
    expect(payment).toMatchObject({ state: 'captured', order_id: null, movement_id: expect.any(Number) })
    const row = await current.card.pool.one('SELECT credit FROM account_movements WHERE id = $1', [payment.movement_id])
    expect(row).toEqual({ credit: '1234.56' })
    await refillCart(current.card, current.buyer)
  })
})

test('a listening shop reaches its own sandbox bank, and a cut connection leaves the outcome unknown', async () => {
  const wired = await openCardShop({ isWired: true })
  const first = await addBuyer(wired)
  expect(await paymentOf(wired, await pay(wired, first))).toMatchObject(captured)
  const second = await addBuyer(wired)
  const reference = await pay(wired, second, { last4: '1204' })
  expect(await paymentOf(wired, reference)).toMatchObject({ state: 'unknown' })
  await letTimePass(wired, 5)
  expect(await paymentOf(wired, reference)).toMatchObject(captured)
  await wired.close()
})

test('metrics count the results of banks by protocol and step, and have no personal data', async () => {
  const { shop, app } = current.card
  const metricOf = async (line: string) => {
    const { body } = await app.inject('/metrics')
    return Number(
      body
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.slice(line.length) ?? 0,
    )
  }
  const resultsOf = (step: string, outcome: string) =>
    metricOf(`payment_gateway_results_total{gateway="nestpay",step="${step}",outcome="${outcome}"}`)
  const secondsOf = (step: string) => metricOf(`payment_gateway_seconds_count{gateway="nestpay",step="${step}"}`)
  const before = [await resultsOf('capture', 'captured'), await secondsOf('capture'), await resultsOf('start', 'ok')]
  const reference = await pay(current.card, current.buyer)
  const after = [await resultsOf('capture', 'captured'), await secondsOf('capture'), await resultsOf('start', 'ok')]
  expect(after).toEqual(before.map((count) => count + 1))
  const lost = await pay(current.card, await addBuyer(current.card), { last4: '1204' })
  expect(await resultsOf('capture', 'unknown')).toBeGreaterThan(0)
  current.card.clock.pass(3)
  expect(await metricOf('payments_unknown_oldest_seconds{gateway="nestpay"}')).toBe(3)
  expect(await metricOf('payments_unknown{gateway="nestpay"}')).toBe(1)
  await letTimePass(current.card, 10)
  expect(await paymentOf(current.card, lost)).toMatchObject(captured)
  expect(await metricOf('payments_unknown{gateway="nestpay"}')).toBe(0)
  const { text } = await (await shop.guest()).send('GET', '/metrics')
  for (const secret of [reference, lost, current.buyer.actor.email, '499990', '100.00'])
    expect(text).not.toContain(secret)
})
