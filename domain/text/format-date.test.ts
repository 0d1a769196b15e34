import { describe, expect, test } from 'vitest'
import { dateFormatsOf } from './format-date.ts'

describe('dates in texts', () => {
  test.each([
    ['2026-11-21T11:05:00Z', 'tr', '21 Kasım 2026', '21 Kasım 2026 14:05'],
    ['2026-11-21T11:05:00Z', 'en', '21 November 2026', '21 November 2026 at 14:05'],
    // In Turkey it is the next day.
    ['2026-12-31T21:30:00Z', 'tr', '1 Ocak 2027', '1 Ocak 2027 00:30'],
    ['2026-12-31T21:30:00Z', 'en', '1 January 2027', '1 January 2027 at 00:30'],
  ])('%s in %s is %s with the day before the month and 24 hours', (moment, language, day, dayAndTime) => {
    const { formatDate, formatDateTime } = dateFormatsOf(language)
    expect(formatDate(new Date(moment))).toBe(day)
    expect(formatDateTime(new Date(moment))).toBe(dayAndTime)
  })
})
