import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStockExact, showInventory, showStock, type StockShown, stockOffset } from './stock.ts'

// The table of the specification (catalogue, section 9).
const offsets = [
  ...[
    [3, 5],
    [4, 10],
    [5, 50],
    [6, 100],
    [7, 1000],
    [8, 20],
  ],
  ...[
    [9, -5],
    [10, -10],
    [11, -50],
    [12, -100],
    [13, -1000],
    [14, -20],
  ],
] as [mode: number, offset: number][]
const caps = [
  [15, 5],
  [16, 10],
  [17, 50],
  [18, 100],
  [19, 1000],
  [20, 20],
] as [mode: number, cap: number][]

describe('stockOffset', () => {
  test.each(offsets)('mode %i adds %i', (mode, offset) => {
    expect(stockOffset(mode)).toBe(offset)
  })

  test.each([0, 1, 2, 15, 16, 17, 18, 19, 20])('mode %i adds nothing', (mode) => {
    expect(stockOffset(mode)).toBe(0)
  })
})

const modes = Array.from({ length: 21 }, (_, mode) => mode)
const out = { isOutOfStock: true, quantity: 0 }

describe('showStock', () => {
  test.each([
    [0, 7, { isOutOfStock: false, quantity: 7 }],
    [0, 2.5, { isOutOfStock: false, quantity: 2.5 }],
    [0, 0, out],
    [0, -3, out],
    [1, 7, { isOutOfStock: false }],
    [1, 0, { isOutOfStock: true }],
    [2, 1, { isOutOfStock: false }],
    [2, 0, { isOutOfStock: true }],
    [2, -1, { isOutOfStock: true }],
  ])('mode %i, %d in stock', (mode, quantity, shown) => {
    expect(showStock(quantity, mode)).toEqual(shown)
  })

  test.each(offsets)('mode %i shows stock %i higher, and out of stock at 0 or below', (mode, offset) => {
    expect(showStock(2000, mode)).toEqual({ isOutOfStock: false, quantity: 2000 + offset })
    expect(showStock(1 - offset, mode)).toEqual({ isOutOfStock: false, quantity: 1 })
    for (const less of [0, 1, 3000]) expect(showStock(0 - offset - less, mode)).toEqual(out)
  })

  test.each(caps)('mode %i shows "%i+" only above that number', (mode, cap) => {
    for (const more of [0.5, 1, 5000]) {
      expect(showStock(cap + more, mode)).toEqual({ isOutOfStock: false, moreThan: cap })
    }
    expect(showStock(cap, mode)).toEqual({ isOutOfStock: false, quantity: cap })
    expect(showStock(1, mode)).toEqual({ isOutOfStock: false, quantity: 1 })
    expect(showStock(-9, mode)).toEqual(out)
  })

  test('adds an offset without a binary error', () => {
    expect(showStock(0.1, 3)).toEqual({ isOutOfStock: false, quantity: 5.1 })
    expect(showStock(5.3, 9)).toEqual({ isOutOfStock: false, quantity: 0.3 })
  })
})

test('figures are exact in mode 0 and in the modes with an offset', () => {
  expect(modes.filter(isStockExact)).toEqual([0, ...offsets.map(([mode]) => mode)])
})

/** `5+`, `7`, `in` or `out`. */
function wordOf({ isOutOfStock, quantity, moreThan }: StockShown): string {
  if (moreThan !== undefined) return `${moreThan}+`
  return quantity === undefined ? (isOutOfStock ? 'out' : 'in') : String(quantity)
}
const words = (quantities: number[], mode: number) => showInventory(quantities, mode).map(wordOf).join(' ')

describe('showInventory', () => {
  test.each([
    [0, '12 0 8 -2'],
    [2, 'in out in out'],
    [3, '17 0 8 -2'],
    [8, '32 0 8 -2'],
    [9, '7 0 8 -2'],
    [10, '2 0 8 -2'],
    [14, '0 0 0 0'],
    [11, '0 0 0 0'],
    [15, 'in out in out'],
    [16, 'in out in out'],
    [20, '10 0 8 0'],
  ])('mode %i shows 12, 0, 8 and -2 as %s', (mode, shown) => {
    expect(words([12, 0, 8, -2], mode)).toBe(shown)
  })

  test.each([
    ['out of stock as a whole', 2, [7, -9], 'out out'],
    ['out of stock as a whole', 15, [7, -9], '0 0'],
    ['below the cap as a whole', 15, [7, -2], '5 0'],
    ['above the cap in one warehouse alone', 15, [0, 60], 'out 5+'],
    ['above the cap in several warehouses', 15, [1, 60], 'in in'],
    ['below the cap in each warehouse', 15, [4, 4], 'in in'],
  ])('%s, mode %i: %j is shown as %s', (_, mode, quantities, shown) => {
    expect(words(quantities, mode)).toBe(shown)
  })

  test('subtracts a negative offset from the fullest warehouse first, then from the next', () => {
    expect(words([4, 9, 6], 10)).toBe('4 0 5')
    expect(words([0.3, 5.1], 9)).toBe('0.3 0.1')
    // 8 − 3 − 5 is 0, so no warehouse shows stock.
    expect(words([8, -3], 9)).toBe('0 0')
  })

  test('reveals no more than the product as a whole and contradicts it in no mode', () => {
    const places = fc.array(fc.integer({ min: -50, max: 1500 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(places, fc.constantFrom(...modes.slice(2)), (quantities, mode) => {
        const whole = showStock(
          quantities.reduce((sum, quantity) => sum + quantity, 0),
          mode,
        )
        const rows = showInventory(quantities, mode)
        if (whole.isOutOfStock) expect(rows.every(({ isOutOfStock }) => isOutOfStock)).toBe(true)
        else expect(rows.some(({ isOutOfStock }) => !isOutOfStock)).toBe(true)
        if (whole.quantity !== undefined) {
          expect(rows.reduce((sum, { quantity = Number.NaN }) => sum + quantity, 0)).toBe(whole.quantity)
        } else {
          expect(rows.filter(({ quantity }) => quantity !== undefined)).toEqual([])
          expect(rows.filter(({ moreThan }) => moreThan !== undefined && moreThan !== whole.moreThan)).toEqual([])
          if (rows.some(({ moreThan }) => moreThan !== undefined)) {
            expect(rows.filter(({ isOutOfStock }) => !isOutOfStock)).toHaveLength(1)
          }
        }
      }),
    )
  })
})
