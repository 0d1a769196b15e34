import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  addBuyer,
  payAtBankPage,
  bankOf,
  captured,
  letTimePass,
  eventsOf,
  nothing,
  once,
  pay,
  paymentOf,
  setFault,
  started,
  useCardShop,
} from '#testing/card-shop.ts'
import { openTestShop } from '#testing/shop.ts'

const current = useCardShop()

/** What the result page shows after a return. */
async function resultOf(answer: LightMyRequestResponse | undefined): Promise<unknown> {
  expect(answer?.statusCode).toBe(303)
  const token = new URL(String(answer?.headers.location), 'http://shop').searchParams.get('token') ?? ''
  return (await current.card.app.inject({ url: '/api/payment/return', query: { token } })).json()
}

describe('a callback', () => {
  test('makes one order when it arrives twice, ten times at once, and again a day after the session ended', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await returnToShop(current.card.app, { ...back, times: 10 })
    await current.card.pool.execute('DELETE FROM sessions WHERE user_id = $1', [current.buyer.actor.userId])
    current.card.clock.pass(86_400)
    const [late] = await returnToShop(current.card.app, back)
    expect(late?.statusCode).toBe(303)
    expect(late?.headers.location).toMatch(/^\/payment\/result\?token=/)
    expect(await bankOf(current.card, reference)).toEqual(once)
    expect(
      (await eventsOf(current.card, reference)).filter((move) => move.includes('capturing captured')),
    ).toHaveLength(1)
  })

  test('captures nothing when it first arrives 24 hours later, after the attempt expired', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await letTimePass(current.card, 86_400)
    const [late] = await returnToShop(current.card.app, back)
    expect(late?.statusCode).toBe(303)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
    expect(await bankOf(current.card, reference)).toEqual(nothing)
  })

  test.each([
    'callback_wrong_hash',
    'callback_no_hash',
    'callback_amount',
    'callback_currency',
    'callback_installment',
    'callback_oid',
    'callback_md',
  ] as const)(
    'that is forged (%s) is flagged and changes no state, its payer learns that nothing was charged, and the genuine one still pays',
    async (fault) => {
      const first = await started(current.buyer)
      await setFault(current.card, fault, first.reference)
      const forged = await payAtBank(current.card.app, first.step)
      const [answer] = await returnToShop(current.card.app, forged)
      const notCharged = {
        state: 'redirected',
        succeed: false,
        isPending: false,
        message: expect.stringContaining('Kartınızdan para çekilmedi'),
      }
      expect(await resultOf(answer)).toMatchObject(notCharged)
      const { body } = await current.buyer.visitor.send('GET', `/api/payment/${first.reference}`)
      expect(body).toMatchObject({ ...notCharged, unverifiedReturn: 'not_charged' })
      expect(await paymentOf(current.card, first.reference)).toMatchObject({
        state: 'redirected',
        stock_state: 'held',
        attention: 'return_unverified',
      })
      expect((await eventsOf(current.card, first.reference)).at(-1)).toBe('callback_forged')
      const truth = await payAtBank(current.card.app, first.step)
      await returnToShop(current.card.app, truth)
      // Staff still check why the first return was not signed.
      const flagged = { ...captured, attention: 'return_unverified' }
      expect(await paymentOf(current.card, first.reference)).toMatchObject(flagged)
    },
  )

  test('that is forged never pays once its payer has returned to the form', async () => {
    const { reference, step } = await started(current.buyer)
    await setFault(current.card, 'callback_no_hash', reference)
    await returnToShop(current.card.app, await payAtBank(current.card.app, step))
    const truth = await payAtBank(current.card.app, step)
    const { body } = await current.buyer.visitor.send('POST', `/api/payment/${reference}/cancel`, { body: {} })
    expect(body).toEqual({ state: 'cancelled' })
    await returnToShop(current.card.app, truth)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'cancelled', stock_state: 'released' })
    expect(await bankOf(current.card, reference)).toEqual(nothing)
    await pay(current.card, current.buyer)
  })

  test('changed to claim an authentication is forged, and the genuine one declines', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer, { last4: '1105' })
    const fields = back.fields.map(([name, value]): [string, string] => [name, name === 'mdStatus' ? '1' : value])
    const [forged] = await returnToShop(current.card.app, { ...back, fields })
    expect(await resultOf(forged)).toMatchObject({ state: 'redirected', succeed: false })
    await returnToShop(current.card.app, back)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'declined', stock_state: 'released' })
  })

  test('of another payment proves nothing for this one', async () => {
    const other = await addBuyer(current.card)
    const otherPayment = await payAtBankPage(current.card, other)
    const ownPayment = await payAtBankPage(current.card, current.buyer)
    const [answer] = await returnToShop(current.card.app, { ...otherPayment.back, url: ownPayment.back.url })
    expect(await resultOf(answer)).toMatchObject({ state: 'redirected', succeed: false })
    expect(await paymentOf(current.card, ownPayment.reference)).toMatchObject({ state: 'redirected' })
  })

  test('for an unknown payment gets 404', async () => {
    const { back } = await payAtBankPage(current.card, current.buyer)
    const [answer] = await returnToShop(current.card.app, {
      ...back,
      url: back.url.replace(/[A-Z0-9]{20}$/, 'A'.repeat(20)),
    })
    expect(answer?.statusCode).toBe(404)
  })

  test('of a declined payment shows the stored result, whatever arrives later', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer, { last4: '0051' })
    await returnToShop(current.card.app, { ...back, times: 3 })
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'declined', result_code: '51' })
    const { body } = await current.buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({ succeed: false, isPending: false, message: expect.stringContaining('limiti') })
  })

  test('is refused above 64 kB, and a GET redirects to the result', async () => {
    const { reference } = await started(current.buyer)
    const url = `/payment/callback/${reference}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const large = await current.card.app.inject({ method: 'POST', url, headers, payload: `a=${'x'.repeat(70_000)}` })
    expect(large.statusCode).toBe(413)
    expect((await current.card.app.inject(url)).headers.location).toMatch(/^\/payment\/result\?token=/)
  })
})

test('callbacks are rate-limited per address', async () => {
  const limited = await openTestShop({ hasRateLimits: true })
  const post = () => limited.app.inject({ method: 'POST', url: `/payment/callback/${'A'.repeat(20)}`, payload: '' })
  const statuses = []
  for (let i = 0; i <= 120; i += 1) statuses.push((await post()).statusCode)
  expect([new Set(statuses.slice(0, 120)), statuses[120]]).toEqual([new Set([404]), 429])
  await limited.close()
})

describe('the result page after the bank’s return', () => {
  test('shows the payment’s state without a cookie, for ten minutes', async () => {
    const { back } = await payAtBankPage(current.card, current.buyer)
    const [answer] = await returnToShop(current.card.app, back)
    expect(await resultOf(answer)).toMatchObject({ state: 'captured', succeed: true, kind: 'order', message: null })
    const token = new URL(String(answer?.headers.location), 'http://shop').searchParams.get('token') ?? ''
    const getReturn = () => current.card.app.inject({ url: '/api/payment/return', query: { token } })
    const other = await current.card.app.inject({ url: '/api/payment/return', query: { token: `${token}x` } })
    expect(other.statusCode).toBe(404)
    current.card.clock.pass(601)
    expect((await getReturn()).statusCode).toBe(404)
  })
})
