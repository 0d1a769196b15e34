import { addDays, momentInTurkey, parseDay } from '#domain/text/calendar-day.ts'

/** One code per line; of lines with several columns the first. Codes keep their spaces inside. */
export function parseCodes(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => (line.split(/[;\t]/)[0] ?? '').trim())
    .filter((code) => code !== '')
}

/**
 * A day of Turkey (UTC+3 all year) or a moment of one: as the first day it counts from its beginning, as the last to its end.
 * null = no limit; undefined = not understood.
 */
export function parseMoment(text: string, which: 'first' | 'last'): Date | null | undefined {
  if (text === 'none') return null
  const [, written = '', time] = /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d))?$/.exec(text) ?? []
  const day = parseDay(written)
  if (day === null) return undefined
  return momentInTurkey(which === 'last' && time === undefined ? addDays(day, 1) : day, time)
}
