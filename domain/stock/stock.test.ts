import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOutOfStock, isStockExact, showStock, stockOffset, visibleInventory, visibleQuantity } from './stock.ts'

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

describe('showStock', () => {
  test.each([
    [0, 7, { kind: 'quantity', quantity: 7 }],
    [0, 2.5, { kind: 'quantity', quantity: 2.5 }],
    [0, 0, { kind: 'out' }],
    [0, -3, { kind: 'out' }],
    [1, 7, { kind: 'nothing' }],
    [1, 0, { kind: 'nothing' }],
    [2, 1, { kind: 'in' }],
    [2, 0, { kind: 'out' }],
    [2, -1, { kind: 'out' }],
  ])('mode %i, %d in stock', (mode, quantity, shown) => {
    expect(showStock(quantity, mode)).toEqual(shown)
  })

  test.each(offsets)('mode %i shows stock %i higher, and out of stock at 0 or below', (mode, offset) => {
    expect(showStock(2000, mode)).toEqual({ kind: 'quantity', quantity: 2000 + offset })
    expect(showStock(1 - offset, mode)).toEqual({ kind: 'quantity', quantity: 1 })
    expect(showStock(-offset, mode)).toEqual({ kind: 'out' })
  })

  test.each(caps)('mode %i shows "%i+" only above that number', (mode, cap) => {
    expect(showStock(cap + 1, mode)).toEqual({ kind: 'more_than', quantity: cap })
    expect(showStock(cap, mode)).toEqual({ kind: 'quantity', quantity: cap })
    expect(showStock(1, mode)).toEqual({ kind: 'quantity', quantity: 1 })
    expect(showStock(0, mode)).toEqual({ kind: 'out' })
  })
})

describe('visibleQuantity', () => {
  test('reveals no more than the mode shows', () => {
    expect(visibleQuantity(7, 1)).toBeUndefined()
    expect([250, 1, 0.5, 0, -4].map((quantity) => visibleQuantity(quantity, 2))).toEqual([1, 1, 1, 0, 0])
    expect([250, 2.5, 0, -4].map((quantity) => visibleQuantity(quantity, 0))).toEqual([250, 2.5, 0, 0])
  })

  test.each(offsets)('mode %i (%i) returns the exact stock, but not how far below the limit it is', (mode, offset) => {
    const border = 0 - offset
    expect([border + 3, border, border - 1, -5000].map((quantity) => visibleQuantity(quantity, mode))).toEqual([
      ...[border + 3, border],
      ...[border, border],
    ])
  })

  test.each(caps)('mode %i returns at most one more than %i, and nothing below 0', (mode, cap) => {
    expect([cap + 500, cap + 1, cap + 0.5, cap, -9].map((n) => visibleQuantity(n, mode))).toEqual([
      ...[cap + 1, cap + 1, cap + 1],
      ...[cap, 0],
    ])
  })

  test('is displayed like the real stock in every mode', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2000, max: 5000 }), fc.integer({ min: 0, max: 20 }), (quantity, mode) => {
        const visible = visibleQuantity(quantity, mode) ?? 0
        expect(showStock(visible, mode)).toEqual(showStock(quantity, mode))
        if (mode !== 1) expect(isOutOfStock(visible, mode)).toBe(isOutOfStock(quantity, mode))
      }),
    )
  })

  test('is exact in the modes whose figures a browser may calculate with', () => {
    const exact = Array.from({ length: 21 }, (_, mode) => mode).filter(isStockExact)
    expect(exact).toEqual([0, ...offsets.map(([mode]) => mode)])
  })
})

describe('visibleInventory', () => {
  const held = [12, 0, 8, -2]

  test.each([
    [0, [12, 0, 8, -2]],
    [1, [0, 0, 0, 0]],
    [2, [1, 0, 1, 0]],
    [3, [17, 0, 8, -2]],
    [8, [32, 0, 8, -2]],
    [9, [7, 0, 8, -2]],
    [10, [2, 0, 8, -2]],
    [14, [0, 0, 0, 0]],
    [11, [0, 0, 0, 0]],
    [15, [6, 0, 6, 0]],
    [16, [11, 0, 8, 0]],
    [20, [12, 0, 8, 0]],
  ])('mode %i shows 12, 0, 8 and -2 as %j', (mode, shown) => {
    expect(visibleInventory(held, mode)).toEqual(shown)
  })

  test('subtracts a negative offset from the fullest warehouse first, then from the next', () => {
    expect(visibleInventory([4, 9, 6], 10)).toEqual([4, 0, 5])
    expect(visibleInventory([0.3, 5.1], 9)).toEqual([0.3, 0.1])
    // 8 − 3 − 5 is 0, so no warehouse shows stock.
    expect(visibleInventory([8, -3], 9)).toEqual([0, 0])
  })

  test('with an offset the rows add up to the shown stock; in every other mode each row is shown like the whole', () => {
    const places = fc.array(fc.integer({ min: -50, max: 1500 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 20 }), (quantities, mode) => {
        const rows = visibleInventory(quantities, mode)
        const total = quantities.reduce((sum, quantity) => sum + quantity, 0)
        if (stockOffset(mode) === 0) {
          if (mode !== 0) expect(rows).toEqual(quantities.map((quantity) => visibleQuantity(quantity, mode) ?? 0))
          return
        }
        const shown = showStock(total, mode)
        expect(rows.reduce((sum, row) => sum + row, 0)).toBe(shown.kind === 'quantity' ? shown.quantity : 0)
      }),
    )
  })
})

describe('isOutOfStock', () => {
  test.each([
    [0, 0, true],
    [-1, 0, true],
    [0.5, 0, false],
    [0, 3, false],
    [-5, 3, true],
    [5, 9, true],
    [6, 9, false],
    [0, 15, true],
    [undefined, 0, false],
  ])('stock %s in mode %i: %s', (quantity, mode, out) => {
    expect(isOutOfStock(quantity, mode)).toBe(out)
  })
})
