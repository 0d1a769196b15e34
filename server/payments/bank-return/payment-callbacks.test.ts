import { describe, expect, test } from 'vitest'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  addBuyer,
  payAtBankPage,
  bankOf,
  buyer,
  captured,
  card,
  letTimePass,
  eventsOf,
  nothing,
  once,
  paymentOf,
  setFault,
  started,
  useCardShop,
} from '#testing/card-shop.ts'
import { openTestShop } from '#testing/shop.ts'

useCardShop()

describe('a callback', () => {
  test('makes one order when it arrives twice, ten times at once, and again a day after the session ended', async () => {
    const { reference, back } = await payAtBankPage(card, buyer)
    await returnToShop(card.app, { ...back, times: 10 })
    await card.pool.execute('DELETE FROM sessions WHERE user_id = $1', [buyer.actor.userId])
    card.clock.pass(86_400)
    const [late] = await returnToShop(card.app, back)
    expect(late?.statusCode).toBe(303)
    expect(late?.headers.location).toMatch(/^\/payment\/result\?token=/)
    expect(await bankOf(card, reference)).toEqual(once)
    expect((await eventsOf(card, reference)).filter((move) => move.includes('capturing captured'))).toHaveLength(1)
  })

  test('captures nothing when it first arrives 24 hours later, after the attempt expired', async () => {
    const { reference, back } = await payAtBankPage(card, buyer)
    await letTimePass(card, 86_400)
    const [late] = await returnToShop(card.app, back)
    expect(late?.statusCode).toBe(303)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'expired', stock_state: 'released' })
    expect(await bankOf(card, reference)).toEqual(nothing)
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
    'that is forged (%s) gets 400, is recorded and changes nothing, and the genuine one still pays',
    async (fault) => {
      const first = await started(buyer)
      await setFault(card, fault, first.reference)
      const forged = await payAtBank(card.app, first.step)
      const [answer] = await returnToShop(card.app, forged)
      expect(answer?.statusCode).toBe(400)
      expect(await paymentOf(card, first.reference)).toMatchObject({ state: 'redirected', stock_state: 'held' })
      expect((await eventsOf(card, first.reference)).at(-1)).toBe('callback_forged')
      const truth = await payAtBank(card.app, first.step)
      await returnToShop(card.app, truth)
      expect(await paymentOf(card, first.reference)).toMatchObject(captured)
    },
  )

  test('changed to claim an authentication is forged, and the genuine one declines', async () => {
    const { reference, back } = await payAtBankPage(card, buyer, { last4: '1105' })
    const fields = back.fields.map(([name, value]): [string, string] => [name, name === 'mdStatus' ? '1' : value])
    const [forged] = await returnToShop(card.app, { ...back, fields })
    expect(forged?.statusCode).toBe(400)
    await returnToShop(card.app, back)
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'declined', stock_state: 'released' })
  })

  test('of another payment proves nothing for this one', async () => {
    const other = await addBuyer(card)
    const theirs = await payAtBankPage(card, other)
    const mine = await payAtBankPage(card, buyer)
    const [answer] = await returnToShop(card.app, { ...theirs.back, url: mine.back.url })
    expect(answer?.statusCode).toBe(400)
    expect(await paymentOf(card, mine.reference)).toMatchObject({ state: 'redirected' })
  })

  test('for an unknown payment gets 404', async () => {
    const { back } = await payAtBankPage(card, buyer)
    const [answer] = await returnToShop(card.app, { ...back, url: back.url.replace(/[A-Z0-9]{20}$/, 'A'.repeat(20)) })
    expect(answer?.statusCode).toBe(404)
  })

  test('of a declined payment shows the stored result, whatever arrives later', async () => {
    const { reference, back } = await payAtBankPage(card, buyer, { last4: '0051' })
    await returnToShop(card.app, { ...back, times: 3 })
    expect(await paymentOf(card, reference)).toMatchObject({ state: 'declined', result_code: '51' })
    const { body } = await buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({ succeed: false, isPending: false, message: expect.stringContaining('limiti') })
  })

  test('is refused above 64 kB, and a GET redirects to the result', async () => {
    const { reference } = await started(buyer)
    const url = `/payment/callback/${reference}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const large = await card.app.inject({ method: 'POST', url, headers, payload: `a=${'x'.repeat(70_000)}` })
    expect(large.statusCode).toBe(413)
    expect((await card.app.inject(url)).headers.location).toMatch(/^\/payment\/result\?token=/)
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
    const { back } = await payAtBankPage(card, buyer)
    const [answer] = await returnToShop(card.app, back)
    const token = new URL(String(answer?.headers.location), 'http://shop').searchParams.get('token') ?? ''
    const look = () => card.app.inject({ url: '/api/payment/return', query: { token } })
    expect((await look()).json()).toMatchObject({ state: 'captured', succeed: true, kind: 'order', message: null })
    const other = await card.app.inject({ url: '/api/payment/return', query: { token: `${token}x` } })
    expect(other.statusCode).toBe(404)
    card.clock.pass(601)
    expect((await look()).statusCode).toBe(404)
  })
})
