import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#domain/text/calendar-day.ts'
import { canMoveReturn, returnableQuantity, returnNumber, returnStates } from './goods-return.ts'

const at = (day: number): Day => `2026-03-${String(day).padStart(2, '0')}`
const goods = (day: number, quantity: number) => ({ day: at(day), quantity })

test.each([
  ['nothing shipped', [], [], 10, 0],
  ['all of it, on the last day', [goods(1, 6)], [], 15, 6],
  ['nothing on the day after', [goods(1, 6)], [], 16, 0],
  ['what is not returned yet', [goods(1, 6)], [goods(3, 2)], 10, 4],
  ['only the newer of two shipments', [goods(1, 4), goods(10, 6)], [], 20, 6],
  ['the newer shipment after the older one came back', [goods(1, 4), goods(10, 6)], [goods(12, 4)], 20, 6],
  ['less when the older goods could no longer be meant', [goods(1, 4), goods(10, 6)], [goods(18, 4)], 20, 2],
  ['nothing after everything came back', [goods(1, 4), goods(10, 6)], [goods(12, 10)], 12, 0],
])('can be returned: %s', (_name, shipped, returned, today, expected) => {
  expect(returnableQuantity({ shipped, returned }, at(today), 14)).toBe(expected)
})

test('is never more than what was shipped and has not come back', () => {
  const list = fc.array(fc.record({ day: fc.integer({ min: 1, max: 28 }).map(at), quantity: fc.nat(9) }), {
    maxLength: 6,
  })
  const sum = (moved: { quantity: number }[]) => moved.reduce((total, { quantity }) => total + quantity, 0)
  fc.assert(
    fc.property(list, list, fc.nat(40), (shipped, returned, days) => {
      const quantity = returnableQuantity({ shipped, returned }, at(28), days)
      expect(quantity).toBeGreaterThanOrEqual(0)
      expect(quantity).toBeLessThanOrEqual(Math.max(0, sum(shipped) - sum(returned)))
    }),
  )
})

describe('the table of moves', () => {
  test('leads from a request over acceptance and receipt to the end', () => {
    const moves = returnStates.flatMap((from) =>
      returnStates.filter((to) => canMoveReturn(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(moves).toEqual([
      'requested → accepted',
      'requested → refused',
      'requested → withdrawn',
      'accepted → received',
      'received → closed',
    ])
  })
})

test('numbers start with R, like R2026000042', () => {
  expect(returnNumber(2026, 42)).toBe('R2026000042')
})
