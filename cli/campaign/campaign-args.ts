import { addDays, momentInTurkey, parseDay } from '#domain/text/calendar-day.ts'

/** Reads one code per line; if a line has several columns, the first. Spaces inside codes are kept. */
export function parseCodes(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => (line.split(/[;\t]/)[0] ?? '').trim())
    .filter((code) => code !== '')
}

/**
 * Parses a day or a time of a day in Turkey (UTC+3 all year). A first day counts from its start, a last day to its end.
 * Returns null for "none" and undefined for anything else.
 */
export function parseMoment(text: string, which: 'first' | 'last'): Date | null | undefined {
  if (text === 'none') return null
  const [, written = '', time] = /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d))?$/.exec(text) ?? []
  const day = parseDay(written)
  if (day === null) return undefined
  return momentInTurkey(which === 'last' && time === undefined ? addDays(day, 1) : day, time)
}
