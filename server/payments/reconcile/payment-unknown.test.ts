import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contract/shop/payments.ts'
import { stockOf } from '#testing/store-rows.ts'
import { type PaymentDeps, reconcile } from '#server/payments/payments.ts'
import { demoBins, demoCardNumber } from '#server/sandbox-bank/demo-cards.ts'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  payAtBankPage,
  bankOf,
  captured,
  letTimePass,
  nothing,
  once,
  pay,
  paymentOf,
  setFault,
  start,
  started,
  useCardShop,
} from '#testing/card-shop.ts'
import { codeOf } from '#testing/shop.ts'

const current = useCardShop()

describe('a capture without a known outcome', () => {
  test.each([
    'auth_cut_after',
    'auth_500_after',
    'auth_silent_after',
    'auth_garbled_after',
    'auth_html_after',
  ] as const)('%s: is unknown and never sent again, and the inquiry finds the money', async (fault) => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, fault, reference)
    await returnToShop(current.card.app, back)
    expect(await paymentOf(current.card, reference)).toMatchObject({
      state: 'unknown',
      stock_state: 'held',
      order_id: null,
    })
    // No second attempt is possible until then.
    expect(codeOf(await start(current.buyer))).toBe('payment_pending')
    await letTimePass(current.card, 5)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
    expect(await bankOf(current.card, reference)).toEqual(once)
  })

  test.each(['auth_cut_before', 'auth_500_before', 'auth_silent_before'] as const)(
    '%s: is inquired until the bank has had its time, then expires and releases its stock',
    async (fault) => {
      const stock = await stockOf(current.card.pool, current.buyer.product.id)
      const { reference, back } = await payAtBankPage(current.card, current.buyer)
      await setFault(current.card, fault, reference)
      await returnToShop(current.card.app, back)
      await letTimePass(current.card, 899)
      expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'unknown' })
      await letTimePass(current.card, 1)
      expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
      expect(await stockOf(current.card.pool, current.buyer.product.id)).toBe(stock)
      expect(await bankOf(current.card, reference)).toEqual(nothing)
      await pay(current.card, current.buyer)
    },
  )

  const silentCapture = async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_silent_before', reference)
    await returnToShop(current.card.app, back)
    return reference
  }
  const resultOf = async (reference: string) => {
    const { body } = await current.buyer.visitor.send('GET', `/api/payment/${reference}`)
    return body as PaymentResult
  }
  const cancel = (reference: string) =>
    current.buyer.visitor.send('POST', `/api/payment/${reference}/cancel`, { body: {} })

  test('tells its payer what the bank says and when it ends, and lets it pay again after two minutes', async () => {
    const started = current.card.clock.now.getTime()
    const reference = await silentCapture()
    const end = new Date(started + 900_000).toISOString()
    expect((await resultOf(reference)).inquiry).toMatchObject({ noneSince: null, endsAt: end, mayRelease: false })
    await letTimePass(current.card, 60)
    const asked = await resultOf(reference)
    const noneSince = new Date(started + 5_000).toISOString()
    expect(asked.inquiry).toMatchObject({ noneSince, endsAt: end, mayRelease: false })
    expect((await cancel(reference)).body).toEqual({ state: 'unknown' })
    await letTimePass(current.card, 65)
    expect((await resultOf(reference)).inquiry).toMatchObject({ mayRelease: true })
    expect((await cancel(reference)).body).toEqual({ state: 'expired' })
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
    expect(await resultOf(reference)).toMatchObject({
      isPending: false,
      inquiry: null,
      message: expect.stringContaining('bulamadı'),
    })
    await pay(current.card, current.buyer)
  })

  test('is not released while the bank does not answer', async () => {
    const reference = await silentCapture()
    await letTimePass(current.card, 150)
    const { send } = current.card.bankConnection
    current.card.bankConnection.send = async () => ({ ok: false, reason: 'timeout' })
    expect((await cancel(reference)).body).toEqual({ state: 'unknown' })
    current.card.bankConnection.send = send
    expect((await resultOf(reference)).inquiry).toMatchObject({ noneSince: null, mayRelease: false })
    await letTimePass(current.card, 900)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired' })
  })

  test('that was released is still inquired: money that the bank takes later is returned if something else was paid', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_silent_after', reference)
    // Six inquiries until then, and one when the payer asks.
    await setFault(current.card, 'query_unknown', reference, 7)
    await returnToShop(current.card.app, back)
    await letTimePass(current.card, 150)
    expect((await cancel(reference)).body).toEqual({ state: 'expired' })
    await pay(current.card, current.buyer)
    await letTimePass(current.card, 600)
    expect(await paymentOf(current.card, reference)).toMatchObject({
      state: 'voided',
      attention: 'paid_twice',
      order_id: null,
    })
    expect(await bankOf(current.card, reference)).toEqual({ sales: 1, balance: '0.00' })
  })

  test('is settled after three pending answers', async () => {
    const reference = await pay(current.card, current.buyer, { last4: '1401' })
    await letTimePass(current.card, 5 + 10 + 15)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'unknown' })
    await letTimePass(current.card, 30)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
  })

  test('stays unknown while the bank is down, and staff are notified after the last inquiry', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    const { send } = current.card.bankConnection
    let calls = 0
    current.card.bankConnection.send = async () => {
      calls += 1
      return { ok: false, reason: 'timeout' }
    }
    const [answer] = await returnToShop(current.card.app, back)
    expect(answer?.statusCode).toBe(303)
    const { body } = await current.buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({
      state: 'unknown',
      succeed: false,
      isPending: true,
      message: expect.stringContaining('sorgulanıyor'),
    })
    await letTimePass(current.card, 3 * 3600)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'unknown', attention: 'unknown_for_long' })
    // The capture once, then eleven inquiries in the first quarter of an hour and one each 15 min, 30 min and 1 h later.
    expect(calls).toBe(15)
    current.card.bankConnection.send = send
    await letTimePass(current.card, 86_400)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired' })
    expect(await bankOf(current.card, reference)).toEqual(nothing)
  })

  test('is settled at the third try if inserting the order fails twice', async () => {
    const { order } = current.card.payments.subjects
    const { settle } = order
    let failures = 2
    order.settle = (...args) => {
      failures -= 1
      return failures >= 0 ? Promise.reject(new Error('A table is full.')) : settle(...args)
    }
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    const [answer] = await returnToShop(current.card.app, back)
    expect(answer?.statusCode).toBe(303)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'capturing', order_id: null })
    await letTimePass(current.card, 60)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'capturing', attention: 'inquiry_failed' })
    await letTimePass(current.card, 60)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
    expect(await bankOf(current.card, reference)).toEqual(once)
    order.settle = settle
  })

  test('expires after 15 minutes if the browser is closed after the code, since nothing was captured', async () => {
    const { reference } = await payAtBankPage(current.card, current.buyer, { last4: '1306' })
    await letTimePass(current.card, 899)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'redirected' })
    await letTimePass(current.card, 1)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
  })
})

