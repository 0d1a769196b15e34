import { dayInTurkey, formatDay, timeInTurkey } from '#domain/text/calendar-day.ts'

/** Day and time in Turkey: 01.12.2026 08:00. */
export function momentText(date: string): string {
  const moment = new Date(date)
  return `${formatDay(dayInTurkey(moment))} ${timeInTurkey(moment)}`
}
