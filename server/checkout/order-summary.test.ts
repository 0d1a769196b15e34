import { describe, expect, test } from 'vitest'
import { addAdmin, addColleague, addDealer, setPrice } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { actor, getSummary, fill, placed, pool, product, summary, useTestCheckout } from './test-checkout.ts'

useTestCheckout()

describe('the order summary', () => {
  test('returns the user’s newest order, or the dealer’s order with the given number', async () => {
    const colleague = await addColleague(pool, actor.dealer as NonNullable<Actor['dealer']>)
    const stranger = await addDealer(pool)
    const { unitId } = await product()
    expect(await getSummary(actor, {})).toEqual({ ok: false, code: 'order_not_found' })
    await fill({ [unitId]: 1 })
    const first = await placed()
    await fill({ [unitId]: 2 })
    const second = await placed()
    expect((await summary()).orderNo).toBe(second.orderNo)
    expect((await summary(actor, { order: first.orderNo })).id).toBe(first.id)
    expect((await summary(colleague, { order: first.orderNo })).id).toBe(first.id)
    expect(await getSummary(colleague, {})).toEqual({ ok: false, code: 'order_not_found' })
    for (const order of [first.orderNo, 'S2026999999', '', "'"]) {
      expect(await getSummary(stranger, { order })).toEqual({ ok: false, code: 'order_not_found' })
    }
    expect(await getSummary(null, {})).toEqual({ ok: false, code: 'not_signed_in' })
    expect(await getSummary(await addAdmin(pool), {})).toEqual({ ok: false, code: 'admin_not_allowed' })
  })

  test('lists the lines in the order of the cart', async () => {
    const [older, newer] = [await product(), await product()]
    await fill({ [newer.unitId]: 1 })
    await fill({ [older.unitId]: 1 })
    expect((await placed()).orderItems.map(({ code }) => code)).toEqual([newer.code, older.code])
  })

  test('shows the text for an empty note in the reader’s language', async () => {
    await fill({ [(await product()).unitId]: 1 })
    await placed()
    expect((await summary()).description).toBe('Sipariş notu yok')
    const english = await getSummary(actor, {}, 'en')
    expect(english).toMatchObject({ ok: true, body: { description: 'No order note' } })
  })

  test('keeps what was ordered when the product changes or is removed', async () => {
    const { id, unitId, code } = await product({ price: 40 })
    await fill({ [unitId]: 1 })
    await placed()
    await pool.execute("UPDATE products SET name = 'Başka', code = 'BASKA' WHERE id = $1", [id])
    await setPrice(pool, unitId, 80)
    expect((await summary()).orderItems[0]).toMatchObject({ code, name: code, price: { value: 40 }, productId: id })
    await pool.execute('DELETE FROM products WHERE id = $1', [id])
    expect((await summary()).orderItems[0]).toMatchObject({ code, productId: null, url: null })
  })
})