describe('money that differs from the request', () => {
  type Gateway = Awaited<ReturnType<PaymentDeps['gatewayOf']>>
  const receipt = { authCode: '1', bankReference: '2', transaction: '3' }
  const taken = { kind: 'captured' as const, amount: '100.00', refunded: '0', receipt }

  /** Runs `work` while the bank gives this answer for one payment. */
  const withInquiryAnswer = async (
    reference: string,
    answer: Awaited<ReturnType<Gateway['inquire']>>,
    work: () => Promise<unknown>,
  ) => {
    const { gatewayOf } = current.card.payments
    current.card.payments.gatewayOf = async (...args) => {
      const gateway = await gatewayOf(...args)
      const inquire: Gateway['inquire'] = async (charge, receipt) =>
        charge.reference === reference ? answer : gateway.inquire(charge, receipt)
      return { ...gateway, inquire }
    }
    await work()
    current.card.payments.gatewayOf = gatewayOf
  }
  const captureWithLostAnswer = async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_cut_after', reference)
    await returnToShop(current.card.app, back)
    return reference
  }

  test('another amount makes the order, and staff are notified', async () => {
    const reference = await captureWithLostAnswer()
    await withInquiryAnswer(reference, { ...taken, amount: '99.00' }, () => letTimePass(current.card, 5))
    expect(await paymentOf(current.card, reference)).toMatchObject({ ...captured, attention: 'amount_differs' })
  })

  test('an incomplete authentication returns the money, and staff are notified', async () => {
    const reference = await captureWithLostAnswer()
    await withInquiryAnswer(reference, { ...taken, unwanted: 'mdStatus 2' }, () => letTimePass(current.card, 5))
    await letTimePass(current.card, 60)
    expect(await paymentOf(current.card, reference)).toMatchObject({
      state: 'voided',
      attention: 'not_as_wanted',
      order_id: null,
      stock_state: 'released',
    })
    expect((await bankOf(current.card, reference)).balance).toBe('0.00')
  })

  test('money of a declined payment settles nothing, and staff are notified', async () => {
    const reference = await pay(current.card, current.buyer, { last4: '0051' })
    current.card.clock.pass(86_400)
    await withInquiryAnswer(reference, taken, () => reconcile(current.card.payments))
    expect(await paymentOf(current.card, reference)).toMatchObject({
      state: 'declined',
      attention: 'taken_after_decline',
      order_id: null,
    })
  })
})

