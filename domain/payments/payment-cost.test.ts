import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PaymentTerms, yearlyPercent } from './payment-cost.ts'

const once = (days: number | null): PaymentTerms => ({ kind: 'once', days })
const monthly = (count: number): PaymentTerms => ({ kind: 'monthly', count })

describe('the yearly percent of a payment', () => {
  test.each([
    // 3 % a month: 1.03^12 − 1.
    [1000, 1030, once(30), '42.58'],
    // 5 % in two months: 1.05^6 − 1.
    [1000, 1050, once(60), '34.01'],
    // 10 % in a year.
    [1000, 1100, once(360), '10'],
    // 12 payments of 100 for 1,000: 2.9229 % a month, the textbook value of this annuity.
    [1000, 1200, monthly(12), '41.3'],
    // 24 payments of 50 for 1,000: 1.5131 % a month.
    [1000, 1200, monthly(24), '19.75'],
    // 36 payments of 33.21 for 1,000, a loan at 1 % a month.
    [1000, 1195.72, monthly(36), '12.68'],
    // One payment after a month is the same as 30 days.
    [1000, 1030, monthly(1), '42.58'],
    // 3 % off within 10 days: 0.97^36 − 1.
    [1000, 970, once(10), '-66.6'],
    [1000, 950, monthly(3), '-26.39'],
  ])('of %d now against %d by %j is %s', (cash, total, terms, percent) => {
    expect(yearlyPercent(cash, total, terms)?.toString()).toBe(percent)
  })

  test.each([once(0), once(30), once(null), monthly(1), monthly(12)])('is 0 for the cash price by %j', (terms) => {
    expect(yearlyPercent('1234.56', '1234.56', terms)?.toString()).toBe('0')
  })

  test.each([
    ['the day is unknown', 1000, 1100, once(null)],
    ['it is due on the same day', 1000, 1100, once(0)],
    ['nothing is paid', 0, 0, once(30)],
    ['the purchase costs nothing', 0, 10, monthly(3)],
    ['it is beyond all measure', 1000, 1500, once(1)],
  ])('is null when %s', (_why, cash, total, terms) => {
    expect(yearlyPercent(cash, total, terms)).toBeNull()
  })

  test('makes the payments worth the cash price, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 10_000_000 }),
        fc.integer({ min: -300, max: 600 }),
        fc.integer({ min: 1, max: 12 }),
        (cash, perMille, count) => {
          const total = (cash * (1000 + perMille)) / 1000
          const percent = yearlyPercent(cash, total, monthly(count))
          if (percent === null) return
          const monthlyGrowth = (1 + Number(percent) / 100) ** (1 / 12)
          let worth = 0
          for (let month = 1; month <= count; month += 1) worth += total / count / monthlyGrowth ** month
          // The percentage is rounded to two decimals.
          expect(Math.abs(worth / cash - 1)).toBeLessThan(0.002)
        },
      ),
    )
  })
})
