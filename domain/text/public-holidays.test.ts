import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, isWeekend } from './calendar-day.ts'
import {
  holidayShare,
  holidaysBetween,
  holidayYears,
  isFullWorkday,
  nextWorkday,
  officialHolidays,
  parseOwnHolidays,
  workdaysBetween,
} from './public-holidays.ts'

describe('official holidays', () => {
  test('of 2026, with the afternoons before', () => {
    const shown = officialHolidays(2026).map(({ day, kind, isHalf }) => `${day} ${kind}${isHalf ? ' ½' : ''}`)
    expect(shown).toEqual([
      '2026-01-01 newYear',
      '2026-03-19 ramadanEve ½',
      '2026-03-20 ramadan',
      '2026-03-21 ramadan',
      '2026-03-22 ramadan',
      '2026-04-23 sovereignty',
      '2026-05-01 labour',
      '2026-05-19 youth',
      '2026-05-26 sacrificeEve ½',
      '2026-05-27 sacrifice',
      '2026-05-28 sacrifice',
      '2026-05-29 sacrifice',
      '2026-05-30 sacrifice',
      '2026-07-15 democracy',
      '2026-08-30 victory',
      '2026-10-28 republicEve ½',
      '2026-10-29 republic',
    ])
  })

  test('each known year has both religious feasts with their eves', () => {
    for (let year = holidayYears.from; year <= holidayYears.to; year++) {
      const kinds = officialHolidays(year).map(({ kind }) => kind)
      const count = (kind: string) => kinds.filter((each) => each === kind).length
      expect([count('ramadanEve'), count('ramadan'), count('sacrificeEve'), count('sacrifice')]).toEqual([1, 3, 1, 4])
    }
  })

  test('a full holiday on an eve takes the whole day', () => {
    // 23 April 2029 is a holiday and the eve of Kurban Bayramı.
    expect(holidayShare('2029-04-23', [])).toBe('full')
    expect(holidayShare('2026-10-28', [])).toBe('half')
    expect(holidayShare('2026-10-27', [])).toBe('none')
  })
})

describe('working days', () => {
  test('Friday to Monday has none in between, and the week of Kurban Bayramı only Monday', () => {
    expect(workdaysBetween('2026-11-27', '2026-11-30', [])).toBe(0)
    expect(workdaysBetween('2026-05-22', '2026-06-01', [])).toBe(1)
    expect(workdaysBetween('2026-11-02', '2026-11-30', [], 3)).toBe(3)
  })

  test('the next working day skips weekends, holidays and half days', () => {
    expect(nextWorkday('2026-11-28', [])).toBe('2026-11-30')
    expect(nextWorkday('2026-10-28', [])).toBe('2026-10-30')
    expect(nextWorkday('2026-11-30', [{ day: '2026-11-30', kind: 'own', isHalf: false, name: 'Sayım' }])).toBe(
      '2026-12-01',
    )
  })

  test('every run of days without a full working day ends within ten days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_500 }), (days) => {
        const day = addDays('2024-01-01', days)
        const next = nextWorkday(day, [])
        expect(isFullWorkday(next, [])).toBe(true)
        expect(isWeekend(next)).toBe(false)
        expect(next <= addDays(day, 10)).toBe(true)
        expect(workdaysBetween(addDays(day, -1), next, [])).toBe(0)
      }),
    )
  })
})

describe("the store's own days", () => {
  test('have a day, a name, and may be afternoons', () => {
    expect(parseOwnHolidays('31.12.2026 yarım Yılbaşı arifesi\n\n2026-12-24 Sayım\n')).toEqual([
      { day: '2026-12-31', kind: 'own', isHalf: true, name: 'Yılbaşı arifesi' },
      { day: '2026-12-24', kind: 'own', isHalf: false, name: 'Sayım' },
    ])
    expect(parseOwnHolidays('')).toEqual([])
  })

  test.each(['31.02.2026 Sayım', '31.12.2026', 'Sayım', '31.12.2026 A\n2026-12-31 B'])('%j is refused', (text) => {
    expect(parseOwnHolidays(text)).toBeNull()
  })

  test('count in a period across two years, once each', () => {
    const own = parseOwnHolidays('2027-01-01 Sayım\n2026-12-31 Sayım') ?? []
    expect(holidaysBetween({ from: '2026-12-30', to: '2027-01-31' }, own)).toEqual(['2026-12-31', '2027-01-01'])
  })
})
