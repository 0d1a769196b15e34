import { expect, test } from 'vitest'
import { isRoundingVisible } from './rounded-price.ts'

test('150 × ₺306,78 shown as ₺46.017,41 needs an explanation; exact lines do not', () => {
  const exact = { price: '306.78', quantity: 150, amount: '46017' }
  expect(isRoundingVisible([])).toBe(false)
  expect(isRoundingVisible([exact])).toBe(false)
  expect(isRoundingVisible([exact, { price: '306.78275', quantity: 150, amount: '46017.4125' }])).toBe(true)
})

test('a third decimal that is never shown makes no difference: 1 × 0,125 is 0,13 both ways', () => {
  expect(isRoundingVisible([{ price: 0.125, quantity: 1, amount: 0.125 }])).toBe(false)
  expect(isRoundingVisible([{ price: 0.125, quantity: 2, amount: 0.25 }])).toBe(true)
})

test('applies a line discount as it is shown', () => {
  expect(isRoundingVisible([{ price: 100, quantity: 3, profit: -10, amount: 270 }])).toBe(false)
  expect(isRoundingVisible([{ price: 100.004, quantity: 10, profit: -10, amount: '900.036' }])).toBe(true)
})

test('a reader who adds up the shown amounts gets another subtotal than the one rounded once', () => {
  const line = { price: 0.125, quantity: 1, amount: 0.125 }
  const exact = { price: 100, quantity: 1, amount: 100 }
  // 0,13 + 0,13, but the subtotal is 0,25.
  expect(isRoundingVisible([line, line], 0.25)).toBe(true)
  expect(isRoundingVisible([line, line])).toBe(false)
  expect(isRoundingVisible([exact, exact], 200)).toBe(false)
  expect(isRoundingVisible([], 5)).toBe(false)
})
