import { describe, expect, test } from 'vitest'
import { addDealer, setStock, stockOf } from '#testing/store-rows.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { purgeIdempotencyKeys } from '#server/account/account.ts'
import { actor, fill, linesLeft, order, ordersOf, pool, product, useTestCheckout } from './test-checkout.ts'

useTestCheckout()

describe('sending the same order again', () => {
  const key = 'a-key-of-the-page'

  test('with the same key and body returns the same response', async () => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 1 })
    const first = await order(actor, { key, body: { description: 'bir' } })
    expect(first).toMatchObject({ ok: true })
    await fill({ [unitId]: 1 })
    expect(await order(actor, { key, body: { description: 'bir' } })).toEqual(first)
    for (const body of [
      { description: 'iki' },
      { description: 'bir', advencePrice: 'advencePrice1' },
      { description: 'bir', total: 1 },
      { description: 'bir', cart: cartFingerprint([{ unitId, quantity: 1 }]) },
    ]) {
      expect(await order(actor, { key, body })).toEqual({ ok: false, code: 'idempotency_mismatch' })
    }
    expect([await ordersOf(), await linesLeft(), await stockOf(pool, id)]).toEqual([1, 1, 9])
  })

  test('returns the earlier order before the cart, now empty, is checked', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 2 })
    const body = { cart: cartFingerprint([{ unitId, quantity: 2 }]) }
    const first = await order(actor, { key, body })
    expect(first).toMatchObject({ ok: true })
    expect(await order(actor, { key, body })).toEqual(first)
  })

  test('with another key finds the cart empty', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    expect(await order(actor, { key })).toMatchObject({ ok: true })
    expect(await order(actor, { key: `${key}-2` })).toEqual({ ok: false, code: 'cart_empty' })
  })

  test('after a refusal is a new attempt: the key is free again', async () => {
    const { id, unitId } = await product({ stock: 0 })
    await fill({ [unitId]: 1 })
    expect(await order(actor, { key })).toMatchObject({ code: 'insufficient_stock' })
    await setStock(pool, id, 1)
    expect(await order(actor, { key })).toMatchObject({ ok: true })
  })

  test('as another user places another order', async () => {
    const other = await addDealer(pool)
    const { unitId } = await product()
    await Promise.all([fill({ [unitId]: 1 }), fill({ [unitId]: 1 }, other)])
    expect(await order(actor, { key })).toMatchObject({ ok: true })
    expect(await order(other, { key })).toMatchObject({ ok: true })
    expect([await ordersOf(), await ordersOf(other)]).toEqual([1, 1])
  })

  test('50 times in parallel places one order', async () => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 2 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => order(actor, { key })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ ok: true })
    expect([await ordersOf(), await stockOf(pool, id)]).toEqual([1, 8])
  })

  test('in parallel with different keys, or none, places one order and finds the cart empty', async () => {
    const { id, unitId } = await product()
    await fill({ [unitId]: 2 })
    const keys = ['double-click-1', 'double-click-2', undefined, undefined]
    const answers = await Promise.all(keys.map((each) => order(actor, { key: each })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'cart_empty')).toHaveLength(3)
    expect(await stockOf(pool, id)).toBe(8)
  })

  test('is possible after a month, when the key was removed', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    await order(actor, { key })
    await pool.execute("UPDATE idempotency_keys SET created_at = now() - interval '31 days' WHERE user_id = $1", [
      actor.userId,
    ])
    await purgeIdempotencyKeys(pool)
    expect(await pool.query('SELECT FROM idempotency_keys WHERE user_id = $1', [actor.userId])).toEqual([])
  })
})
