import { describe, expect, test } from 'vitest'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import { forgetCards } from '#server/payments/payments.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { cardKeysOf } from './attempt-limits.ts'
import type { StartBody } from './parse-start.ts'
import { startHashesOf } from './repeated-start.ts'
import {
  addBuyer,
  bankOf,
  captured,
  nothing,
  once,
  paymentOf,
  setFault,
  startBody,
  type Started,
  useCardShop,
} from '#testing/card-shop.ts'
import { type Answer, codeOf, testSecret, type TestVisitor } from '#testing/shop.ts'

const current = useCardShop()
const key = 'the-key-of-the-dialog'

type Sent = { visitor?: TestVisitor; key?: string }

function send(body: object, { visitor = current.buyer.visitor, key: sent = key }: Sent = {}): Promise<Answer> {
  const headers = { 'idempotency-key': sent }
  return visitor.send('POST', '/api/payment/start', { body, headers, address: current.buyer.address })
}

const startedOf = (answer: Answer) => {
  expect(answer.status).toBe(200)
  return answer.body as Started
}

const paymentsOf = () =>
  current.card.pool.query('SELECT FROM payments WHERE user_id = $1', [current.buyer.actor.userId])

describe('a start with the same key and the same body', () => {
  test('is the same payment, with a form that leads to the bank and pays once', async () => {
    const body = startBody()
    const first = startedOf(await send(body))
    const again = startedOf(await send(body))
    expect(again.reference).toBe(first.reference)
    expect(again.step.action).toBe(first.step.action)
    expect(await paymentsOf()).toHaveLength(1)
    // The answer that was lost is not needed.
    await returnToShop(current.card.app, await payAtBank(current.card.app, again.step))
    expect(await paymentOf(current.card, first.reference)).toMatchObject(captured)
    expect(await bankOf(current.card, first.reference)).toEqual(once)
  })

  test('sent twice at once is one payment', async () => {
    const body = startBody()
    const answers = await Promise.all([send(body), send(body)])
    const references = answers.filter(({ status }) => status === 200).map(({ body }) => (body as Started).reference)
    expect(new Set(references).size).toBe(1)
    expect(answers.every((answer) => answer.status === 200 || codeOf(answer) === 'in_progress')).toBe(true)
    expect(await paymentsOf()).toHaveLength(1)
  })

  test('leads to the result once the payment is over, although the cart is empty by then', async () => {
    const body = startBody()
    const first = startedOf(await send(body))
    await returnToShop(current.card.app, await payAtBank(current.card.app, first.step))
    const again = await send(body)
    expect(again.body).toMatchObject({ reference: first.reference, step: { kind: 'redirect' } })
    const { url } = (again.body as { step: { url: string } }).step
    const token = new URL(url).searchParams.get('token') ?? ''
    const result = await current.buyer.visitor.send('GET', `/api/payment/return?token=${encodeURIComponent(token)}`)
    expect(result.body).toMatchObject({ reference: first.reference, state: 'captured', succeed: true })
    expect(await bankOf(current.card, first.reference)).toEqual(once)
  })

  test('leads to the result also after the bank declined it, and charges nothing', async () => {
    const body = startBody({ last4: '0051' })
    const first = startedOf(await send(body))
    await returnToShop(current.card.app, await payAtBank(current.card.app, first.step))
    expect((await send(body)).body).toMatchObject({ reference: first.reference, step: { kind: 'redirect' } })
    expect(await bankOf(current.card, first.reference)).toEqual(nothing)
  })

  test('neither captures again nor ends a payment whose outcome is unknown', async () => {
    const body = startBody()
    const first = startedOf(await send(body))
    const back = await payAtBank(current.card.app, first.step)
    await setFault(current.card, 'auth_cut_after', first.reference)
    await returnToShop(current.card.app, back)
    expect((await send(body)).body).toMatchObject({ reference: first.reference, step: { kind: 'redirect' } })
    expect(await paymentOf(current.card, first.reference)).toMatchObject({ state: 'unknown' })
  })

  test('is answered although the limit of attempts is reached, but not without end', async () => {
    const body = startBody()
    const first = startedOf(await send(body))
    for (let i = 0; i < 20; i += 1) expect(startedOf(await send(body)).reference).toBe(first.reference)
    expect(codeOf(await send(body))).toBe('payment_pending')
    expect(await paymentsOf()).toHaveLength(1)
  })
})

describe('a start with the same key and another body', () => {
  test('is refused, whatever differs', async () => {
    const body = startBody({ body: { description: 'bir' } })
    const first = startedOf(await send(body))
    const other = startBody()
    for (const changed of [
      { installment: 3 },
      { amount: '100.01' },
      { description: 'iki' },
      { type: 'pay' },
      { total: '100.00' },
      { advencePrice: 'advencePrice1' },
      { holder: 'MEHMET DEMİR' },
      { ccno: other['ccno'] },
    ]) {
      expect([changed, codeOf(await send({ ...body, ...changed }))]).toEqual([changed, 'idempotency_mismatch'])
    }
    expect(await paymentsOf()).toHaveLength(1)
    expect(await paymentOf(current.card, first.reference)).toMatchObject({ state: 'redirected' })
  })

  test('is a payment of its own for another user', async () => {
    const other = await addBuyer(current.card)
    const body = startBody()
    const first = startedOf(await send(body))
    const second = startedOf(await send(body, { visitor: other.visitor }))
    expect(second.reference).not.toBe(first.reference)
  })
})

describe('a guest with a payment link', () => {
  test('gets the same payment for the same key and body, and is refused with another body', async () => {
    await current.card.shop.setSetting('b2b_cari_odeme_baglantisi', '1')
    const made = await current.buyer.visitor.send('POST', '/api/payment-link', { body: { amount: '100.00' } })
    const link = /[\w-]{22,}$/.exec((made.body as { link: string }).link)?.[0] ?? ''
    const guest = await current.card.shop.guest()
    const body = startBody({ body: { type: 'pay', link } })
    const first = startedOf(await send(body, { visitor: guest }))
    expect(startedOf(await send(body, { visitor: guest })).reference).toBe(first.reference)
    expect(codeOf(await send({ ...body, installment: 2 }, { visitor: guest }))).toBe('idempotency_mismatch')
    await returnToShop(current.card.app, await payAtBank(current.card.app, first.step))
    expect((await send(body, { visitor: guest })).body).toMatchObject({
      reference: first.reference,
      step: { kind: 'redirect' },
    })
  })
})

test('what identifies a start has neither card number, expiry nor security code, and is removed after two days', async () => {
  const body = startBody()
  const { reference } = startedOf(await send(body))
  const read = () =>
    current.card.pool.one<{ start_hash: string | null }>('SELECT start_hash FROM payments WHERE reference = $1', [
      reference,
    ])
  const before = await read()
  expect(before?.start_hash).toMatch(/^[\w-]{43}$/)
  // A process with a new secret recognizes it as long as it has the former one.
  const next = 'the next secret of at least thirty-two letters'
  const hashesWith = (secret: Secret) =>
    startHashesOf(secret, body as StartBody, cardKeysOf(secret, String(body['ccno'])))
  expect(hashesWith([next, testSecret])).toContain(before?.start_hash)
  expect(hashesWith([next, testSecret])[0]).toBe(hashesWith(next)[0])
  // The same attempt with the security code corrected is the same request.
  expect(startedOf(await send({ ...body, ccv: '321', expiry: '11/29' })).reference).toBe(reference)
  await forgetCards(current.card.pool, new Date(current.card.clock.now.getTime() + 3 * 86_400_000))
  expect(await read()).toEqual({ start_hash: null })
})
