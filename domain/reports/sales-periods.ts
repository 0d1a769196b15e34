import { addDays, type Day, mondayOf } from '#domain/text/calendar-day.ts'

/** Days from `from` to `to`, both included. */
export type Period = { from: Day; to: Day }
export type Comparison = { now: Period; before: Period }

/** Days of the chart. */
export const chartDays = 30

/**
 * Today, this week (from Monday) and this month until today, each beside the same days before: 1 to 28 of this month
 * beside 1 to 28 of the last one. A shorter month ends with its last day.
 */
export function salesPeriods(today: Day): { today: Comparison; week: Comparison; month: Comparison } {
  const monday = mondayOf(today)
  const firstDay = `${today.slice(0, 8)}01`
  const lastDayBefore = addDays(firstDay, -1)
  const sameDay = `${lastDayBefore.slice(0, 8)}${today.slice(8)}`
  return {
    today: { now: { from: today, to: today }, before: { from: addDays(today, -1), to: addDays(today, -1) } },
    week: { now: { from: monday, to: today }, before: { from: addDays(monday, -7), to: addDays(today, -7) } },
    month: {
      now: { from: firstDay, to: today },
      before: { from: `${lastDayBefore.slice(0, 8)}01`, to: sameDay < lastDayBefore ? sameDay : lastDayBefore },
    },
  }
}

/** The first day that the figures of the board need: of the chart, or of the month before. */
export function firstSalesDay(today: Day): Day {
  const [chart, month] = [addDays(today, 1 - chartDays), salesPeriods(today).month.before.from]
  return chart < month ? chart : month
}
