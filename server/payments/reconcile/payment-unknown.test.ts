import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockOf } from '#testing/store-rows.ts'
import { type PaymentDeps, reconcileYesterday } from '#server/payments/payments.ts'
import { demoBins, demoCardNumber } from '#server/sandbox-bank/demo-cards.ts'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  payAtBankPage,
  bankOf,
  buyer,
  captured,
  card,
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

useCardShop()

describe('nobody knows whether the bank took the money', () => {
  test.each(['auth_cut_after', 'auth_500_after', 'auth_silent_after', 'auth_garbled_after'] as const)(
    '%s: unknown, never asked twice for the money; the inquiry finds it',
    async (fault) => {
      const { reference, back } = await payAtBankPage(card, buyer)
      await setFault(card, fault, reference)
      await returnToShop(card.app, back)
      expect(await paymentOf(card, reference)).toMatchObject({ state: 'unknown', stock_state: 'held', order_id: null })
      // No second attempt meanwhile.
      expect(codeOf(await start(buyer))).toBe('payment_pending')
      await letTimePass(card, 5)
      expect(await paymentOf(card, reference)).toMatchObject(captured)
      expect(await bankOf(card, reference)).toEqual(once)
    },
  )

  test.each(['auth_cut_before', 'auth_500_before', 'auth_silent_before'] as const)(
    '%s: asked until the bank has had its time, then the attempt is over and its stock free',
    async (fault) => {
      const stock = await stockOf(card.pool, buyer.product.id)
      const { reference, back } = await payAtBankPage(card, buyer)
      await setFault(card, fault, reference)
      await returnToShop(card.app, back)
      await letTimePass(card, 3600)
      expect(await paymentOf(card, reference)).toMatchObject({ state: 'unknown' })
      await letTimePass(card, 3600)
      expect(await paymentOf(card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
      expect(await stockOf(card.pool, buyer.product.id)).toBe(stock)
      expect(await bankOf(card, reference)).toEqual(nothing)
      await pay(card, buyer)
    },
  )

  test('an inquiry that says pending three times, then the truth', async () => {
    const reference = await pay(card, buyer, { last4: '1401' })
    await letTimePass(card, 5 + 15 + 60)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'unknown' })
    await letTimePass(card, 300)
    expect(await paymentOf(card, reference)).toMatchObject(captured)
  })

  test('a bank that is dead for the capture and every question: unknown, with staff told after the last of them', async () => {
    const { reference, back } = await payAtBankPage(card, buyer)
    const { send } = card.bankConnection
    let asked = 0
    card.bankConnection.send = async () => {
      asked += 1
      return { ok: false, reason: 'timeout' }
    }
    const [answer] = await returnToShop(card.app, back)
    expect(answer?.statusCode).toBe(303)
    const { body } = await buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({
      state: 'unknown',
      succeed: false,
      isPending: true,
      message: expect.stringContaining('sorgulanıyor'),
    })
    await letTimePass(card, 3 * 3600)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'unknown', attention: 'unknown_for_long' })
    // The capture once, then one question each after 5 s, 15 s, 1 min, 5 min, 15 min and 1 h.
    expect(asked).toBe(7)
    card.bankConnection.send = send
    await letTimePass(card, 86_400)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'expired' })
    expect(await bankOf(card, reference)).toEqual(nothing)
  })

  test('the order cannot be written twice over, though the bank took the money: it is written at the third try', async () => {
    const { order } = card.payments.subjects
    const { settle } = order
    let failures = 2
    order.settle = (...args) => {
      failures -= 1
      return failures >= 0 ? Promise.reject(new Error('A table is full.')) : settle(...args)
    }
    const { reference, back } = await payAtBankPage(card, buyer)
    const [answer] = await returnToShop(card.app, back)
    expect(answer?.statusCode).toBe(303)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'capturing', order_id: null })
    await letTimePass(card, 60)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'capturing', attention: 'inquiry_failed' })
    await letTimePass(card, 60)
    expect(await paymentOf(card, reference)).toMatchObject(captured)
    expect(await bankOf(card, reference)).toEqual(once)
    order.settle = settle
  })

  test('the browser is closed after the code: two steps take nothing, so the attempt expires after a quarter of an hour', async () => {
    const { reference } = await payAtBankPage(card, buyer, { last4: '1306' })
    await letTimePass(card, 899)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'redirected' })
    await letTimePass(card, 1)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
  })
})

