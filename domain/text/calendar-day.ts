/** A day as `YYYY-MM-DD`. */
export type Day = string

const dayLength = 86_400_000 // milliseconds

// Created once: each takes about 15 kB outside of the heap, and long files need a day in every row.
const turkishDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul' })

/** The day in Turkey at a moment. */
export function dayInTurkey(moment: Date): Day {
  return turkishDays.format(moment)
}

/** Parses a day (31.12.2026, 31/12/2026, 2026-12-31, with or without a time); null if it is invalid. */
export function parseDay(text: string): Day | null {
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ].*)?$/.exec(text.trim())
  const turkish = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})(?: .*)?$/.exec(text.trim())
  const [year, month, day] = iso ? iso.slice(1, 4) : (turkish?.slice(1, 4).toReversed() ?? [])
  if (year === undefined || month === undefined || day === undefined || Number(year) < 1900) return null
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${written}T00:00:00Z`)
  // 31.02. would become a day of March.
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== written ? null : written
}

/** Parses the first and last day of a period; null if one is missing. Swaps them if they are in the wrong order. */
export function parsePeriod(written: { from?: string | undefined; to?: string | undefined }): {
  from: Day | null
  to: Day | null
} {
  const [from, to] = [parseDay(written.from ?? ''), parseDay(written.to ?? '')]
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }
}

/** The moment of this time (`HH:MM`) of this day in Turkey (UTC+3 all year). */
export function momentInTurkey(day: Day, time = '00:00'): Date {
  return new Date(`${day}T${time}:00+03:00`)
}

const turkishTimes = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul', timeStyle: 'short' })

/** The time in Turkey at a moment, as `HH:MM`. */
export function timeInTurkey(moment: Date): string {
  return turkishTimes.format(moment)
}

/** The last full day before an end: midnight ends the day before. Null if the end is within a day. */
export function lastFullDay(moment: Date): Day | null {
  const day = dayInTurkey(moment)
  return momentInTurkey(day).getTime() === moment.getTime() ? addDays(day, -1) : null
}

/** Whole days from one day to another; negative if the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayLength)
}

/** The day `days` later; earlier if negative. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
}

/** The Monday of the week of a day. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** 31.12.2026, in both languages of the shop. */
export function formatDay(day: Day): string {
  return day.split('-').toReversed().join('.')
}

/** Whether a day is Saturday or Sunday. */
export function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}
