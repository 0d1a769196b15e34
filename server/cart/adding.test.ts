import { describe, expect, test } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { actAs, add, cart, linePath, lines, openCartCalls, pool, product, run } from './test-cart-calls.ts'

openCartCalls()

describe('adding to the cart', () => {
  test('returns the cart item at the dealer’s price', async () => {
    actAs(await addDealer(pool, { discount: 10 }))
    const { id, unitId, code } = await product({ price: 12.5, currency: 'USD', taxRate: 10 })
    expect(await add(id, 2, unitId)).toMatchObject({
      ok: true,
      body: {
        product: { id, code, taxRate: 10, salePrice: { value: 11.25, currency: 'USD' } },
        productUnit: { id: unitId, value: 'ADET', multiplier: 1, defaultPrice: { value: 11.25, currency: 'USD' } },
        quantity: 2,
      },
    })
  })

  test('increases the line of the same unit and creates a line for another unit, in the order of adding', async () => {
    const { id, unitId, units } = await product({ units: { PAKET: 3 } })
    const other = await product()
    await add(id, 1, unitId)
    await add(other.id, 1, other.unitId)
    await add(id, 1, units['PAKET'])
    await add(id, '2', String(unitId))
    expect(await lines()).toEqual([
      [id, 'ADET', 3],
      [other.id, 'ADET', 1],
      [id, 'PAKET', 1],
    ])
  })

  test('prices a unit without a price of its own as the default unit’s price × multiplier', async () => {
    const { id, units } = await product({ price: 33.3333, units: { PAKET: 3 } })
    expect(await add(id, 1, units['PAKET'])).toMatchObject({
      body: { productUnit: { defaultPrice: { value: 99.9999 } } },
    })
  })

  test.each([
    0,
    -1,
    0.5,
    1e9,
    1_000_001,
    Number.NaN,
    2 ** 53,
    Infinity,
    '1,5',
    '0',
    '-1',
    '1e3',
    '',
    ' 1',
    null,
    [1],
    true,
  ])('rejects the quantity %j', async (quantity) => {
    const { id, unitId } = await product()
    expect(await add(id, quantity, unitId)).toMatchObject({ ok: false, code: 'quantity_invalid' })
    expect(await cart()).toEqual([])
  })

  test('accepts 101: the limit of 100 applies only to the detail page’s input', async () => {
    const { id, unitId } = await product({ stock: 500 })
    expect(await add(id, 101, unitId)).toMatchObject({ ok: true })
  })

  test('rejects an invalid unit, quantity or product with its reason', async () => {
    const { id, unitId } = await product()
    const foreign = await product()
    const unpriced = await product({ price: null })
    const free = await product({ price: 0 })
    const noRate = await product({ currency: 'EUR' })
    const noUnit = await product({ hasDefaultUnit: false })
    const parent = await product({ variantNames: ['Renk'] })
    const inactive = await product()
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [inactive.id])
    expect(await add(999_999_999, 1, unitId)).toMatchObject({ code: 'product_not_found' })
    expect(await add(inactive.id, 1, inactive.unitId)).toMatchObject({ code: 'product_not_found' })
    expect(await add('abc', 1, unitId)).toMatchObject({ code: 'not_found' })
    expect(await add(id, 1, foreign.unitId)).toMatchObject({ code: 'unit_not_found' })
    expect(await add(id, 1, 'x')).toMatchObject({ code: 'validation_failed' })
    expect(await add(unpriced.id, 1, unpriced.unitId)).toMatchObject({ code: 'price_unknown' })
    expect(await add(free.id, 1, free.unitId)).toMatchObject({ code: 'price_unknown' })
    expect(await add(noRate.id, 1, noRate.unitId)).toMatchObject({ code: 'price_unknown' })
    expect(await add(noUnit.id, 1, noUnit.unitId)).toMatchObject({ code: 'no_default_unit' })
    expect(await add(parent.id, 1, parent.unitId)).toMatchObject({ code: 'variant_not_chosen' })
    expect(await cart()).toEqual([])
  })

  test('checks a variant against its own stock', async () => {
    const parent = await product({ variantNames: ['Renk'], stock: 100 })
    const child = await product({ parentId: parent.id, variantValues: ['Kırmızı'], stock: 2 })
    expect(await add(child.id, 3, child.unitId)).toMatchObject({ code: 'insufficient_stock', facts: { amount: 3 } })
    expect(await add(child.id, 2, child.unitId)).toMatchObject({ ok: true })
  })

  test('rejects a variant whose parent is off sale', async () => {
    const parent = await product({ variantNames: ['Renk'] })
    const child = await product({ parentId: parent.id, variantValues: ['Mavi'] })
    await add(child.id, 1, child.unitId)
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [parent.id])
    expect(await add(child.id, 1, child.unitId)).toMatchObject({ code: 'product_not_found' })
    const lines = { body: { lines: [{ code: child.code, quantity: 1 }] } }
    const rows = { rows: [{ error: { code: 'product_not_found' } }], addedCount: 0 }
    expect(await run('POST', '/api/catalog/cart/lines', lines)).toMatchObject({ body: rows })
    expect(await cart()).toMatchObject([{ product: { id: child.id }, isOffSale: true }])
  })

  test('ignores request values that the server decides', async () => {
    const { id, unitId } = await product({ price: 100 })
    const body = { quantity: 1, productValue: unitId, price: 1, tax: 0, total: 1, profit: -100 }
    const answer = await run('POST', linePath, { params: { productId: String(id) }, body })
    expect(answer).toMatchObject({ body: { productUnit: { defaultPrice: { value: 100 } } } })
  })
})
