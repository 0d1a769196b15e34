import { describe, expect, test } from 'vitest'
import { addDays, lastFullDay, dayInTurkey, daysBetween, formatDay, parseDay, parsePeriod } from './calendar-day.ts'

test.each([
  ['2026-12-31', '2026-12-31'],
  ['31.12.2026', '2026-12-31'],
  ['31/12/2026', '2026-12-31'],
  ['1-2-2026', '2026-02-01'],
  ['31.12.2026 14:30', '2026-12-31'],
  ['2026-12-31T23:59:59Z', '2026-12-31'],
  [' 29.02.2028 ', '2028-02-29'],
  ['29.02.2026', null],
  ['31.04.2026', null],
  ['12/31/2026', null],
  ['31.12.26', null],
  ['0001-01-01', null],
  ['1899-12-31', null],
  ['1900-01-01', '1900-01-01'],
  [' 2026-12-31 ', '2026-12-31'],
  ['46387', null],
  ['', null],
])('parses %j as the day %s', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each([
  [
    { from: '01.03.2026', to: '2026-03-31' },
    { from: '2026-03-01', to: '2026-03-31' },
  ],
  [
    { from: '2026-03-31', to: '2026-03-01' },
    { from: '2026-03-01', to: '2026-03-31' },
  ],
  [
    { from: '2026-03-31', to: 'never' },
    { from: '2026-03-31', to: null },
  ],
  [{}, { from: null, to: null }],
])('parses %j as the period %j', (written, period) => {
  expect(parsePeriod(written)).toEqual(period)
})

describe('days', () => {
  test('are counted correctly over daylight saving time, leap days and the end of a year', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
    expect(daysBetween('2026-03-01', '2026-02-01')).toBe(-28)
    expect(addDays('2026-12-31', 34)).toBe('2027-02-03')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  test('start in Turkey three hours before they start in Greenwich', () => {
    expect(dayInTurkey(new Date('2026-05-01T20:59:59Z'))).toBe('2026-05-01')
    expect(dayInTurkey(new Date('2026-05-01T21:00:00Z'))).toBe('2026-05-02')
  })

  test('end with their last moment: midnight in Turkey belongs to the day before', () => {
    expect(lastFullDay(new Date('2026-11-30T21:00:00Z'))).toBe('2026-11-30')
    expect(lastFullDay(new Date('2026-11-30T21:00:30Z'))).toBeNull()
    expect(lastFullDay(new Date('2026-11-30T20:59:00Z'))).toBeNull()
  })

  test('are formatted day first', () => expect(formatDay('2026-02-01')).toBe('01.02.2026'))
})
