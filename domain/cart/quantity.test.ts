import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decreased,
  increased,
  increasedDetailAmount,
  isCorrected,
  quantityMax,
  typedCartQuantity,
  typedDetailAmount,
  typedListQuantity,
} from './quantity.ts'

describe('list page', () => {
  test.each([
    ['5', 5],
    [' 12 ', 12],
    ['101', 101],
    ['0', 1],
    ['-3', 1],
    ['-4', 1],
    ['+4', 4],
    ['1.000', 1000],
    [' 12.500 ', 12_500],
    ['1.000.000', 1_000_000],
    ['2.000.000', 1_000_000],
    ['1.00', 1],
    ['1.0000', 1],
    ['0.500', 1],
    ['2,5', 1],
    ['1,000', 1],
    ['5 adet', 1],
    ['0.5', 1],
    ['', 1],
    ['abc', 1],
    ['1000000', 1_000_000],
    ['1000001', 1_000_000],
    ['99999999999999999999', 1_000_000],
  ])('typing "%s" gives %i', (text, quantity) => {
    expect(typedListQuantity(text)).toBe(quantity)
  })

  test('decreases only above 1', () => {
    expect([3, 2, 1].map(decreased)).toEqual([2, 1, 1])
  })

  test.each([
    [1, 5, 2],
    [4, 5, 5],
    [5, 5, 5],
    [9, 5, 9],
    [1, 0, 1],
    [100, undefined, 101],
    [999_999, undefined, 1_000_000],
    [1_000_000, undefined, 1_000_000],
    [1_000_000, 2_000_000, 1_000_000],
  ])('increases %i, with stock for %s, to %i', (quantity, limit, next) => {
    expect(increased(quantity, limit)).toBe(next)
  })
})

describe('product page', () => {
  test.each([
    ['1', 1],
    ['100', 100],
    ['101', 7],
    ['1.000', 7],
    ['0.5', 7],
    ['2.5', 7],
    ['-1', 7],
    ['1000000000', 7],
    ['Infinity', 7],
    ['0', 1],
    ['', 1],
    [' ', 1],
    ['abc', 1],
    ['1,5', 1],
  ])('typing "%s" when 7 is set gives %i', (text, amount) => {
    expect(typedDetailAmount(text, 7, 100)).toBe(amount)
  })

  test('respects a different maximum of the store', () => {
    expect(typedDetailAmount('250', 7, 250)).toBe(250)
    expect(typedDetailAmount('251', 7, 250)).toBe(7)
  })

  test('increases by 1 up to the maximum', () => {
    expect([1, 99, 100].map((amount) => increasedDetailAmount(amount, 100))).toEqual([2, 100, 100])
  })
})

test('a cart line keeps its quantity when no quantity was typed', () => {
  const typed = ['0', '-3', '', 'abc', '2,5', '12', '1.000', '2000000']
  expect(typed.map((text) => typedCartQuantity(text, 7))).toEqual([7, 7, 7, 7, 7, 12, 1000, quantityMax])
})

test.each([
  ['5', 5, false],
  [' 005 ', 5, false],
  ['+5', 5, false],
  ['0', 1, true],
  ['', 1, true],
  ['1.000', 1000, false],
  ['1.000.000', 1_000_000, false],
  ['-4', 1, true],
  ['-4', 4, true],
  ['2,5', 1, true],
  ['2000000', quantityMax, true],
])('"%s" read as %i was corrected: %s', (text, quantity, corrected) => {
  expect(isCorrected(text, quantity)).toBe(corrected)
})

test('always gives a whole number from 1 to the maximum', () => {
  const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String))
  fc.assert(
    fc.property(typed, fc.integer({ min: 1, max: 100 }), (text, current) => {
      for (const [value, max] of [
        [typedListQuantity(text), quantityMax],
        [typedDetailAmount(text, current, 100), 100],
      ] as const) {
        expect(value).toSatisfy(Number.isInteger)
        expect(value).toBeGreaterThanOrEqual(1)
        expect(value).toBeLessThanOrEqual(max)
      }
    }),
  )
})