describe('a bank that takes the money itself', () => {
  // Only one account can be the default.
  const use = async (mode: string, code: string) => {
    await current.card.pool.execute('UPDATE pos_accounts SET is_default = false')
    await current.card.pool.execute('UPDATE pos_accounts SET is_active = (mode = $1), is_default = (code = $2)', [
      mode,
      code,
    ])
  }
  beforeAll(() => use('hosted', 'demo-pusula'))
  afterAll(() => use('own_form', 'demo-arti'))
  const bare = { ccno: '', ccv: '', expiry: '', holder: '' }
  const payer = () => ({ card: { number: demoCardNumber(demoBins.pusula.bin, '0000'), expiry: '12/30', cvc: '123' } })

  test('takes the card on its page, and the card’s digits that it reports are stored', async () => {
    const reference = await pay(current.card, current.buyer, { body: bare }, payer())
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
    const { body } = await current.buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({ succeed: true, cardNumber: expect.stringContaining('4999') })
  })

  test('is inquired at once when its return cannot be verified, and the order is made', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer, { body: bare }, payer())
    const fields = back.fields.map(([name, value]): [string, string] => [name, name === 'mdStatus' ? '7' : value])
    await returnToShop(current.card.app, { ...back, fields })
    const flagged = { ...captured, attention: 'return_unverified' }
    expect(await paymentOf(current.card, reference)).toMatchObject(flagged)
    expect(await bankOf(current.card, reference)).toEqual(once)
  })

  test('does not claim that nothing was charged while the bank does not answer about such a return', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer, { body: bare }, payer())
    const { send } = current.card.bankConnection
    current.card.bankConnection.send = async () => ({ ok: false, reason: 'timeout' })
    await returnToShop(current.card.app, { ...back, fields: back.fields.filter(([name]) => name !== 'HASH') })
    const { body } = await current.buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({
      state: 'redirected',
      isPending: true,
      unverifiedReturn: 'checking',
      message: expect.not.stringContaining('çekilmedi'),
    })
    current.card.bankConnection.send = send
    await letTimePass(current.card, 60)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'captured' })
  })

  test('is inquired after one minute if the browser is closed, and the order is made', async () => {
    const { reference } = await payAtBankPage(current.card, current.buyer, { body: bare }, payer())
    expect(await bankOf(current.card, reference)).toEqual(once)
    await letTimePass(current.card, 60)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
  })

  test('returns money taken after the payer cancelled on the same day, and staff are notified', async () => {
    const first = await started(current.buyer, { body: bare })
    const cancelled = await current.buyer.visitor.send('POST', `/api/payment/${first.reference}/cancel`, { body: {} })
    expect(cancelled.body).toEqual({ state: 'cancelled' })
    const back = await payAtBank(current.card.app, first.step, payer())
    await returnToShop(current.card.app, back)
    await letTimePass(current.card, 60)
    expect(await paymentOf(current.card, first.reference)).toMatchObject({
      state: 'voided',
      attention: 'paid_after_cancel',
      order_id: null,
    })
    expect(await bankOf(current.card, first.reference)).toEqual({ sales: 1, balance: '0.00' })
  })

  test('is inquired for an hour after the payer abandoned its page, then the payment expires', async () => {
    const { reference } = await started(current.buyer, { body: bare })
    await letTimePass(current.card, 3599)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'redirected' })
    await letTimePass(current.card, 301)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired' })
  })
})