describe('money that is found otherwise than it was asked for', () => {
  type Gateway = Awaited<ReturnType<PaymentDeps['gatewayOf']>>
  const receipt = { authCode: '1', bankReference: '2', transaction: '3' }
  const taken = { kind: 'captured' as const, amount: '100.00', refunded: '0', receipt }

  /** Does something while the bank says this of one payment. */
  const foundAs = async (
    reference: string,
    said: Awaited<ReturnType<Gateway['inquire']>>,
    work: () => Promise<unknown>,
  ) => {
    const { gatewayOf } = card.payments
    card.payments.gatewayOf = async (...asked) => {
      const gateway = await gatewayOf(...asked)
      const inquire: Gateway['inquire'] = async (charge, receipt) =>
        charge.reference === reference ? said : gateway.inquire(charge, receipt)
      return { ...gateway, inquire }
    }
    await work()
    card.payments.gatewayOf = gatewayOf
  }
  const lost = async () => {
    const { reference, back } = await payAtBankPage(card, buyer)
    await setFault(card, 'auth_cut_after', reference)
    await returnToShop(card.app, back)
    return reference
  }

  test('another amount: the order is made, and staff is told', async () => {
    const reference = await lost()
    await foundAs(reference, { ...taken, amount: '99.00' }, () => letTimePass(card, 5))
    expect(await paymentOf(card, reference)).toMatchObject({ ...captured, attention: 'amount_differs' })
  })

  test('with half an authentication: it goes back, and staff is told', async () => {
    const reference = await lost()
    await foundAs(reference, { ...taken, unwanted: 'mdStatus 2' }, () => letTimePass(card, 5))
    await letTimePass(card, 60)
    expect(await paymentOf(card, reference)).toMatchObject({
      ...{ state: 'voided', attention: 'not_as_wanted', order_id: null, stock_state: 'released' },
    })
    expect((await bankOf(card, reference)).balance).toBe('0.00')
  })

  test('of a payment that was declined: nothing is made of it, and staff is told', async () => {
    const reference = await pay(card, buyer, { last4: '0051' })
    card.clock.pass(86_400)
    await foundAs(reference, taken, () => reconcileYesterday(card.payments))
    expect(await paymentOf(card, reference)).toMatchObject({
      ...{ state: 'declined', attention: 'taken_after_decline', order_id: null },
    })
  })
})

describe('a bank that takes the money itself', () => {
  // One account is the default at a time.
  const use = async (mode: string, code: string) => {
    await card.pool.execute('UPDATE pos_accounts SET is_default = false')
    await card.pool.execute('UPDATE pos_accounts SET is_active = (mode = $1), is_default = (code = $2)', [mode, code])
  }
  beforeAll(() => use('hosted', 'demo-pusula'))
  afterAll(() => use('own_form', 'demo-arti'))
  const bare = { ccno: '', ccv: '', expiry: '', holder: '' }
  const payer = () => ({ card: { number: demoCardNumber(demoBins.pusula.bin, '0000'), expiry: '12/30', cvc: '123' } })

  test('the card is typed at the bank; what the bank tells of it is kept', async () => {
    const reference = await pay(card, buyer, { body: bare }, payer())
    expect(await paymentOf(card, reference)).toMatchObject(captured)
    const { body } = await buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({ succeed: true, cardNumber: expect.stringContaining('4999') })
  })

  test('browser closed after the bank took the money: asked from the first minute on, and the order is there', async () => {
    const { reference } = await payAtBankPage(card, buyer, { body: bare }, payer())
    expect(await bankOf(card, reference)).toEqual(once)
    await letTimePass(card, 60)
    expect(await paymentOf(card, reference)).toMatchObject(captured)
  })

  test('given up by the payer while the bank took the money: it goes back the same day, and staff is told', async () => {
    const first = await started(buyer, { body: bare })
    const cancelled = await buyer.visitor.send('POST', `/api/payment/${first.reference}/cancel`, { body: {} })
    expect(cancelled.body).toEqual({ state: 'cancelled' })
    const back = await payAtBank(card.app, first.step, payer())
    await returnToShop(card.app, back)
    await letTimePass(card, 60)
    expect(await paymentOf(card, first.reference)).toMatchObject({
      state: 'voided',
      attention: 'paid_after_cancel',
      order_id: null,
    })
    expect(await bankOf(card, first.reference)).toEqual({ sales: 1, balance: '0.00' })
  })

  test('left on the bank’s page: asked for an hour, then over', async () => {
    const { reference } = await started(buyer, { body: bare })
    await letTimePass(card, 3599)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'redirected' })
    await letTimePass(card, 301)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'expired' })
  })
})
