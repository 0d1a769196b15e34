import { describe, expect, test } from 'vitest'
import type { AdminLimitApproval } from '#contract/admin/limit-approvals.ts'
import type { LimitApproval } from '#contract/shop/limit-coach.ts'
import { lastChanges } from '#server/audit/audit.ts'
import { limitMailJob, sendLimitMail } from '#server/risk/risk.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { addPromotion } from '#testing/promotions.ts'
import { addColleague, addDealer, addStaff, setPrice } from '#testing/store-rows.ts'
import {
  actor,
  fill,
  order,
  ordersOf,
  pool,
  product,
  run,
  set,
  store,
  useTestCheckout,
} from '#server/checkout/test-checkout.ts'
import { advice, approved, ask, bodyOf, cartLines, decide, orderPart, setTerms } from './test-coach.ts'

useTestCheckout()

let unitId = 0

/** A cart of 600 with tax, over a limit of 500. */
async function exceed(): Promise<void> {
  await setTerms({ limit: 500 })
  ;({ unitId } = await product({ price: 100, taxRate: 20, stock: 100 }))
  await fill({ [unitId]: 5 })
}

const stateOf = async (id: number) =>
  (await pool.one<{ state: string }>('SELECT state FROM limit_approvals WHERE id = $1', [id]))?.state

