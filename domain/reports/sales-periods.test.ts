import { describe, expect, test } from 'vitest'
import { firstSalesDay, salesPeriods } from './sales-periods.ts'

describe('the days that sales are compared with', () => {
  test('are yesterday, the same days of last week, and the same days of last month', () => {
    expect(salesPeriods('2026-11-28')).toEqual({
      today: { now: { from: '2026-11-28', to: '2026-11-28' }, before: { from: '2026-11-27', to: '2026-11-27' } },
      week: { now: { from: '2026-11-23', to: '2026-11-28' }, before: { from: '2026-11-16', to: '2026-11-21' } },
      month: { now: { from: '2026-11-01', to: '2026-11-28' }, before: { from: '2026-10-01', to: '2026-10-28' } },
    })
  })

  test.each([
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2028-03-30', '2028-02-01', '2028-02-29'],
    ['2026-01-01', '2025-12-01', '2025-12-01'],
  ])('of the month until %s are %s to %s', (today, from, to) => {
    expect(salesPeriods(today).month.before).toEqual({ from, to })
  })

  test.each([
    ['2026-11-30', '2026-11-30'],
    ['2026-11-29', '2026-11-23'],
  ])('of the week of %s start on Monday %s', (today, monday) => {
    expect(salesPeriods(today).week.now.from).toBe(monday)
  })

  test('start with the chart where the month before started later', () => {
    expect(firstSalesDay('2026-03-01')).toBe('2026-01-31')
    expect(firstSalesDay('2026-11-28')).toBe('2026-10-01')
  })
})
