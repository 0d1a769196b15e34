import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentDetail } from '#contract/admin/payments.ts'
import { addAdmin, stockOf } from '#testing/store-rows.ts'
import { runPaymentJobs } from '#server/payments/payments.ts'
import { returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  payAtBankPage,
  bankOf,
  captured,
  letTimePass,
  pay,
  paymentOf,
  setFault,
  useCardShop,
} from '#testing/card-shop.ts'
import { codeOf } from '#testing/shop.ts'

const current = useCardShop()

describe('voids and refunds of a payment', () => {
  const admin = async () => current.card.shop.signedIn(await addAdmin(current.card.pool))
  const key = 'refund-key-1'

  test('a void on the same day returns the whole amount, cancels the order and restores its stock', async () => {
    const reference = await pay(current.card, current.buyer)
    const { id } = await paymentOf(current.card, reference)
    const answer = await (await admin()).send('POST', `/yonetim/payments/${id}/void`, { body: { key, cause: 'İade' } })
    expect(answer.body).toMatchObject({ state: 'voided', refunded: 100, refundable: 0, mayVoid: false })
    expect(await bankOf(current.card, reference)).toEqual({ sales: 1, balance: '0.00' })
    expect(await stockOf(current.card.pool, current.buyer.product.id)).toBe(1000)
  })

  test('partial refunds are possible up to the total', async () => {
    const staff = await admin()
    const reference = await pay(current.card, current.buyer)
    const { id } = await paymentOf(current.card, reference)
    const refund = (amount: string, key: string) =>
      staff.send('POST', `/yonetim/payments/${id}/refund`, { body: { key, amount } })
    expect((await refund('30,00', 'refund-30')).body).toMatchObject({
      state: 'partially_refunded',
      refunded: 30,
      refundable: 70,
    })
    // The same key is the same refund.
    expect((await refund('30,00', 'refund-30')).body).toMatchObject({ refunded: 30 })
    expect(codeOf(await refund('40,00', 'refund-30'))).toBe('idempotency_mismatch')
    expect(codeOf(await refund('70,01', 'refund-7001'))).toBe('refund_too_much')
    expect(codeOf(await staff.send('POST', `/yonetim/payments/${id}/void`, { body: { key: 'void-late' } }))).toBe(
      'refund_not_possible',
    )
    expect((await refund('70', 'refund-70')).body).toMatchObject({ state: 'refunded', refunded: 100, refundable: 0 })
    expect(codeOf(await refund('0,01', 'refund-more'))).toBe('refund_not_possible')
    expect(codeOf(await refund('0', 'refund-none'))).toBe('amount_invalid')
    expect(await bankOf(current.card, reference)).toEqual({ sales: 1, balance: '0.00' })
  })

  test('ten concurrent refunds with different keys never exceed the total', async () => {
    const staff = await admin()
    const reference = await pay(current.card, current.buyer)
    const { id } = await paymentOf(current.card, reference)
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        staff.send('POST', `/yonetim/payments/${id}/refund`, { body: { key: `refund-many-${i}`, amount: 30 } }),
      ),
    )
    const { refunded } = await paymentOf(current.card, reference)
    expect(Number(refunded)).toBeLessThanOrEqual(100)
    expect((await bankOf(current.card, reference)).balance).toBe((100 - Number(refunded)).toFixed(2))
  })

  test('a payment whose void is refused after the bank’s day ended can be refunded the next day', async () => {
    const staff = await admin()
    const reference = await pay(current.card, current.buyer)
    const { id } = await paymentOf(current.card, reference)
    await setFault(current.card, 'void_refused', reference)
    expect(codeOf(await staff.send('POST', `/yonetim/payments/${id}/void`, { body: { key } }))).toBe('refund_refused')
    current.card.clock.pass(86_400)
    expect(codeOf(await staff.send('POST', `/yonetim/payments/${id}/void`, { body: { key: 'void-next-day' } }))).toBe(
      'refund_not_possible',
    )
    const answer = await staff.send('POST', `/yonetim/payments/${id}/refund`, {
      body: { key: 'refund-next-day', amount: 100 },
    })
    expect(answer.body).toMatchObject({ state: 'refunded' })
  })

  test.each(['refund_cut_after', 'refund_cut_before'] as const)(
    '%s: the refund is unknown and blocks a second one until the inquiry finds its outcome',
    async (fault) => {
      const staff = await admin()
      const reference = await pay(current.card, current.buyer)
      const { id } = await paymentOf(current.card, reference)
      await setFault(current.card, fault, reference)
      const refund = (key: string) =>
        staff.send('POST', `/yonetim/payments/${id}/refund`, { body: { key, amount: 40 } })
      const first = await refund('refund-cut')
      expect(first.body).toMatchObject({ refunds: [{ state: 'unknown' }], refundable: 0 })
      expect(codeOf(await refund('refund-second'))).toBe('refund_pending')
      // The bank may be slow: for minutes, a refund that it does not know of yet may still be made.
      await letTimePass(current.card, 300)
      if (fault === 'refund_cut_before') expect(codeOf(await refund('refund-early'))).toBe('refund_pending')
      await letTimePass(current.card, 3300)
      const isDone = fault === 'refund_cut_after'
      expect(await paymentOf(current.card, reference)).toMatchObject({ refunded: isDone ? '40.00' : '0.00' })
      expect(await bankOf(current.card, reference)).toEqual({ sales: 1, balance: isDone ? '60.00' : '100.00' })
      await refund('refund-third')
      expect((await bankOf(current.card, reference)).balance).toBe(isDone ? '20.00' : '60.00')
    },
  )

  test('unwanted money whose void is refused is refunded automatically', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_cut_after', reference)
    await returnToShop(current.card.app, back)
    // No inquiry finds it, the attempt expires, another attempt pays for the cart; then the bank reports the money.
    await setFault(current.card, 'query_unknown', reference, 23)
    await letTimePass(current.card, 3 * 3600)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired' })
    const second = await pay(current.card, current.buyer)
    await setFault(current.card, 'void_refused', reference)
    const staff = await admin()
    const { id } = await paymentOf(current.card, reference)
    await staff.send('POST', `/yonetim/payments/${id}/inquire`)
    await runPaymentJobs(current.card.payments)
    expect(await paymentOf(current.card, reference)).toMatchObject({
      state: 'refunded',
      attention: 'paid_twice',
      order_id: null,
    })
    expect(await paymentOf(current.card, second)).toMatchObject(captured)
    expect([(await bankOf(current.card, reference)).balance, (await bankOf(current.card, second)).balance]).toEqual([
      '0.00',
      '100.00',
    ])
  })

  test('money found after expiry makes the order if nothing else has paid for it', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_cut_after', reference)
    await setFault(current.card, 'query_unknown', reference, 23)
    await returnToShop(current.card.app, back)
    await letTimePass(current.card, 3 * 3600)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
    const { id } = await paymentOf(current.card, reference)
    await (await admin()).send('POST', `/yonetim/payments/${id}/inquire`)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
  })
})

