import { describe, expect, test } from 'vitest'
import { addColleague } from '#testing/store-rows.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { actor, fill, linesLeft, order, ordersOf, pool, product, set, useTestCheckout } from './test-checkout.ts'

useTestCheckout()

type Terms = { limit?: number | string; mode?: 'order' | 'balance'; balance?: number; overdue?: number }

async function setTerms({ limit = 0, mode = 'order', balance = 0, overdue = 0 }: Terms, isOn = true): Promise<void> {
  await set('b2b_risk_limit_islem', isOn ? '1' : '0')
  await pool.execute(
    'UPDATE dealers SET risk_limit = $2, risk_mode = $3, balance = $4, overdue_balance = $5 WHERE id = $1',
    [actor.dealer?.id, limit, mode, balance, overdue],
  )
}

/** Fills the cart with pieces of 100 plus 20 percent tax. */
async function fillFor(pieces: number, who: Actor = actor): Promise<void> {
  const { unitId } = await product({ price: 100, taxRate: 20, stock: 1000 })
  await fill({ [unitId]: pieces }, who)
}

const open = async () =>
  (
    await pool.one<{ total: string }>(
      'SELECT coalesce(sum(total_try), 0) AS total FROM orders WHERE dealer_id = $1 AND NOT is_cancel',
      [actor.dealer?.id],
    )
  )?.total

describe('ordering with a risk limit', () => {
  test.each<[string, Terms, number]>([
    ['without a limit', {}, 5],
    ['exactly the limit', { limit: 600 }, 5],
    ['exactly the limit minus the overdue debt', { limit: 1000, overdue: 400 }, 5],
    ['the balance alone is ignored', { limit: 600, balance: 5000 }, 5],
    ['second mode: exactly the limit', { limit: 1000, mode: 'balance', balance: 400 }, 5],
  ])('%s: is placed', async (_, terms, pieces) => {
    await setTerms(terms)
    await fillFor(pieces)
    expect(await order()).toMatchObject({ ok: true })
  })

  test.each<[string, Terms, number, number, number?]>([
    ['one kuruş above the limit', { limit: '599.99' }, 0.01, 599.99],
    ['above the limit minus the overdue debt', { limit: 1000, overdue: 500 }, 100, 500, 100],
    ['no limit remaining', { limit: 1000, overdue: 1000 }, 600, 0, 600],
    ['an overdue debt above the limit', { limit: 1000, overdue: 4000 }, 600, 0, 3600],
    ['second mode: above the limit minus the balance', { limit: 1000, mode: 'balance', balance: 700 }, 300, 300, 300],
  ])('%s: is refused and changes nothing', async (_, terms, excess, largest, toPay) => {
    await setTerms(terms)
    await fillFor(5)
    const { formatNumber } = formatsOf('tr')
    expect(await order()).toEqual({
      ok: false,
      code: 'risk_limit_exceeded',
      facts: {
        excess,
        largest,
        // Without a debt that a payment could settle, the order never fits.
        ...(toPay !== undefined && { toPay }),
        excessText: formatNumber(excess, 2),
        largestText: formatNumber(largest, 2),
      },
    })
    expect([await ordersOf(), await linesLeft()]).toEqual([0, 1])
  })

  test('a limit of exactly 1 blocks every order', async () => {
    await setTerms({ limit: 1 })
    await fillFor(1)
    expect(await order()).toEqual({ ok: false, code: 'risk_limit_blocked' })
    expect([await ordersOf(), await linesLeft()]).toEqual([0, 1])
  })

  test('no limit applies while the setting is off', async () => {
    await setTerms({ limit: 1 }, false)
    await fillFor(1)
    expect(await order()).toMatchObject({ ok: true })
  })

  test('an order in dollars counts in lira at the order’s rate', async () => {
    await setTerms({ limit: 4949.99 })
    const { unitId } = await product({ price: 100, currency: 'USD', taxRate: 20 })
    await fill({ [unitId]: 1 })
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded', facts: { excess: 0.01 } })
    await setTerms({ limit: 4950 })
    expect(await order()).toMatchObject({ ok: true })
  })

  test('the refusal contains no figures for users who do not see prices', async () => {
    await setTerms({ limit: 100 })
    await set('showPriceStatus', '0')
    await fillFor(5)
    expect(await order()).toEqual({ ok: false, code: 'risk_limit_reached' })
  })

  test('a refused order frees its key: it is placed once the limit allows it', async () => {
    await setTerms({ limit: 100 })
    await fillFor(5)
    expect(await order(actor, { key: 'anahtar-0001' })).toMatchObject({ code: 'risk_limit_exceeded' })
    await setTerms({ limit: 600 })
    expect(await order(actor, { key: 'anahtar-0001' })).toMatchObject({ ok: true })
  })
})

describe('the second mode counts open orders', () => {
  test('open orders count until they are cancelled or handed to the ERP', async () => {
    await setTerms({ limit: 1000, mode: 'balance' })
    await fillFor(5)
    expect(await order()).toMatchObject({ ok: true })
    await fillFor(5)
    expect(await order()).toMatchObject({ code: 'risk_limit_exceeded', facts: { excess: 200, largest: 400 } })
    await pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE dealer_id = $1', [actor.dealer?.id])
    expect(await order()).toMatchObject({ ok: true })
    await pool.execute(
      `UPDATE orders SET state = 'cancelled', is_cancel = true, cancelled_at = now() WHERE dealer_id = $1`,
      [actor.dealer?.id],
    )
    await fillFor(5)
    expect(await order()).toMatchObject({ ok: true })
  })

  test('50 parallel orders of one dealer never exceed its limit', async () => {
    await setTerms({ limit: 10_000, mode: 'balance', balance: 3_000 })
    const { unitId } = await product({ price: 100, taxRate: 20, stock: 100_000 })
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const who = await addColleague(pool, actor.dealer ?? expect.fail('a dealer'))
        await fill({ [unitId]: (i % 4) + 1 }, who)
        return who
      }),
    )
    const answers = await Promise.all(people.map((who) => order(who)))
    const refused = answers.filter((answer) => !answer.ok)
    expect(refused.every((answer) => answer.code === 'risk_limit_exceeded')).toBe(true)
    expect(Number(await open())).toBeLessThanOrEqual(7_000)
    // No refusal was unnecessary: not even the smallest order still fits.
    const smallest = Math.min(
      ...refused.map((answer) =>
        !answer.ok ? Number(answer.facts?.['excess']) + Number(answer.facts?.['largest']) : 0,
      ),
    )
    expect(7_000 - Number(await open())).toBeLessThan(smallest)
  })
})
