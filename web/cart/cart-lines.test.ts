import { describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import { findLineProblems, offSaleLines, withLine, withLineAt, withoutLine, withQuantity } from './cart-lines.ts'

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
  test('a new line goes to the end, a known one keeps its place', () => {
    const items = [line(1, 1), line(2, 2)]
    expect(ids(withLine(items, line(3, 3)))).toEqual([1, 2, 3])
    expect(withLine(items, line(1, 1, { quantity: 7 }))[0]?.quantity).toBe(7)
  })

  test('a line that took in another of the same unit stands once', () => {
    const box = unit(12, 12)
    const items = [line(1, 1), line(2, 1, { unit: box }), line(3, 3)]
    const merged = withLine(items, line(2, 1, { unit: box, quantity: 3 }), 1)
    expect(ids(merged)).toEqual([2, 3])
    expect(merged[0]?.quantity).toBe(3)
  })

  test('a removed line comes back to its place when removing failed', () => {
    const items = [line(1, 1), line(2, 2), line(3, 3)]
    expect(ids(withLineAt(withoutLine(items, 2), line(2, 2), 1))).toEqual([1, 2, 3])
  })

  test('only the named line changes its quantity', () => {
    expect(withQuantity([line(1, 1), line(2, 2)], 2, 5).map((item) => item.quantity)).toEqual([1, 5])
  })
})

describe('what would stop the order', () => {
  test('two lines of a product use up its stock in their order', () => {
    const items = [line(1, 1, { quantity: 10, stock: 30 }), line(2, 1, { quantity: 2, stock: 30, unit: unit(12, 12) })]
    expect(findLineProblems(items, exact, prices)).toEqual(
      new Map([[2, { kind: 'stock', amount: 34, fits: 1, left: 20 }]]),
    )
  })

  test.each([
    ['stock control on', { stockInfoStatus: 0, cartStockControl: true }, 0],
    ['offset of +5', { stockInfoStatus: 3, cartStockControl: false }, 0],
    ['capped stock is left to the server', { stockInfoStatus: 15, cartStockControl: false }, 0],
    ['offset of −5', { stockInfoStatus: 9, cartStockControl: false }, 1],
  ])('%s', (_, rule, count) => {
    expect(findLineProblems([line(1, 1, { quantity: 12, stock: 10 })], rule, prices).size).toBe(count)
  })

  test('hidden stock is no problem', () => {
    expect(findLineProblems([line(1, 1, { quantity: 9999 })], exact, prices).size).toBe(0)
  })

  test('a product that is no longer on sale is, whatever stock and stock control say', () => {
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

  test('a price of 0 or in a currency without a rate is', () => {
    const free = line(1, 1, { unit: unit(10, 1, 0) })
    const foreign = line(2, 2, { unit: { ...unit(20), defaultPrice: { value: 5, currency: 'USD' } } })
    expect([...findLineProblems([free, foreign], exact, prices).values()]).toEqual([
      { kind: 'price' },
      { kind: 'price' },
    ])
    expect(findLineProblems([free], exact, { ...prices, isVisible: false }).size).toBe(0)
  })
})
