import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/text/calendar-day.ts'
import { type BankRate, findOverlap, rateFor } from './bank-rates.ts'
import { applyChanges, endingRates, type NewRate, rateChanges } from './rate-changes.ts'

const terms = {
  family: 'Bonus',
  cardClass: null,
  installment: 6,
  extraInstallments: 0,
  bearer: 'store',
  payOutDays: null,
} as const
const rate = (percent: string, validFrom: string, validUntil: string | null = null): NewRate => {
  return { ...terms, percent, validFrom, validUntil }
}
const stored = (...rates: NewRate[]): BankRate[] => rates.map((each, i) => ({ ...each, id: i + 1 }))
const after = (existing: BankRate[], ...wanted: NewRate[]) =>
  applyChanges(existing, rateChanges(existing, wanted))
    .map(({ percent, validFrom, validUntil }) => `${percent} ${validFrom} ${validUntil ?? ''}`.trim())
    .toSorted((a, b) => a.slice(a.indexOf(' ')).localeCompare(b.slice(b.indexOf(' '))))

describe('a new rate', () => {
  test('ends the one before it on the day before', () => {
    expect(after(stored(rate('2', '2026-01-01')), rate('3', '2026-12-01'))).toEqual([
      '2 2026-01-01 2026-11-30',
      '3 2026-12-01',
    ])
  })
  test('replaces one that begins on the same day', () => {
    expect(after(stored(rate('2', '2026-12-01')), rate('3', '2026-12-01'))).toEqual(['3 2026-12-01'])
  })
  test('ends the day before one that is to come', () => {
    expect(after(stored(rate('2', '2027-01-01')), rate('3', '2026-12-01'))).toEqual([
      '3 2026-12-01 2026-12-31',
      '2 2027-01-01',
    ])
  })
  test('with an end lets the one before it go on afterwards', () => {
    expect(after(stored(rate('2', '2026-01-01')), rate('1', '2026-12-01', '2026-12-31'))).toEqual([
      '2 2026-01-01 2026-11-30',
      '1 2026-12-01 2026-12-31',
      '2 2027-01-01',
    ])
  })
  test('with the same terms changes nothing', () => {
    const existing = stored(rate('2.50', '2026-01-01'))
    expect(rateChanges(existing, [rate('2.5', '2026-12-01')])).toMatchObject({ added: [], ended: [], unchanged: 1 })
    expect(rateChanges(existing, [rate('2.51', '2026-12-01')])).toMatchObject({ unchanged: 0 })
    expect(rateChanges(existing, [{ ...rate('2.5', '2026-12-01'), bearer: 'plan' }])).toMatchObject({ unchanged: 0 })
  })
  test('leaves other programs, classes and counts alone', () => {
    const others = [{ family: 'Axess' }, { cardClass: 'commercial' as const }, { installment: 3 }]
    const existing = stored(...others.map((other) => ({ ...rate('2', '2026-01-01'), ...other })))
    expect(rateChanges(existing, [rate('3', '2026-12-01')])).toMatchObject({ ended: [], removed: [] })
  })
})

test('a rate ends the day before, is removed if it has not begun, and stays if it is over', () => {
  const existing = stored(rate('1', '2026-01-01', '2026-01-31'), rate('2', '2026-06-01'), rate('3', '2027-06-01'))
  expect(endingRates(existing, '2026-12-01')).toMatchObject({
    ended: [{ id: 2, validUntil: '2026-11-30' }],
    removed: [3],
  })
})

test('whatever is brought into force, rows never overlap, and the new rate applies on its first day', () => {
  const days = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2026-11-01', n))
  const periods = fc.record({
    from: days,
    length: fc.option(fc.integer({ min: 0, max: 20 })),
    percent: fc.integer({ min: 1, max: 90 }),
  })
  fc.assert(
    fc.property(fc.array(periods, { maxLength: 8 }), (given) => {
      let rates: BankRate[] = []
      for (const { from, length, percent } of given) {
        const wanted = rate(String(percent), from, length === null ? null : addDays(from, length))
        rates = stored(...applyChanges(rates, rateChanges(rates, [wanted])))
        expect(findOverlap(rates)).toBe(null)
        const card = { family: 'Bonus', isCommercial: false }
        expect(rateFor(rates, card, 6, from)?.percent).toBe(String(percent))
      }
    }),
  )
})
