import { addDays, type Day, isWeekend, parseDay } from './calendar-day.ts'

/** The official holidays of Turkey by their names in `locales`, and `own`: days that the store adds. */
export const holidayKinds = [
  'newYear',
  'sovereignty',
  'labour',
  'youth',
  'democracy',
  'victory',
  'republicEve',
  'republic',
  'ramadanEve',
  'ramadan',
  'sacrificeEve',
  'sacrifice',
  'own',
] as const
export type HolidayKind = (typeof holidayKinds)[number]

/** `isHalf`: only the afternoon. `name` is what the store typed; '' for official holidays. */
export type Holiday = { day: Day; kind: HolidayKind; isHalf: boolean; name: string }

/** Holidays with the same day each year (law 2429 on national and public holidays). */
const fixed: readonly [monthAndDay: string, kind: HolidayKind, isHalf?: true][] = [
  ['01-01', 'newYear'],
  ['04-23', 'sovereignty'],
  ['05-01', 'labour'],
  ['05-19', 'youth'],
  ['07-15', 'democracy'],
  ['08-30', 'victory'],
  ['10-28', 'republicEve', true],
  ['10-29', 'republic'],
]

/**
 * First days of Ramazan Bayramı (3 days) and Kurban Bayramı (4 days), from the calendar of religious days of the Presidency of
 * Religious Affairs (Diyanet İşleri Başkanlığı, Dini Günler). The afternoon before each is free as well.
 */
const religious: readonly [ramadan: Day, sacrifice: Day][] = [
  ['2024-04-10', '2024-06-16'],
  ['2025-03-30', '2025-06-06'],
  ['2026-03-20', '2026-05-27'],
  ['2027-03-09', '2027-05-16'],
  ['2028-02-26', '2028-05-05'],
  ['2029-02-14', '2029-04-24'],
  ['2030-02-04', '2030-04-13'],
]

/** The years whose religious holidays are known. */
export const holidayYears = { from: 2024, to: 2030 } as const

const feasts = religious.flatMap(([ramadan, sacrifice]) => [
  ...feast(ramadan, 3, 'ramadan'),
  ...feast(sacrifice, 4, 'sacrifice'),
])

function feast(first: Day, days: number, kind: 'ramadan' | 'sacrifice'): Holiday[] {
  const eve: Holiday = { day: addDays(first, -1), kind: `${kind}Eve`, isHalf: true, name: '' }
  return [eve, ...Array.from({ length: days }, (_, at) => ({ day: addDays(first, at), kind, isHalf: false, name: '' }))]
}

/** The official holidays of a year in order of days. Religious ones are known for `holidayYears`. */
export function officialHolidays(year: number): Holiday[] {
  const ofRule = fixed.map(([day, kind, isHalf = false]) => ({ day: `${year}-${day}`, kind, isHalf, name: '' }))
  const ofTable = feasts.filter(({ day }) => day.startsWith(`${year}-`))
  return [...ofRule, ...ofTable].toSorted((a, b) => a.day.localeCompare(b.day))
}

/** The holidays of a year, official ones and those that the store adds, in order of days. */
export function holidaysOf(year: number, own: readonly Holiday[]): Holiday[] {
  const added = own.filter(({ day }) => day.startsWith(`${year}-`))
  return [...officialHolidays(year), ...added].toSorted((a, b) => a.day.localeCompare(b.day))
}

/** The days of a period, both ends included, that are holidays at least in part. */
export function holidaysBetween({ from, to }: { from: Day; to: Day }, own: readonly Holiday[]): Day[] {
  const years = Array.from({ length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 }, (_, at) => at)
  const days = years.flatMap((at) => holidaysOf(Number(from.slice(0, 4)) + at, own).map(({ day }) => day))
  return [...new Set(days)].filter((day) => day >= from && day <= to)
}

/** How much of a day is free: a full holiday on the same day as a half one counts. */
type HolidayShare = 'none' | 'half' | 'full'

/** How much of a day is a holiday, weekends aside. */
export function holidayShare(day: Day, own: readonly Holiday[]): HolidayShare {
  const found = holidaysOf(Number(day.slice(0, 4)), own).filter((holiday) => holiday.day === day)
  if (found.length === 0) return 'none'
  return found.every(({ isHalf }) => isHalf) ? 'half' : 'full'
}

/** Whether offices are open the whole day: no weekend, no holiday, no eve. */
export function isFullWorkday(day: Day, own: readonly Holiday[]): boolean {
  return !isWeekend(day) && holidayShare(day, own) === 'none'
}

/** Full working days after `from` and before `to`, counted up to `most`. */
export function workdaysBetween(from: Day, to: Day, own: readonly Holiday[], most = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (let day = addDays(from, 1); day < to && count < most; day = addDays(day, 1)) {
    if (isFullWorkday(day, own)) count++
  }
  return count
}

/** The first full working day from a day on, this day included. */
export function nextWorkday(from: Day, own: readonly Holiday[]): Day {
  let day = from
  while (!isFullWorkday(day, own)) day = addDays(day, 1)
  return day
}

/** Most own days: more than any store closes in ten years. */
const ownMax = 200

/**
 * Parses the store's own holidays, one per line: a day, optionally `½` or `yarım` for an afternoon, and a name. Null if a line has
 * no valid day or no name, or a day occurs twice. Skips empty lines.
 */
export function parseOwnHolidays(text: string): Holiday[] | null {
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const holidays: Holiday[] = []
  for (const line of lines) {
    const [, written = '', half, name = ''] = /^(\S+)\s+(½\s*|yarım(?:\s+gün)?\s+|half\s+)?(.+)$/iu.exec(line) ?? []
    const day = parseDay(written)
    if (day === null || name.trim() === '' || holidays.some((holiday) => holiday.day === day)) return null
    holidays.push({ day, kind: 'own', isHalf: half !== undefined, name: name.trim() })
  }
  return holidays.length > ownMax ? null : holidays
}
