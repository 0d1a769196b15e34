import { describe, expect, test } from 'vitest'
import { compareOptions, earlyDiscount, type PaymentOption } from './compare-payments.ts'

const option = (totalTry: string, parts: Partial<PaymentOption> = {}): PaymentOption => {
  return { kind: 'account', totalTry, terms: { kind: 'once', days: 30 }, isCash: false, ...parts }
}
const cash = option('1000.00', { isCash: true, terms: { kind: 'once', days: 0 } })
const card = (totalTry: string, count: number) => option(totalTry, { kind: 'card', terms: { kind: 'monthly', count } })

describe('ways to pay', () => {
  test('are sorted by what they cost against cash, and the cheapest is marked', () => {
    const early = option('970.00', { kind: 'early', terms: { kind: 'once', days: 10 } })
    const rows = compareOptions('1000.00', [card('1045.50', 3), option('1030.00'), cash, early])
    expect(
      rows.map(({ totalTry, cost, yearly, isCheapest }) => [totalTry, cost.toString(), yearly?.toString(), isCheapest]),
    ).toEqual([
      ['970.00', '-30', '-66.6', true],
      ['1000.00', '0', '0', false],
      ['1030.00', '30', '42.58', false],
      ['1045.50', '45.5', '30.73', false],
    ])
  })

  test('that cost the same come with cash first, then on account, then by the number of payments', () => {
    const rows = compareOptions('1000.00', [card('1000.00', 3), card('1000.00', 1), option('1000.00'), cash])
    expect(rows.map(({ kind, terms, isCash }) => [kind, isCash, terms])).toEqual([
      ['account', true, { kind: 'once', days: 0 }],
      ['account', false, { kind: 'once', days: 30 }],
      ['card', false, { kind: 'monthly', count: 1 }],
      ['card', false, { kind: 'monthly', count: 3 }],
    ])
    expect(rows.map(({ isCheapest }) => isCheapest)).toEqual([true, false, false, false])
  })

  test('have no cheapest when there is only one', () => {
    expect(compareOptions('1000.00', [cash])).toMatchObject([{ isCheapest: false }])
  })
})

test.each([
  ['1000.00', '3', '30'],
  ['33.33', '2.5', '0.83'],
  ['0.10', '5', '0.01'],
])('an early payment of %s with %s percent saves %s', (amount, percent, saved) => {
  expect(earlyDiscount(amount, { days: 10, percent }).toString()).toBe(saved)
})