describe('asking the store to let an order pass the limit', () => {
  test('the store sees what is asked, and the order passes once', async () => {
    await exceed()
    const asked = bodyOf(await ask()) as LimitApproval
    expect(asked).toMatchObject({ state: 'waiting', note: 'Ödememiz cuma günü hesabınızda', problem: null })
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded' })
    const shown = bodyOf(await decide(asked.id, { approve: true, reason: 'Tamam' })) as AdminLimitApproval
    expect(shown).toMatchObject({
      state: 'approved',
      dealer: { name: actor.dealer?.name },
      totalTry: 600,
      excess: 100,
      reason: 'Tamam',
      lines: [{ quantity: 5, unit: 'ADET', price: { value: 100, currency: 'TRY' } }],
      limit: { riskLimit: 500, available: 500, sums: [] },
    })
    expect((await advice()).approval).toMatchObject({ state: 'approved', problem: null, reason: 'Tamam' })
    expect(await order()).toMatchObject({ ok: true })
    expect(await stateOf(asked.id)).toBe('used')
    await fill({ [unitId]: 5 })
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded' })
    expect(await ordersOf()).toBe(1)
  })

  test('the store sees what promotions take off the lines', async () => {
    await exceed()
    const step = { kind: 'basket_step', steps: [{ amount: '100', percent: '4' }] } as const
    const id = await addPromotion(pool, { ...step, name: 'Yüzde dört' })
    await store.refresh()
    const asked = bodyOf(await ask()) as LimitApproval
    await pool.execute('DELETE FROM promotions WHERE id = $1', [id])
    await store.refresh()
    const shown = bodyOf(await decide(asked.id, { approve: true })) as AdminLimitApproval
    expect(shown).toMatchObject({
      lines: [{ quantity: 5, price: { value: 100 } }],
      promotions: { names: ['Yüzde dört'], amount: { value: 20 }, subtotal: { value: 480 }, tax: { value: 96 } },
      total: { value: 576 },
    })
  })

  test('a refusal needs a reason, which the dealer reads; it is not decided twice', async () => {
    await exceed()
    const { id } = bodyOf(await ask()) as LimitApproval
    expect(await decide(id, { approve: false, reason: '  ' })).toMatchObject({ code: 'limit_reason_missing' })
    bodyOf(await decide(id, { approve: false, reason: 'Önce ödeme' }))
    expect((await advice()).approval).toMatchObject({ state: 'refused', reason: 'Önce ödeme' })
    expect(await decide(id, { approve: true })).toMatchObject({ code: 'limit_approval_decided' })
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded' })
  })

  test('of two people who decide at once, one is late', async () => {
    await exceed()
    const { id } = bodyOf(await ask()) as LimitApproval
    const answers = await Promise.all([decide(id, { approve: true }), decide(id, { approve: false })])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'limit_approval_decided' })
  })

  test('orders pass a closed account too, when the store approves', async () => {
    await exceed()
    await setTerms({ limit: 1 })
    expect(await order()).toMatchObject({ code: 'risk_limit_blocked' })
    await approved()
    expect(await order()).toMatchObject({ ok: true })
  })

  test.each<[string, () => Promise<unknown>, string | null]>([
    [
      'another quantity',
      () => pool.execute('UPDATE cart_lines SET quantity = 6 WHERE unit_id = $1', [unitId]),
      'other_cart',
    ],
    ['fewer pieces', () => pool.execute('UPDATE cart_lines SET quantity = 4 WHERE unit_id = $1', [unitId]), null],
    ['a higher price', () => setPrice(pool, unitId, 100.01), 'total_grew'],
  ])('an approval does not count for %s', async (_, change, problem) => {
    await exceed()
    const id = await approved()
    await setTerms({ limit: 400 })
    await change()
    if (problem !== null) expect((await advice()).approval).toMatchObject({ id, state: 'approved', problem })
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded' })
    expect(await stateOf(id)).toBe('approved')
  })

  test('a lower price is no reason to ask again', async () => {
    await exceed()
    await approved()
    await setPrice(pool, unitId, 99)
    expect(await order()).toMatchObject({ ok: true })
  })

  test('requests and approvals end by themselves', async () => {
    await exceed()
    const id = await approved()
    await pool.execute("UPDATE limit_approvals SET expires_at = now() - interval '1 second' WHERE id = $1", [id])
    expect((await advice()).approval).toMatchObject({ state: 'expired' })
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded' })
    const again = bodyOf(await ask()) as LimitApproval
    await pool.execute("UPDATE limit_approvals SET expires_at = now() - interval '1 second' WHERE id = $1", [again.id])
    expect(await decide(again.id, { approve: true })).toMatchObject({ code: 'limit_approval_decided' })
  })

  test('a new request ends the earlier one', async () => {
    await exceed()
    const first = await approved()
    const second = bodyOf(await ask()) as LimitApproval
    expect([await stateOf(first), await stateOf(second.id)]).toEqual(['withdrawn', 'waiting'])
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded' })
  })

  test('the user withdraws its own request only', async () => {
    await exceed()
    const { id } = bodyOf(await ask()) as LimitApproval
    const withdraw = (who = actor) =>
      run(
        'POST',
        '/api/catalog/limit-approvals/:id/withdraw',
        { params: { id: String(id) } },
        testContext({ actor: who }),
      )
    expect(await withdraw(await addDealer(pool))).toMatchObject({ code: 'limit_approval_not_found' })
    expect(await withdraw(await addColleague(pool, actor.dealer ?? expect.fail('a dealer')))).toMatchObject({
      code: 'limit_approval_not_found',
    })
    expect(await withdraw()).toMatchObject({ body: { state: 'withdrawn' } })
    expect(await withdraw()).toMatchObject({ code: 'limit_approval_decided' })
  })

  test.each<[string, () => Promise<unknown>, object, string]>([
    ['the cart fits', () => setTerms({ limit: 600 }), {}, 'limit_not_exceeded'],
    ['the store has no limits', () => set('b2b_risk_limit_islem', '0'), {}, 'limit_not_exceeded'],
    ['the cart is another one than on screen', async () => {}, { cart: '1-a-b' }, 'cart_not_as_shown'],
    ['stock does not cover it', () => pool.execute('UPDATE cart_lines SET quantity = 101'), {}, 'insufficient_stock'],
    ['the cart is empty', () => pool.execute('DELETE FROM cart_lines'), {}, 'cart_empty'],
  ])('there is nothing to ask when %s', async (_, change, body, code) => {
    await exceed()
    await change()
    expect(await ask(actor, body)).toMatchObject({ ok: false, code })
    expect(await pool.query('SELECT FROM limit_approvals WHERE user_id = $1', [actor.userId])).toEqual([])
  })

  test('an approval lets a colleague’s approval place the order', async () => {
    await exceed()
    await pool.execute('INSERT INTO purchase_limits (user_id, per_order) VALUES ($1, 100)', [actor.userId])
    const owner = await addColleague(pool, actor.dealer ?? expect.fail('a dealer'))
    await pool.execute("UPDATE users SET user_role = 'owner' WHERE id = $1", [owner.userId])
    const id = await approved()
    const { requestId } = bodyOf(await order()) as { requestId: number }
    expect(await stateOf(id)).toBe('approved')
    const at = { params: { id: String(requestId) } }
    const context = testContext({ actor: owner })
    const { shown } = bodyOf(await run('GET', '/api/account/approvals/:id', at, context)) as { shown: string }
    const given = await run('POST', '/api/account/approvals/:id/approve', { ...at, body: { shown } }, context)
    expect(given).toMatchObject({ ok: true, body: { state: 'approved' } })
    expect(await stateOf(id)).toBe('used')
  })

  test('two orders at once use it once', async () => {
    await exceed()
    await approved()
    const body = { lines: (await cartLines()).map((line) => line) }
    const whole = () => run('POST', '/api/catalog/cart-part', { body }, testContext({ actor }))
    const answers = await Promise.all([order(), whole(), order()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await ordersOf()).toBe(1)
  })

  test('the part of the cart that fits needs no approval and leaves it unused', async () => {
    await exceed()
    const id = await approved()
    expect(await orderPart((await advice()).part)).toMatchObject({ ok: true })
    expect(await stateOf(id)).toBe('approved')
  })
})

