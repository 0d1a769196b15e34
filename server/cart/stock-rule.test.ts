import { describe, expect, test } from 'vitest'
import { setPrice, setStock } from '#testing/store-rows.ts'
import { add, change, openCartCalls, pool, product, set } from './test-cart-calls.ts'

openCartCalls()

describe('the stock rule', () => {
  test('counts the base units of all lines of the product', async () => {
    const { id, unitId, units } = await product({ stock: 10, units: { PAKET: 4 } })
    await add(id, 2, units['PAKET'])
    expect(await add(id, 3, unitId)).toEqual({
      ok: false,
      code: 'insufficient_stock',
      facts: { amount: 11, available: 10, fits: 2, left: 2 },
    })
    // The remaining 2 pieces are too few for a PAKET of 4, but are still reported.
    expect(await add(id, 1, units['PAKET'])).toMatchObject({ facts: { amount: 12, available: 10, fits: 0, left: 2 } })
    expect(await add(id, 2, unitId)).toMatchObject({ ok: true })
  })

  test.each([
    [0, 10, 10],
    [2, 10, 10],
    ...[
      [3, 15],
      [4, 20],
      [5, 60],
      [6, 110],
      [7, 1010],
      [8, 30],
      [9, 5],
      [14, 0],
      [13, 0],
    ].map(([mode, most]) => [mode, most, most]),
    [15, 10, 10],
    [20, 10, 10],
  ] as [number, number, number][])('mode %i allows %i of 10 to be added', async (mode, most) => {
    await set('stockInfoStatus', mode)
    const { id, unitId } = await product({ stock: 10 })
    expect(await add(id, most + 1, unitId)).toMatchObject({ code: 'insufficient_stock' })
    if (most > 0) expect(await add(id, most, unitId)).toMatchObject({ ok: true })
  })

  test.each([1, 2, 15])('mode %i reveals no exact figure', async (mode) => {
    await set('stockInfoStatus', mode)
    const { id, unitId } = await product()
    expect(await add(id, 11, unitId)).toEqual({ ok: false, code: 'insufficient_stock', facts: { amount: 11 } })
  })

  test('is skipped when cart stock control is on', async () => {
    await set('cartStockControl', '1')
    const { id, unitId } = await product({ stock: -5 })
    expect(await add(id, 1000, unitId)).toMatchObject({ ok: true })
  })

  test('allows nothing to be added with negative imported stock', async () => {
    const { id, unitId } = await product({ stock: -5 })
    expect(await add(id, 1, unitId)).toMatchObject({ code: 'insufficient_stock', facts: { available: 0, fits: 0 } })
  })

  test('always allows a smaller quantity, also when the stock is sold out', async () => {
    const { id, unitId, units } = await product({ stock: 10, units: { PAKET: 5 } })
    await add(id, 2, units['PAKET'])
    await setStock(pool, id, 0)
    await setPrice(pool, unitId, 0)
    expect(await change(id, { addQuantity: 1 })).toMatchObject({ code: 'price_unknown' })
    await setPrice(pool, unitId, 5)
    expect(await change(id, { quantity: 3 })).toMatchObject({ code: 'insufficient_stock' })
    expect(await change(id, { quantity: 1 })).toMatchObject({ ok: true, body: { quantity: 1 } })
    expect(await change(id, { unit: unitId })).toMatchObject({ ok: true, body: { productUnit: { id: unitId } } })
  })
})
