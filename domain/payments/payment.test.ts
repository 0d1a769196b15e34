import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { chargeOf, canTransition, canVoid, monthlyAmounts, paymentStates, statesBefore } from './payment.ts'

describe('payment transitions', () => {
  test('a state that only the bank can end is neither cancelled nor expired by anything else', () => {
    for (const to of ['cancelled', 'expired'] as const) expect(canTransition('capturing', to)).toBe(false)
    expect(canTransition('unknown', 'cancelled')).toBe(false)
  })

  test('no transition leads back to capturing', () => {
    expect(statesBefore('capturing')).toEqual(['authenticated'])
    expect(statesBefore('authenticated')).toEqual(['redirected'])
  })

  test('cancelled and expired lead only to captured; declined, voided and refunded are final', () => {
    const ways = (from: (typeof paymentStates)[number]) => paymentStates.filter((to) => canTransition(from, to))
    expect([ways('expired'), ways('cancelled')]).toEqual([['captured'], ['captured']])
    for (const end of ['declined', 'voided', 'refunded'] as const) expect(ways(end)).toEqual([])
  })
})

describe('chargeOf and monthlyAmounts', () => {
  test.each([
    ['100', '6.4', '106.40', '6.40'],
    ['1234.56', '0', '1234.56', '0.00'],
    ['100.25', '2.1', '102.36', '2.11'],
    // Half a kuruş rounds up.
    ['0.50', '1', '0.51', '0.01'],
    ['33.33', '13.5', '37.83', '4.50'],
  ])('%s with %s percent costs %s, of which %s is the fee', (amount, percent, total, fee) => {
    const charge = chargeOf(amount, percent)
    expect([charge.total.toFixed(2), charge.fee.toFixed(2)]).toEqual([total, fee])
  })

  test.each([
    ['100', 3, ['33.33', '33.33', '33.34']],
    ['100.01', 2, ['50.01', '50.00']],
    ['106.40', 1, ['106.40']],
  ])('%s in %s months: the last month takes the rounding remainder', (total, count, months) => {
    expect(monthlyAmounts(total, count).map((month) => month.toFixed(2))).toEqual(months)
  })

  const kurus = fc.integer({ min: 1, max: 1_000_000_000 })
  test('amount and fee add up to the total, and so do the months', () => {
    fc.assert(
      fc.property(
        kurus,
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 12 }),
        (cents, percent, count) => {
          const { base, fee, total } = chargeOf(decimal(cents).dividedBy(100), decimal(percent).dividedBy(1000))
          expect(base.plus(fee).equals(total)).toBe(true)
          const months = monthlyAmounts(total, count)
          expect(months).toHaveLength(count)
          expect(months.reduce((sum, month) => sum.plus(month)).equals(total)).toBe(true)
        },
      ),
    )
  })
})

describe('canVoid', () => {
  const paid = { state: 'captured', capturedAt: new Date('2026-11-21T20:59:00Z') } as const
  test.each([
    // 23:59 in Turkey; a minute later the next bank day begins.
    ['is possible on the day of the capture', paid, '2026-11-21T20:59:59Z', true],
    ['is not possible after midnight in Turkey', paid, '2026-11-21T21:00:00Z', false],
    [
      'is not possible after a partial refund',
      { ...paid, state: 'partially_refunded' } as const,
      '2026-11-21T20:59:59Z',
      false,
    ],
    [
      'is not possible without a capture',
      { ...paid, state: 'declined', capturedAt: null } as const,
      '2026-11-21T20:59:59Z',
      false,
    ],
  ])('%s', (_, payment, moment, may) => expect(canVoid(payment, new Date(moment))).toBe(may))
})
