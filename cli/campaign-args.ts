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
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d))?$/.exec(text) ?? []
  const moment = new Date(`${day}T${time ?? '00:00'}:00+03:00`)
  // A day that the month does not have would be one of the next month.
  if (
    day === undefined ||
    Number.isNaN(moment.getTime()) ||
    new Date(`${day}T12:00Z`).toISOString().slice(0, 10) !== day
  ) {
    return undefined
  }
  const oneDay = which === 'last' && time === undefined ? 86_400_000 : 0
  return new Date(moment.getTime() + oneDay)
}
