import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  customerAmount,
  customerPrice,
  discountText,
  isDiscount,
  offerNumber,
  parseDiscount,
  profitOf,
  quoteTotals,
} from './offer.ts'

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

describe('a customer’s quote', () => {
  const tenfold = { price: { value: '314.365', currency: 'TRY' }, quantity: 10, taxRate: 20 }

  test('multiplies the rounded unit price', () => {
    expect(customerAmount(tenfold, 'TRY', {}).toString()).toBe('3143.7')
    const { subtotal, tax, total } = quoteTotals([tenfold], 'TRY', {})
    expect([subtotal, tax, total].map(String)).toEqual(['3143.7', '628.74', '3772.44'])
  })

  const line = fc.record({
    tenThousandths: fc.integer({ min: 1, max: 100_000_000 }),
    currency: fc.constantFrom('TRY', 'USD'),
    quantity: fc.integer({ min: 1, max: 10_000 }),
    // Thousandths of a percent.
    profit: fc.integer({ min: -100_000, max: 1_000_000 }),
    taxRate: fc.constantFrom(0, 1, 10, 20),
  })
  const kurus = (value: { toFixed(places: number): string }) => BigInt(value.toFixed(2).replace('.', ''))
  const hundredths = (over: bigint, under: bigint) => (2n * over + under) / (2n * under)

  test('adds up from what is printed, in whole kuruş: price × quantity, the lines, the tax by rate', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const priced = lines.map(({ tenThousandths, currency, quantity, taxRate, profit }) => ({
          price: { value: (tenThousandths / 10_000).toFixed(4), currency },
          quantity,
          taxRate,
          profit: profit / 1000,
        }))
        const rates = { USD: '41.2537' }
        const bases = new Map<number, bigint>()
        for (const [i, { tenThousandths, currency, quantity, profit, taxRate }] of lines.entries()) {
          // Ten-thousandths × ten-thousandths of a lira × thousandths of a percent, in kuruş.
          const rate = currency === 'TRY' ? 10_000n : 412_537n
          const price = hundredths(BigInt(tenThousandths) * rate * (100_000n + BigInt(profit)), 100_000_000_000n)
          const amount = price * BigInt(quantity)
          expect(kurus(customerAmount(priced[i]!, 'TRY', rates))).toBe(amount)
          bases.set(taxRate, (bases.get(taxRate) ?? 0n) + amount)
        }
        const { subtotal, tax, total } = quoteTotals(priced, 'TRY', rates)
        const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
        expect(kurus(subtotal)).toBe(sum([...bases.values()]))
        expect(kurus(tax)).toBe(sum([...bases].map(([rate, base]) => hundredths(base * BigInt(rate), 100n))))
        expect(kurus(total)).toBe(kurus(subtotal) + kurus(tax))
      }),
    )
  })
})
