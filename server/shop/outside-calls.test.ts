import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { tryPos } from '#server/payments/payments.ts'
import { OutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { addBuyer, captured, openCardShop, pay, paymentOf, start, started, useCardShop } from '#testing/card-shop.ts'
import { codeOf, sentenceOf, testSecret, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'

const current = useCardShop()
let staff: TestVisitor
beforeAll(async () => {
  staff = await current.card.shop.signedIn(await addAdmin(current.card.pool))
})

const setBank = (environment: 'sandbox' | 'test') =>
  current.card.pool.execute('UPDATE pos_accounts SET environment = $1', [environment])

/** A copy without outside calls, whose banks are real ones. */
async function closeOutside(): Promise<void> {
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  await setBank('test')
}
afterEach(async () => {
  vi.unstubAllEnvs()
  await setBank('sandbox')
})

const count = async (table: string) =>
  (await current.card.pool.one<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))?.n

describe('on a copy of the shop that makes no outside calls', () => {
  test('a card payment is refused in the language of the payer, and nothing is recorded', async () => {
    await closeOutside()
    const before = await count('payments')
    const answer = await start(current.buyer)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'outside_calls_off'])
    expect(sentenceOf(answer)).toContain('Mağazanın bu kopyası dışarıya bağlanmaz')
    expect(await count('payments')).toBe(before)
  })

  test('refund, void and inquiry are refused, and nothing waits for the bank', async () => {
    const { id } = await paymentOf(current.card, await pay(current.card, current.buyer))
    await closeOutside()
    const before = await count('payment_events')
    const key = 'anahtar-12345'
    for (const [step, body] of [
      ['refund', { key, amount: '10,00', cause: '' }],
      ['void', { key, cause: '' }],
      ['inquire', {}],
    ] as const) {
      const answer = await staff.send('POST', `/yonetim/payments/${id}/${step}`, { body })
      expect([step, answer.status, codeOf(answer)]).toEqual([step, 409, 'outside_calls_off'])
    }
    expect(await count('payment_refunds')).toBe(0)
    expect(await count('payment_events')).toBe(before)
  })

  test('a refund that waits for a second person is not approved, and can be declined', async () => {
    const { card } = current
    const reference = await pay(card, current.buyer)
    const { id } = await paymentOf(card, reference)
    await card.shop.setSetting('refundsNeedTwoOver', 1)
    const body = { key: 'anahtar-67890', amount: '10,00', cause: '' }
    await staff.send('POST', `/yonetim/payments/${id}/refund`, { body })
    await card.shop.setSetting('refundsNeedTwoOver', 0)
    const refund = await card.pool.one<{ id: number; state: string }>('SELECT id, state FROM payment_refunds')
    expect(refund?.state).toBe('waiting')
    await closeOutside()
    const second = await card.shop.signedIn(await addAdmin(card.pool))
    const decide = (step: string) => second.send('POST', `/yonetim/payments/${id}/refunds/${refund?.id}/${step}`)
    expect(codeOf(await decide('approve'))).toBe('outside_calls_off')
    expect(await card.pool.one('SELECT state FROM payment_refunds')).toEqual({ state: 'waiting' })
    expect((await decide('decline')).status).toBe(200)
  })

  test('a payer leaves a payment, which needs no bank', async () => {
    const { reference } = await started(current.buyer)
    await closeOutside()
    const left = await current.buyer.visitor.send('POST', `/api/payment/${reference}/cancel`, { body: {} })
    expect(left.status).toBe(200)
    expect((await paymentOf(current.card, reference)).state).toBe('cancelled')
  })

  test('no key of a bank is tried', async () => {
    await closeOutside()
    const { pool } = current.card
    const row = await pool.one<{ id: number; code: string }>(
      "SELECT id, code FROM pos_accounts WHERE code = 'demo-arti'",
    )
    const answer = await staff.send('POST', `/yonetim/pos-accounts/${row?.id}/trial`, { body: {} })
    expect(codeOf(answer)).toBe('outside_calls_off')
    const deps = { secret: testSecret, publicUrl: 'http://localhost', isProduction: false }
    await expect(tryPos(pool, row?.code ?? '', deps)).rejects.toBeInstanceOf(OutsideCallsOff)
  })

  test('administrators are told on the board', async () => {
    const told = async () => (await staff.send('GET', '/yonetim/backups')).body
    expect(await told()).toMatchObject({ outsideCallsOff: false })
    vi.stubEnv('OUTSIDE_CALLS', 'off')
    expect(await told()).toMatchObject({ outsideCallsOff: true })
  })

  test('the sandbox bank takes payments, through a socket to the shop itself', async () => {
    vi.stubEnv('OUTSIDE_CALLS', 'off')
    const wired = await openCardShop({ isWired: true })
    try {
      expect(await paymentOf(wired, await pay(wired, await addBuyer(wired)))).toMatchObject(captured)
    } finally {
      await wired.close()
    }
  })
})

test('the start refuses any other value of the setting', () => {
  const env = { NODE_ENV: 'test', SESSION_SECRET: testSecret }
  expect(() => parseConfig({ ...env, OUTSIDE_CALLS: '0' })).toThrow('OUTSIDE_CALLS must be "on" or "off", not "0".')
  for (const value of ['on', 'off', '']) parseConfig({ ...env, OUTSIDE_CALLS: value })
})
