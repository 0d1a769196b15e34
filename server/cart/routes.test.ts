import { describe, expect, test } from 'vitest'
import { addAdmin, addDealer, fillCart, setPrice } from '#testing/store-rows.ts'
import {
  add,
  cart,
  linePath,
  lines,
  openCartCalls,
  pool,
  product,
  remove,
  run,
  set,
  statementsOf,
} from './test-cart-calls.ts'

openCartCalls()

describe('the cart', () => {
  test('belongs to its user', async () => {
    const other = await addDealer(pool)
    const { id, unitId } = await product()
    await add(id, 1, unitId)
    expect(await cart(other)).toEqual([])
    expect(await run('DELETE', '/api/catalog/cart', {}, other)).toMatchObject({ ok: true })
    expect(await lines()).toEqual([[id, 'ADET', 1]])
  })

  test('reports a price change once', async () => {
    const { id, unitId } = await product({ price: 100 })
    await add(id, 1, unitId)
    expect((await cart())[0]).not.toHaveProperty('previousPrice')
    await setPrice(pool, unitId, 110)
    const [line] = await cart()
    expect(line?.previousPrice).toEqual({ value: 100, currency: 'TRY' })
    expect(line?.productUnit.defaultPrice).toEqual({ value: 110, currency: 'TRY' })
    expect((await cart())[0]).not.toHaveProperty('previousPrice')
  })

  test('keeps and flags products that are off sale', async () => {
    const { id, unitId } = await product()
    await add(id, 1, unitId)
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [id])
    expect(await cart()).toMatchObject([{ product: { id }, isOffSale: true }])
    expect(await remove(id)).toMatchObject({ ok: true, body: { lineCount: 0 } })
  })

  test('contains no prices where prices are hidden', async () => {
    const { id, unitId } = await product()
    await set('showPriceStatus', '0')
    expect(await add(id, 1, unitId)).toMatchObject({ ok: true })
    expect(JSON.stringify(await cart())).not.toMatch(/(default|sale|list|advence)Price|currency/i)
  })

  test('states which amounts wait for the approval of the store; where prices are hidden only that all do', async () => {
    const overOf = async () => {
      const answer = await run('GET', '/api/catalog/cart/page', { query: {} })
      return (answer as { body: { approvalOver?: number } }).body.approvalOver
    }
    expect(await overOf()).toBeUndefined()
    await set('approveOrdersOver', 5000)
    expect(await overOf()).toBe(5000)
    await set('showPriceStatus', '0')
    expect(await overOf()).toBeUndefined()
    await set('approveAllOrders', '1')
    expect(await overOf()).toBe(0)
  })

  test('takes as many statements with one line as with thirty', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => product()))
    const counts = []
    for (const n of [1, 30]) {
      const who = await addDealer(pool)
      await fillCart(
        pool,
        who,
        made.slice(0, n).map(({ unitId }) => ({ unitId, quantity: 1 })),
      )
      counts.push(await statementsOf(async () => expect(await cart(who)).toHaveLength(n)))
    }
    expect(counts[1]).toBe(counts[0])
    expect(counts[0]).toBeLessThanOrEqual(3)
  })
})

test.each([
  ['GET', '/api/catalog/cart'],
  ['DELETE', '/api/catalog/cart'],
  ['POST', linePath],
  ['PATCH', linePath],
  ['DELETE', linePath],
])('%s %s: refuses administrators and sends guests to sign in', async (method, path) => {
  const input = { params: { productId: '1' }, query: {}, body: {} }
  expect(await run(method, path, input, null)).toEqual({ ok: false, code: 'not_signed_in' })
  expect(await run(method, path, input, await addAdmin(pool))).toEqual({ ok: false, code: 'admin_not_allowed' })
})
