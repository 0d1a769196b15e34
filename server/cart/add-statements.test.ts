import { afterEach, expect, test } from 'vitest'
import { addPromotion } from '#testing/promotions.ts'
import { replanned } from '#testing/replanned.ts'
import { sentStatements } from '#testing/sent-statements.ts'
import { addDealer, setStock } from '#testing/store-rows.ts'
import { actAs, add, lines, openCartCalls, pool, product, refresh } from './test-cart-calls.ts'

openCartCalls({ choosesPlans: true })

afterEach(async () => {
  await pool.execute('DELETE FROM promotions')
  await refresh()
})

test('a product is added, and the answer with the sums of the cart is made, in four statements', async () => {
  actAs(await addDealer(pool))
  const { id, unitId } = await product({ stock: 10 })
  await add(id, 1, unitId)
  expect(await sentStatements(() => add(id, 1, unitId))).toHaveLength(4)
  expect(await lines()).toEqual([[id, 'ADET', 2]])
})

test('promotions with quotas and coupons take no further statement', async () => {
  await addPromotion(pool, { kind: 'basket_step', steps: [{ amount: '10', percent: '5' }], totalQuota: 3 })
  await addPromotion(pool, { kind: 'basket_step', steps: [{ amount: '10', percent: '5' }], needsCoupon: true })
  await refresh()
  actAs(await addDealer(pool))
  const { id, unitId } = await product({ stock: 10, price: 50 })
  await add(id, 1, unitId)
  const answers: unknown[] = []
  expect(await sentStatements(async () => answers.push(await add(id, 1, unitId)))).toHaveLength(4)
  expect(answers).toMatchObject([{ body: { cart: { totals: { subtotal: 95 }, promotions: { takesCoupons: true } } } }])
})

test('statements of an addition are planned once for each connection', async () => {
  await addPromotion(pool, { kind: 'basket_step', steps: [{ amount: '10', percent: '5' }], totalQuota: 3 })
  await refresh()
  actAs(await addDealer(pool))
  const { id, unitId } = await product({ stock: 100 })
  for (let i = 0; i < 12; i += 1) await add(id, 1, unitId)
  expect(await lines()).toEqual([[id, 'ADET', 12]])
  expect(await replanned(pool)).toEqual([])
})

test('products that are added at the same time are all in the cart, in their sum and within the stock', async () => {
  actAs(await addDealer(pool))
  const { id, unitId } = await product({ stock: 5 })
  const other = await product({ stock: 100 })
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => add(id, 1, unitId)),
    ...Array.from({ length: 4 }, () => add(other.id, 2, other.unitId)),
  ])
  expect(answers.filter((answer) => answer?.ok)).toHaveLength(5 + 4)
  const quantities = new Map((await lines()).map(([productId, , quantity]) => [productId, quantity]))
  expect(quantities).toEqual(
    new Map([
      [id, 5],
      [other.id, 8],
    ]),
  )
})

test('a refused product leaves no cart', async () => {
  const actor = await addDealer(pool)
  actAs(actor)
  const { id, unitId } = await product({ stock: 10 })
  await setStock(pool, id, 0)
  expect(await add(id, 1, unitId)).toMatchObject({ ok: false, code: 'insufficient_stock' })
  expect(await pool.query('SELECT FROM carts WHERE user_id = $1', [actor.userId])).toEqual([])
})
