import { addDays, type Day, mondayOf } from '#domain/text/calendar-day.ts'
import type { Period } from './sales-periods.ts'

/** Periods that move with the day on which a report is opened. */
export const reportRanges = [
  'today',
  'yesterday',
  'lastWeek',
  'days7',
  'days30',
  'days90',
  'days180',
  'month',
  'lastMonth',
  'year',
  'lastYear',
] as const
export type ReportRange = (typeof reportRanges)[number]

/** The days of a range, both included. Weeks begin on Monday; ranges that are not over end today. */
export function periodOfRange(range: ReportRange, today: Day): Period {
  const monthStart = `${today.slice(0, 8)}01`
  const year = Number(today.slice(0, 4))
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'lastWeek': {
      const monday = mondayOf(today)
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    }
    case 'month':
      return { from: monthStart, to: today }
    case 'lastMonth': {
      const to = addDays(monthStart, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
    case 'year':
      return { from: `${year}-01-01`, to: today }
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
    default:
      return { from: addDays(today, 1 - Number(range.slice('days'.length))), to: today }
  }
}
