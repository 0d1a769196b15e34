import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeQuantity,
  canMoveOrder,
  chosenStates,
  dealerCancelStates,
  type LineQuantities,
  openQuantity,
  orderStates,
  orderStatesBefore,
  stateOfLines,
} from './order-life.ts'

const line = (quantities: Partial<LineQuantities>): LineQuantities => {
  return { quantity: 10, confirmed: 0, shipped: 0, cancelled: 0, backOrdered: 0, returned: 0, ...quantities }
}

describe('moves', () => {
  test('an order goes from receipt over picking and shipping to its end', () => {
    const path = ['received', 'confirmed', 'picking', 'partly_shipped', 'shipped', 'delivered', 'closed'] as const
    for (const [at, to] of path.slice(1).entries()) expect(canMoveOrder(path[at] ?? to, to)).toBe(true)
  })

  test('closed, rejected and cancelled orders never move', () => {
    for (const end of ['closed', 'rejected', 'cancelled'] as const) {
      expect(orderStates.filter((to) => canMoveOrder(end, to))).toEqual([])
    }
  })

  test('an order that is being picked, or of which something was shipped, is not cancelled', () => {
    expect(orderStatesBefore('cancelled')).toEqual(['received', 'awaiting_approval', 'confirmed'])
  })

  test('only an order that waits for approval is rejected', () => {
    expect(orderStatesBefore('rejected')).toEqual(['awaiting_approval'])
  })

  test('every choice of staff is a move of the table', () => {
    for (const from of orderStates) for (const to of chosenStates(from)) expect(canMoveOrder(from, to)).toBe(true)
  })

  test('every state but the first two is reached from another one', () => {
    const reached = orderStates.filter((to) => orderStatesBefore(to).length > 0)
    expect(reached).toEqual(orderStates.filter((state) => state !== 'received' && state !== 'awaiting_approval'))
  })

  test('dealers cancel without asking only what the store has not accepted', () => {
    expect(dealerCancelStates).toEqual(['received', 'awaiting_approval'])
  })
})

describe('quantities of a line', () => {
  test('what is neither shipped, cancelled nor back-ordered can be shipped', () => {
    expect(openQuantity(line({ shipped: 3, cancelled: 2, backOrdered: 1 }))).toBe(4)
    expect(activeQuantity(line({ shipped: 3, cancelled: 2, backOrdered: 1 }))).toBe(8)
  })

  test.each([
    ['nothing shipped', [line({})], 'confirmed'],
    ['one line whole, one open', [line({ shipped: 10 }), line({})], 'partly_shipped'],
    ['the rest is back-ordered', [line({ shipped: 8, backOrdered: 2 })], 'partly_shipped'],
    ['the rest is cancelled', [line({ shipped: 8, cancelled: 2 })], 'shipped'],
    ['a line cancelled, the other shipped', [line({ cancelled: 10 }), line({ shipped: 10 })], 'shipped'],
    ['all cancelled', [line({ cancelled: 10 }), line({ cancelled: 10 })], null],
  ] as const)('the state follows from the lines: %s', (_, lines, state) => {
    expect(stateOfLines(lines)).toBe(state)
  })

  test('the parts of a line always add up to what was ordered', () => {
    const part = fc.nat(1000)
    const parts = fc.tuple(part, part, part, part)
    fc.assert(
      fc.property(parts, ([shipped, cancelled, backOrdered, open]) => {
        const whole = line({ quantity: shipped + cancelled + backOrdered + open, shipped, cancelled, backOrdered })
        expect(openQuantity(whole)).toBe(open)
        const isAllShipped = shipped > 0 && open + backOrdered === 0
        expect(stateOfLines([whole]) === 'shipped').toBe(isAllShipped)
      }),
    )
  })
})