describe('with a limit for refunds by one person', () => {
  beforeAll(() => current.card.shop.setSetting('refundsNeedTwoOver', 50))
  afterAll(() => current.card.shop.setSetting('refundsNeedTwoOver', 0))
  const admin = async () => current.card.shop.signedIn(await addAdmin(current.card.pool))
  const paid = async () => {
    const reference = await pay(current.card, current.buyer)
    return { reference, url: `/yonetim/payments/${(await paymentOf(current.card, reference)).id}` }
  }
  const waitingIn = ({ body }: { body: unknown }) =>
    (body as PaymentDetail).refunds.find(({ state }) => state === 'waiting')?.id ?? expect.fail()

  test('a refund waits once the sum passes it, blocks others, and is sent when a second person approves', async () => {
    const [first, second] = [await admin(), await admin()]
    const { reference, url } = await paid()
    const refund = (amount: string) =>
      first.send('POST', `${url}/refund`, { body: { key: `refund-${reference}-${amount}`, amount } })
    expect((await refund('50,00')).body).toMatchObject({ refunded: 50 })
    // Parts count together: a limit cannot be passed in small steps.
    const asked = await refund('0,01')
    expect(asked.body).toMatchObject({ refunded: 50, refundable: 0, attention: 'refund_waiting' })
    expect(codeOf(await refund('1,00'))).toBe('refund_pending')
    expect((await bankOf(current.card, reference)).balance).toBe('50.00')
    await letTimePass(current.card, 7200)
    expect((await bankOf(current.card, reference)).balance).toBe('50.00')
    const decision = `${url}/refunds/${waitingIn(asked)}`
    expect(codeOf(await first.send('POST', `${decision}/approve`, { body: {} }))).toBe('second_person_needed')
    const approvals = await Promise.all([1, 2].map(() => second.send('POST', `${decision}/approve`, { body: {} })))
    expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await bankOf(current.card, reference)).balance).toBe('49.99')
    const { body } = await first.send('GET', url)
    expect(body).toMatchObject({ refunded: 50.01, attention: null })
    expect((body as PaymentDetail).refunds.at(-1)).toMatchObject({ state: 'done', decidedBy: expect.any(String) })
  })

  test('a declined or withdrawn refund is not sent and makes room for another', async () => {
    const [first, second] = [await admin(), await admin()]
    const { reference, url } = await paid()
    const ask = (key: string) => first.send('POST', `${url}/refund`, { body: { key, amount: '60' } })
    const declined = `${url}/refunds/${waitingIn(await ask('refund-declined'))}`
    expect((await second.send('POST', `${declined}/decline`, { body: {} })).body).toMatchObject({ refundable: 100 })
    expect(codeOf(await second.send('POST', `${declined}/approve`, { body: {} }))).toBe('refund_decided')
    const withdrawn = `${url}/refunds/${waitingIn(await ask('refund-withdrawn'))}`
    expect((await first.send('POST', `${withdrawn}/decline`, { body: {} })).status).toBe(200)
    expect((await bankOf(current.card, reference)).balance).toBe('100.00')
  })

  test('a void counts with the whole amount, and cannot be approved after the bank’s day', async () => {
    const [first, second] = [await admin(), await admin()]
    const { url } = await paid()
    const asked = await first.send('POST', `${url}/void`, { body: { key: 'void-waits' } })
    const decision = `${url}/refunds/${waitingIn(asked)}`
    current.card.clock.pass(86_400)
    expect(codeOf(await second.send('POST', `${decision}/approve`, { body: {} }))).toBe('refund_not_possible')
    expect((await second.send('POST', `${decision}/decline`, { body: {} })).body).toMatchObject({ refundable: 100 })
  })

  test('the database accepts no approval by the requester', async () => {
    const first = await admin()
    const { url } = await paid()
    const id = waitingIn(await first.send('POST', `${url}/refund`, { body: { key: 'refund-own', amount: '60' } }))
    const approve = "UPDATE payment_refunds SET state = 'requested', decided_by = requested_by WHERE id = $1"
    await expect(current.card.pool.execute(approve, [id])).rejects.toThrow('payment_refunds_second_person')
  })
})
