import { describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import { findLineProblems, linePrice, offSaleLines, withLine, withQuantity, withUnit } from './cart-lines.ts'

const unit = (id: number, multiplier = 1, value = 10) => ({
  id,
  value: multiplier === 1 ? 'ADET' : 'KOLİ',
  multiplier,
  barcode: null,
  defaultPrice: { value, currency: 'TRY' },
})

function line(
  id: number,
  productId: number,
  facts: { quantity?: number; stock?: number; unit?: ReturnType<typeof unit> } = {},
): CartItem {
  const productUnit = facts.unit ?? unit(productId * 10)
  const product = { id: productId, quantity: facts.stock, units: [productUnit], taxRate: 20 }
  return { id, product, productUnit, quantity: facts.quantity ?? 1 } as unknown as CartItem
}

const exact = { stockInfoStatus: 0, cartStockControl: false }
const prices = { isVisible: true, plan: null, currency: 'TRY', rates: { TRY: 1, USD: null } }
const ids = (items: CartItem[]) => items.map((item) => item.id)

describe('lines of the cart', () => {
  test('appends a new line and keeps the position of an existing one', () => {
    const items = [line(1, 1), line(2, 2)]
    expect(ids(withLine(items, line(3, 3)))).toEqual([1, 2, 3])
    expect(withLine(items, line(1, 1, { quantity: 7 }))[0]?.quantity).toBe(7)
  })

  test('merges a line into another of the same unit', () => {
    const box = unit(12, 12)
    const items = [line(1, 1), line(2, 1, { unit: box }), line(3, 3)]
    const merged = withLine(items, line(2, 1, { unit: box, quantity: 3 }), 1)
    expect(ids(merged)).toEqual([2, 3])
    expect(merged[0]?.quantity).toBe(3)
  })

  test('changes the quantity of the given line only', () => {
    expect(withQuantity([line(1, 1), line(2, 2)], 2, 5).map((item) => item.quantity)).toEqual([1, 5])
  })
})

describe('a changed line whose price depends on its quantity', () => {
  const lira = (value: number) => ({ value, currency: 'TRY' })
  const tiered = {
    ...unit(10),
    cartPrice: lira(9.5),
    advencePrice1: lira(11),
    quantityPrices: [
      { quantity: 1, defaultPrice: lira(10), cartPrice: lira(9.5), advencePrice1: lira(11) },
      { quantity: 10, defaultPrice: lira(8), advencePrice1: lira(9) },
      { quantity: 50, defaultPrice: lira(8.5), advencePrice1: lira(9) },
    ],
  }

  test.each([
    [1, 10, 11],
    [9, 10, 11],
    [10, 8, 9],
    [49, 8, 9],
    [50, 8.5, 9],
    [1000, 8.5, 9],
  ])('costs at %d what the server calculated for this quantity', (quantity, sale, plan) => {
    const [changed] = withQuantity([line(1, 1, { unit: tiered, quantity: 12 })], 1, quantity)
    expect(changed?.quantity).toBe(quantity)
    expect(linePrice(changed!, prices)).toEqual(lira(sale))
    expect(linePrice(changed!, { ...prices, plan: 'advencePrice1' })).toEqual(lira(plan))
  })

  test('keeps no price of the former quantity that the new one does not have', () => {
    const [changed] = withQuantity([line(1, 1, { unit: tiered, quantity: 1 })], 1, 10)
    expect(changed?.productUnit.cartPrice).toBeUndefined()
  })

  test('costs in another unit what the unit costs at the quantity of the line', () => {
    const box = { ...tiered, id: 11, multiplier: 12 }
    const [changed] = withUnit([line(1, 1, { quantity: 10 })], 1, box)
    expect(linePrice(changed!, prices)).toEqual(lira(8))
  })
})

describe('findLineProblems', () => {
  test('two lines of a product use up its stock in order', () => {
    const items = [line(1, 1, { quantity: 10, stock: 30 }), line(2, 1, { quantity: 2, stock: 30, unit: unit(12, 12) })]
    expect(findLineProblems(items, exact, prices)).toEqual(
      new Map([[2, { kind: 'stock', amount: 34, fits: 1, left: 20 }]]),
    )
  })

  test.each([
    ['stock control on', { stockInfoStatus: 0, cartStockControl: true }, 0],
    ['stock control off', exact, 1],
  ])('%s', (_, rule, count) => {
    expect(findLineProblems([line(1, 1, { quantity: 12, stock: 10 })], rule, prices).size).toBe(count)
  })

  test('reports nothing for stock without a figure', () => {
    expect(findLineProblems([line(1, 1, { quantity: 9999 })], exact, prices).size).toBe(0)
  })

  test('reports a product that is no longer on sale, whatever its stock and the stock rule', () => {
    const gone: CartItem = { ...line(1, 1, { quantity: 3, stock: 100 }), isOffSale: true }
    const items = [gone, line(2, 2)]
    for (const cartStockControl of [true, false]) {
      const problems = findLineProblems(
        items,
        { stockInfoStatus: 0, cartStockControl },
        { ...prices, isVisible: false },
      )
      expect(problems).toEqual(new Map([[1, { kind: 'offSale' }]]))
    }
    expect(offSaleLines(items)).toEqual([gone])
    expect(offSaleLines([line(2, 2)])).toEqual([])
  })

  test('reports a price of 0 and a price in a currency without a rate', () => {
    const free = line(1, 1, { unit: unit(10, 1, 0) })
    const foreign = line(2, 2, { unit: { ...unit(20), defaultPrice: { value: 5, currency: 'USD' } } })
    expect([...findLineProblems([free, foreign], exact, prices).values()]).toEqual([
      { kind: 'price' },
      { kind: 'price' },
    ])
    expect(findLineProblems([free], exact, { ...prices, isVisible: false }).size).toBe(0)
  })
})
