import { afterEach, expect, test } from 'vitest'
import { addPromotion } from '#testing/promotions.ts'
import { replanned } from '#testing/replanned.ts'
import { sentStatements } from '#testing/sent-statements.ts'
import { actor, fill, order, pool, product, set, store, summary, useTestCheckout } from './test-checkout.ts'

useTestCheckout({ choosesPlans: true })

afterEach(async () => {
  await pool.execute('DELETE FROM promotions')
  await store.refresh()
})

/** Fills the cart with five products and orders it with a key, and returns the statements of the order. */
async function orderFive(key: string): Promise<string[]> {
  const products = await Promise.all(Array.from({ length: 5 }, () => product({ price: 50 })))
  await fill(Object.fromEntries(products.map(({ unitId }) => [unitId, 2])))
  const answers: unknown[] = []
  const sent = await sentStatements(async () => answers.push(await order(actor, { key })))
  expect(answers).toMatchObject([{ ok: true }])
  expect((await summary()).orderItems).toHaveLength(5)
  return sent
}

test('an order of five lines takes 10 statements, with BEGIN and COMMIT', async () => {
  await set('b2b_risk_limit_islem', '1')
  await orderFive('first-order-of-five')
  expect(await orderFive('second-order-of-five')).toHaveLength(10)
})

test('promotions with quotas and coupons that give nothing take no further statement', async () => {
  const steps = [{ amount: '100000', percent: '5' }]
  await addPromotion(pool, { kind: 'basket_step', steps, totalQuota: 3 })
  await addPromotion(pool, { kind: 'basket_step', steps, needsCoupon: true })
  await store.refresh()
  await orderFive('first-order-of-five')
  expect(await orderFive('second-order-of-five')).toHaveLength(9)
})

test('statements of an order are planned once for each connection', async () => {
  await addPromotion(pool, { kind: 'basket_step', steps: [{ amount: '100000', percent: '5' }], totalQuota: 3 })
  await store.refresh()
  const { unitId } = await product({ price: 50, stock: 100 })
  for (let i = 0; i < 12; i += 1) {
    await fill({ [unitId]: 1 })
    expect(await order(actor, { key: `planned-once-${i}` })).toMatchObject({ ok: true })
  }
  expect(await replanned(pool)).toEqual([])
})
