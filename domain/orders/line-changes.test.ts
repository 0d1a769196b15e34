import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { type ChangeableLine, planChange } from './line-changes.ts'

const line: ChangeableLine = { lineNo: 1, quantity: 10, cancelled: 2, multiplier: '6', backOrder: '9', price: '12.5' }
const plan = (change: Parameters<typeof planChange>[1], parts: Partial<ChangeableLine> = {}) => {
  const { backOrder, price, returned, needed, ...counts } = planChange({ ...line, ...parts }, change)
  return {
    ...counts,
    backOrder: Number(backOrder),
    price: Number(price),
    returned: Number(returned),
    needed: Number(needed),
  }
}

describe('quantity', () => {
  test('what is taken away reduces the back-order first, and returns the rest to stock', () => {
    // Two boxes are 12 base units: 9 that were never taken from stock, and 3 that were.
    expect(plan({ quantity: 6 })).toMatchObject({ quantity: 10, cancelled: 4, backOrder: 0, returned: 3, needed: 0 })
    expect(plan({ quantity: 7 })).toMatchObject({ cancelled: 3, backOrder: 3, returned: 0 })
  })

  test('0 cancels the line: all that stock gave returns', () => {
    expect(plan({ quantity: 0 })).toMatchObject({ quantity: 10, cancelled: 10, backOrder: 0, returned: 39 })
  })

  test('what is added is ordered in addition', () => {
    expect(plan({ quantity: 11 })).toMatchObject({ quantity: 13, cancelled: 2, backOrder: 9, needed: 18, returned: 0 })
  })

  test('stock, back-order and cancelled quantity always add up to what was ordered', () => {
    const count = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(count, count, count, fc.nat(2000), (quantity, multiplier, missing, wanted) => {
        const backOrder = Math.min(missing, quantity * multiplier)
        const planned = plan(
          { quantity: wanted },
          { quantity, cancelled: 0, multiplier: String(multiplier), backOrder: String(backOrder) },
        )
        const held = quantity * multiplier - backOrder - planned.returned + planned.needed
        expect(held + planned.backOrder).toBe((planned.quantity - planned.cancelled) * multiplier)
        expect(planned.quantity - planned.cancelled).toBe(wanted)
        expect(Math.min(planned.returned, planned.backOrder, held)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('price', () => {
  test.each([
    ['a new price', { price: '11.9' }, 11.9],
    ['a discount on the price so far', { discount: 10 }, 11.25],
    ['a discount on a new price', { price: '20', discount: 2.5 }, 19.5],
    ['four places', { discount: 33.33 }, 8.3338],
    ['for nothing', { discount: 100 }, 0],
    ['none', {}, 12.5],
  ] as const)('%s', (_, change, price) => {
    expect(plan(change).price).toBe(price)
    expect(planChange(line, change).price.equals(decimal(price))).toBe(true)
  })
})
