import { describe, expect, test } from 'vitest'
import { add, cart, change, figures, lines, openCartCalls, product, remove, run, set } from './test-cart-calls.ts'

openCartCalls()

describe('changing a cart line', () => {
  test('sets the quantity, adds to it, and changes the unit with its price', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12 } })
    await add(id, 2, unitId)
    expect(await change(id, { quantity: 5 })).toMatchObject({ body: { quantity: 5 } })
    expect(await change(id, { addQuantity: '3' })).toMatchObject({ body: { quantity: 8 } })
    expect(await change(id, { unit: units['KOLİ'] })).toMatchObject({
      body: { quantity: 8, productUnit: { value: 'KOLİ', defaultPrice: { value: 1200 } } },
    })
  })

  test('merges two lines when the unit is changed to one that already has a line', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12 } })
    await add(id, 2, unitId)
    await add(id, 3, units['KOLİ'])
    expect(await change(id, { unit: units['KOLİ'] }, unitId)).toMatchObject({ body: { quantity: 5 } })
    expect(await lines()).toEqual([[id, 'KOLİ', 5]])
    await add(id, 40, unitId)
    expect(await change(id, { unit: units['KOLİ'] }, unitId)).toMatchObject({
      code: 'insufficient_stock',
      facts: { amount: 540, fits: 8 },
    })
    expect(await lines()).toEqual([
      [id, 'KOLİ', 5],
      [id, 'ADET', 40],
    ])
  })

  test('needs the unit when the product has two lines', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12 } })
    await add(id, 1, unitId)
    await add(id, 1, units['KOLİ'])
    expect(await change(id, { quantity: 2 })).toMatchObject({ code: 'line_ambiguous' })
    expect(await change(id, { quantity: 2 }, units['KOLİ'])).toMatchObject({ ok: true })
    expect(await lines()).toEqual([
      [id, 'ADET', 1],
      [id, 'KOLİ', 2],
    ])
  })

  test('rejects invalid changes', async () => {
    const { id, unitId } = await product()
    const foreign = await product()
    expect(await change(id, { quantity: 2 })).toMatchObject({ code: 'line_not_found' })
    await add(id, 1, unitId)
    for (const quantity of [0, -1, 0.5, '1,5', 1e9]) {
      expect(await change(id, { quantity })).toMatchObject({ code: 'quantity_invalid' })
      expect(await change(id, { addQuantity: quantity })).toMatchObject({ code: 'quantity_invalid' })
    }
    for (const body of [{}, { quantity: 1, unit: unitId }, { price: 1 }, { quantity: 1, profit: 5 }, [], 'x', null]) {
      expect(await change(id, body)).toMatchObject({ code: 'validation_failed' })
    }
    expect(await change(id, { unit: foreign.unitId })).toMatchObject({ code: 'unit_not_found' })
    expect(await change(id, { quantity: 2 }, foreign.unitId)).toMatchObject({ code: 'line_not_found' })
    expect(await lines()).toEqual([[id, 'ADET', 1]])
  })

  test('rejects a quantity above 1,000,000', async () => {
    await set('cartStockControl', '1')
    const { id, unitId } = await product()
    await add(id, 1_000_000, unitId)
    expect(await add(id, 1, unitId)).toMatchObject({ code: 'quantity_invalid' })
    expect(await change(id, { addQuantity: 1 })).toMatchObject({ code: 'quantity_invalid' })
  })
})

describe('removing a product from the cart', () => {
  test('removes the line of the given unit, or all lines of the product', async () => {
    const { id, unitId, units } = await product({ stock: 100, units: { KOLİ: 12, PAKET: 2 } })
    const other = await product()
    for (const unit of [unitId, units['KOLİ'], units['PAKET']]) await add(id, 1, unit)
    await add(other.id, 1, other.unitId)
    expect(await remove(id, units['KOLİ'])).toEqual({ ok: true, body: await figures(3) })
    expect(await remove(id, units['KOLİ'])).toMatchObject({ code: 'line_not_found' })
    await remove(id)
    expect(await lines()).toEqual([[other.id, 'ADET', 1]])
    expect(await remove(id)).toMatchObject({ code: 'line_not_found' })
    expect(await run('DELETE', '/api/catalog/cart', {})).toEqual({ ok: true, body: [] })
    expect(await cart()).toEqual([])
  })
})
