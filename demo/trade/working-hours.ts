import { dayInTurkey } from '#domain/text/calendar-day.ts'

/**
 * Returns a time between eight and five in Turkey, that many days before `today`. `part`: 0 (morning) to 60 (evening).
 */
export function workingMoment(today: Date, daysAgo: number, part: number): Date {
  const day = dayInTurkey(new Date(today.getTime() - Math.ceil(daysAgo) * 86_400_000))
  return new Date(Date.parse(`${day}T08:00:00+03:00`) + part * 9 * 60_000)
}
