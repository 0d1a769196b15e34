import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/text/calendar-day.ts'
import { workdaysBetween } from '#domain/text/public-holidays.ts'
import { nextBulletinDay, rateOn } from './day-rates.ts'

const age = { maxMissed: 5, ownHolidays: [] }
const tcmb = (day: string, rate: string) => ({ day, rate, source: 'tcmb' })

describe('the rate of a day', () => {
  const history = [tcmb('2026-11-26', '41.1'), tcmb('2026-11-27', '41.2345')]

  test('is the one of the day itself, and on a weekend that of Friday with its day', () => {
    expect(rateOn(history, '2026-11-26', age)?.rate).toBe('41.1')
    expect(rateOn(history, '2026-11-29', age)).toEqual(tcmb('2026-11-27', '41.2345'))
  })

  test('is missing before the first one', () => {
    expect(rateOn(history, '2026-11-25', age)).toBeNull()
    expect(rateOn([], '2026-11-25', age)).toBeNull()
  })

  test('the last one of a day counts', () => {
    const twice = [...history, { day: '2026-11-27', rate: '42', source: 'manual' }]
    expect(rateOn(twice, '2026-11-27', age)?.rate).toBe('42')
  })

  test('of the Friday before Kurban Bayramı counts through the feast and the days after it', () => {
    const friday = [tcmb('2026-05-22', '40')]
    expect(rateOn(friday, '2026-05-30', age)?.day).toBe('2026-05-22')
    // Monday 25 May and four days of June are missed working days, the fifth of June is the sixth.
    expect(rateOn(friday, '2026-06-05', age)?.day).toBe('2026-05-22')
    expect(rateOn(friday, '2026-06-08', age)).toBeNull()
  })

  test('of a bulletin ends after the allowed working days, a typed one does not', () => {
    const day = '2026-12-08'
    expect(rateOn(history, day, age)).toBeNull()
    expect(rateOn(history, day, { ...age, maxMissed: 6 })?.rate).toBe('41.2345')
    expect(rateOn([{ day: '2026-01-05', rate: '39', source: 'manual' }], day, age)?.rate).toBe('39')
  })

  test("a holiday of the store's own is no missed working day", () => {
    const own = [{ day: '2026-12-01', kind: 'own' as const, isHalf: false, name: 'Sayım' }]
    expect(rateOn(history, '2026-12-08', { ...age, ownHolidays: own })?.rate).toBe('41.2345')
  })

  test('is never later than the day, and is the newest one up to it', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 30 })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 420 }), fc.integer({ min: 1, max: 60 }), (offsets, at, maxMissed) => {
        const sorted = offsets
          .toSorted((a, b) => a - b)
          .map((offset) => tcmb(addDays('2026-01-01', offset), String(offset + 1)))
        const day = addDays('2026-01-01', at)
        const found = rateOn(sorted, day, { maxMissed, ownHolidays: [] })
        const before = sorted.filter((rate) => rate.day <= day)
        const last = before.at(-1)
        if (found === null) expect(last === undefined || workdaysBetween(last.day, day, []) > maxMissed).toBe(true)
        else expect(found).toBe(last)
      }),
    )
  })
})

test('the next bulletin comes on the next full working day', () => {
  expect(nextBulletinDay('2026-11-27', false, [])).toBe('2026-11-27')
  expect(nextBulletinDay('2026-11-27', true, [])).toBe('2026-11-30')
  expect(nextBulletinDay('2026-03-18', true, [])).toBe('2026-03-23')
})
