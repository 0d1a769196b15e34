import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { allocate, largestQuantity, stockSuffices } from './stock.ts'

describe('stockSuffices', () => {
  const rule = (stockInfoStatus: number, cartStockControl = false) => ({ stockInfoStatus, cartStockControl })

  test.each([
    { wanted: 10, inCart: 0, stock: 10, mode: 0, fits: true },
    { wanted: 11, inCart: 0, stock: 10, mode: 0, fits: false },
    { wanted: 4, inCart: 6, stock: 10, mode: 0, fits: true },
    { wanted: 5, inCart: 6, stock: 10, mode: 0, fits: false },
    { wanted: 15, inCart: 0, stock: 10, mode: 3, fits: true },
    { wanted: 16, inCart: 0, stock: 10, mode: 3, fits: false },
    { wanted: 5, inCart: 0, stock: 10, mode: 9, fits: true },
    { wanted: 6, inCart: 0, stock: 10, mode: 9, fits: false },
    { wanted: 11, inCart: 0, stock: 10, mode: 15, fits: false },
    { wanted: 1, inCart: 0, stock: 0, mode: 0, fits: false },
    { wanted: 1, inCart: 0, stock: -5, mode: 0, fits: false },
    { wanted: 1, inCart: 0, stock: '0.999', mode: 0, fits: false },
  ])(
    '$wanted requested, $inCart in the cart, $stock in stock, mode $mode: $fits',
    ({ wanted, inCart, stock, mode, fits }) => {
      expect(stockSuffices(wanted, inCart, stock, rule(mode))).toBe(fits)
    },
  )

  test('always passes when cart stock control is on', () => {
    expect(stockSuffices(1_000_000, 5, -3, rule(0, true))).toBe(true)
    expect(stockSuffices(1, 0, 0, rule(13, true))).toBe(true)
  })

  test.each([
    { multiplier: 1, inCart: 0, stock: 10, mode: 0, largest: 10 },
    { multiplier: 12, inCart: 0, stock: 35, mode: 0, largest: 2 },
    { multiplier: 12, inCart: 12, stock: 36, mode: 0, largest: 2 },
    { multiplier: 12, inCart: 30, stock: 36, mode: 0, largest: 0 },
    { multiplier: '0.1', inCart: 0, stock: '0.3', mode: 0, largest: 3 },
    { multiplier: 10, inCart: 0, stock: 5, mode: 3, largest: 1 },
    { multiplier: 1, inCart: 0, stock: 5, mode: 9, largest: 0 },
    { multiplier: 1, inCart: 4, stock: -2, mode: 0, largest: 0 },
  ])('units of $multiplier: at most $largest fit', ({ multiplier, inCart, stock, mode, largest }) => {
    expect(largestQuantity(multiplier, inCart, stock, rule(mode))).toBe(largest)
  })

  test('the largest quantity fits and one more does not', () => {
    const base = fc.integer({ min: -50, max: 5000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.nat(2000),
        base,
        fc.integer({ min: 0, max: 20 }),
        (thousandths, inCart, stock, mode) => {
          const multiplier = thousandths / 1000
          const largest = largestQuantity(multiplier, inCart, stock, rule(mode))
          const fits = (quantity: number) =>
            stockSuffices(decimal(multiplier).times(quantity), inCart, stock, rule(mode))
          expect(largest === 0 || fits(largest)).toBe(true)
          expect(fits(largest + 1)).toBe(false)
        },
      ),
    )
  })
})

describe('allocate', () => {
  const place = fc.record({
    warehouseId: fc.nat(9),
    quantity: fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 1000),
  })
  const wantedAmount = fc.integer({ min: 1, max: 300_000 }).map((n) => n / 1000)

  test('takes from warehouses in the given order and returns the rest as back-order', () => {
    const places = [
      { warehouseId: 3, quantity: '2.500' },
      { warehouseId: 1, quantity: -4 },
      { warehouseId: 4, quantity: 0 },
      { warehouseId: 2, quantity: 10 },
    ]
    const plain = (wanted: number) => {
      const { taken, backOrder } = allocate(wanted, places)
      return [taken.map((part) => [part.warehouseId, part.quantity.toNumber()]), backOrder.toNumber()]
    }
    expect(plain(2)).toEqual([[[3, 2]], 0])
    expect(plain(6)).toEqual([
      [
        [3, 2.5],
        [2, 3.5],
      ],
      0,
    ])
    expect(plain(20)).toEqual([
      [
        [3, 2.5],
        [2, 10],
      ],
      7.5,
    ])
    expect(allocate(4, [])).toEqual({ taken: [], backOrder: decimal(4) })
  })

  test('parts and back-order add up to the request, and no warehouse gives more than it has', () => {
    fc.assert(
      fc.property(wantedAmount, fc.array(place, { maxLength: 6 }), (wanted, places) => {
        const numbered = places.map(({ quantity }, warehouseId) => ({ warehouseId, quantity }))
        const { taken, backOrder } = allocate(wanted, numbered)
        const sum = taken.reduce((total, part) => total.plus(part.quantity), backOrder)
        expect(sum.toString()).toBe(decimal(wanted).toString())
        for (const { warehouseId, quantity } of taken) {
          expect(quantity.greaterThan(0)).toBe(true)
          expect(quantity.lessThanOrEqualTo(numbered[warehouseId]?.quantity ?? 0)).toBe(true)
        }
        const available = numbered.reduce((total, { quantity }) => total.plus(Math.max(0, quantity)), decimal(0))
        expect(backOrder.toString()).toBe(decimal(Math.max(0, decimal(wanted).minus(available).toNumber())).toString())
      }),
    )
  })
})
