import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, exchange, roundMoney } from '#domain/money/money.ts'
import { isRoundingVisible, roundingDifference, unitPricePlaces } from './rounded-price.ts'

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

test('a reader who adds up the shown amounts gets another subtotal than the one rounded once', () => {
  const line = { price: 0.125, quantity: 1, amount: 0.125 }
  const exact = { price: 100, quantity: 1, amount: 100 }
  // 0,13 + 0,13, but the subtotal is 0,25.
  expect(isRoundingVisible([line, line], 0.25)).toBe(true)
  expect(isRoundingVisible([line, line])).toBe(false)
  expect(isRoundingVisible([exact, exact], 200)).toBe(false)
  expect(isRoundingVisible([], 5)).toBe(false)
})

test.each([
  ['306.78', 150, 2],
  ['306.78275', 150, 5],
  ['0.125', 3, 3],
  ['0.125', 1, 2],
  ['0.0333333333', 1_000_000, 8],
])('a printed price of %s × %i needs %i decimals', (price, quantity, places) => {
  expect(unitPricePlaces({ price, quantity, amount: decimal(price).times(quantity) })).toBe(places)
})

test.each([
  // Fifty were ordered, forty cancelled by a change of the order.
  ['343.5416666666666667', 50, 40, '3435.42', 3],
  ['6730.8333333333333333', 2, 1, '6730.83', 2],
  // A cancelled order keeps its amounts.
  ['306.78275', 150, 150, '46017.41', 5],
  // An amount that belongs to neither quantity.
  ['343.5416666666666667', 50, 40, '1', 2],
])(
  'a price of %s has the decimals of what is left of %i after %i were cancelled',
  (price, quantity, cancelled, amount, places) => {
    expect(unitPricePlaces({ price, quantity, cancelled, amount })).toBe(places)
  },
)

test('printed prices × quantities give the printed amounts; with the difference they add up to the subtotal', () => {
  const line = fc.record({
    tenThousandths: fc.integer({ min: 1, max: 100_000_000 }),
    currency: fc.constantFrom('TRY', 'USD'),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const shown = lines.map(({ tenThousandths, currency, quantity }) => {
        const price = exchange(decimal(tenThousandths).dividedBy(10_000), currency, 'TRY', { USD: '41.25370001' })
        return { price, quantity, amount: price.times(quantity) }
      })
      for (const { price, quantity, amount } of shown) {
        const printed = price.toFixed(unitPricePlaces({ price, quantity, amount }))
        expect(roundMoney(decimal(printed).times(quantity)).toString()).toBe(roundMoney(amount).toString())
      }
      const subtotal = roundMoney(shown.reduce((sum, { amount }) => sum.plus(amount), decimal(0)))
      const printed = shown.reduce((sum, { amount }) => sum.plus(roundMoney(amount)), decimal(0))
      expect(printed.plus(roundingDifference(shown, subtotal)).toString()).toBe(subtotal.toString())
    }),
  )
})
