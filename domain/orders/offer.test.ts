import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartTotals, lineAmount } from '#domain/cart/cart.ts'
import { customerPrice, discountText, isDiscount, offerNumber, parseDiscount, profitOf } from './offer.ts'

test('offerNumber is T, the year and six digits', () => {
  expect(offerNumber(2026, 418)).toBe('T2026000418')
  expect(offerNumber(2026, 1_234_567)).toBe('T20261234567')
})

describe('parseDiscount', () => {
  test.each([
    ['10', 10],
    ['10,5', 10.5],
    ['10.5', 10.5],
    ['%10', 10],
    ['% 10', 10],
    ['10 %', 10],
    ['10%', 10],
    [' 12,125 ', 12.125],
    ['-10', -10],
    ['−10', -10],
    ['+5', 5],
    ['', 0],
    ['0', 0],
    ['100', 100],
    ['-1000', -1000],
  ])('parses %j as %d', (text, discount) => {
    expect(parseDiscount(text)).toBe(discount)
  })

  test.each(['-1001', '101', '100,001', 'abc', '10,5,5', '%', '1e1', '0x10', 'NaN', 'Infinity', '10 000', '1,2345'])(
    'rejects %j',
    (text) => {
      expect(parseDiscount(text)).toBeNull()
    },
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1000.5, 100.5, 0.0001])('isDiscount rejects %d', (value) => {
    expect(isDiscount(value)).toBe(false)
  })

  test('profitOf inverts the sign of a discount, and discountText shows it without sign', () => {
    expect([profitOf(10), profitOf(-12.5), profitOf(0), profitOf('7.250')]).toEqual(['-10', '12.5', '0', '-7.25'])
    expect([discountText(12.5), discountText(-10), discountText('5.000')]).toEqual(['12,5', '10', '5'])
  })
})

test.each([
  { discount: 10, price: '90' },
  { discount: -10, price: '110' },
  { discount: 100, price: '0' },
  { discount: -1000, price: '1100' },
  { discount: 12.5, price: '87.5' },
])('a price of 100 with a discount of $discount is $price for the customer', ({ discount, price }) => {
  expect(customerPrice({ value: 100, currency: 'TRY' }, profitOf(discount), 'TRY', {}).toString()).toBe(price)
})

test('customerPrice is in the offer’s currency', () => {
  const price = customerPrice({ value: '10', currency: 'USD' }, '-10', 'TRY', { USD: '41.2' })
  expect(price.toString()).toBe('370.8')
})

/** Exact fractions, rounded half away from zero, independent of the program's arithmetic. */
function oracle(lines: readonly OracleLine[]): { subtotal: bigint; tax: bigint } {
  let subtotal = 0n
  let tax = 0n
  for (const { tenThousandths, quantity, profit, taxRate } of lines) {
    // ten-thousandths × thousandths of a percent: 10⁴ × 10⁵
    const amount = BigInt(tenThousandths) * BigInt(quantity) * (100_000n + BigInt(profit))
    subtotal += amount * 100n
    tax += amount * BigInt(taxRate)
  }
  const cents = (value: bigint) => {
    const unit = 1_000_000_000n
    return (2n * value + unit) / (2n * unit)
  }
  return { subtotal: cents(subtotal), tax: cents(tax) }
}
type OracleLine = { tenThousandths: number; quantity: number; profit: number; taxRate: number }

test('totals agree with exact fractions: subtotal and tax rounded separately, the total is their sum', () => {
  const line = fc.record({
    tenThousandths: fc.integer({ min: 1, max: 100_000_000 }),
    quantity: fc.integer({ min: 1, max: 10_000 }),
    // Thousandths of a percent.
    profit: fc.integer({ min: -100_000, max: 1_000_000 }),
    taxRate: fc.constantFrom(0, 1, 10, 20),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const priced = lines.map(({ tenThousandths, quantity, profit, taxRate }) => ({
        price: {
          value: `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`,
          currency: 'TRY',
        },
        quantity,
        taxRate,
        profit: profit / 1000,
      }))
      const totals = cartTotals(priced, 'TRY', {})
      const exact = oracle(lines)
      const cents = (value: { toFixed(places: number): string }) => BigInt(value.toFixed(2).replace('.', ''))
      expect({ subtotal: cents(totals.subtotal), tax: cents(totals.tax) }).toEqual(exact)
      expect(cents(totals.total)).toBe(exact.subtotal + exact.tax)
    }),
  )
})

test('a line amount is the customer price times the quantity', () => {
  const line = { price: { value: '6368.37', currency: 'TRY' }, quantity: 3, taxRate: 20, profit: '-10' }
  expect(lineAmount(line, 'TRY', {}).toString()).toBe('17194.599')
})
