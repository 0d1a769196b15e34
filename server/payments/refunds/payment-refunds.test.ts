import { describe, expect, test } from 'vitest'
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