describe('the store', () => {
  test('finds requests by state and dealer, and every decision is in the audit log', async () => {
    await exceed()
    const id = await approved()
    const context = testContext({ actor: await addStaff(pool, 'orders') })
    const list = (query: object) => run('GET', '/yonetim/limit-approvals', { query }, context)
    const q = actor.dealer?.code
    expect(await list({ q, state: 'approved' })).toMatchObject({ body: { total: 1, items: [{ id, excess: 100 }] } })
    expect(await list({ q, state: 'waiting' })).toMatchObject({ body: { total: 0 } })
    expect(await lastChanges(pool, 'limit_approval', [String(id)])).toHaveLength(1)
  })

  test('staff without the right to change orders do not decide', async () => {
    await exceed()
    const { id } = bodyOf(await ask()) as LimitApproval
    const reader = await addStaff(pool, 'readOnly')
    expect(await stateOf(id)).toBe('waiting')
    const answer = await decide(id, { approve: true }, { ...reader, permissions: new Set(['orders:read']) })
    expect(answer).toMatchObject({ code: 'no_right' })
  })

  test('emails tell the store about the request and the dealer about the answer', async () => {
    await set('storeEmail', 'magaza@example.com')
    await pool.execute('DELETE FROM outbox')
    await exceed()
    const { id } = bodyOf(await ask()) as LimitApproval
    const first = await emails()
    expect(first).toMatchObject([{ to: 'magaza@example.com', replyTo: actor.email }])
    expect(first[0]?.text).toContain('Ödememiz cuma günü hesabınızda')
    expect(first[0]?.text).toContain('/yonetim/limit-onaylari?state=waiting')
    bodyOf(await decide(id, { approve: false, reason: 'Önce ödeme' }))
    const second = await emails()
    expect(second).toMatchObject([{ to: actor.email }])
    expect(second[0]?.text).toContain('Önce ödeme')
  })
})

type Message = Parameters<Mailer['send']>[0]

async function emails(): Promise<Message[]> {
  const sent: Message[] = []
  const rows = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [limitMailJob])
  for (const { data } of rows) {
    const mailer = { send: async (message: Message) => void sent.push(message) }
    await sendLimitMail({ pool, mailer, publicUrl: 'https://toptan.example' }, data, 'key')
  }
  return sent
}
