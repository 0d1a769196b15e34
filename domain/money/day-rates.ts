import { type Holiday, nextWorkday, workdaysBetween } from '#domain/text/public-holidays.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'

/** A rate of the history: TRY for one unit as exact text, the day in Turkey from which it counts, and where it is from. */
export type DayRate = { day: Day; rate: string; source: string }

/** How long a bulletin's rate counts when no newer one comes. */
export type RateAge = {
  /** Full working days without a bulletin. */
  maxMissed: number
  ownHolidays: readonly Holiday[]
}

/** A typed rate counts until the next one, because someone chose it. Bulletins are published on every working day. */
const ages = (source: string): boolean => source !== 'manual'

/** Whether a bulletin's rate is too old on a day: more full working days than allowed passed without a newer one. */
export function isRateTooOld({ day: since, source }: Pick<DayRate, 'day' | 'source'>, day: Day, age: RateAge): boolean {
  return ages(source) && workdaysBetween(since, day, age.ownHolidays, age.maxMissed + 1) > age.maxMissed
}

/**
 * The rate of a day: the last one of this day, or of the last day before it that has one (weekends, holidays, gaps), with the day
 * it is from. Null if there is none, or the bulletin is too old. The history is in the order of its moments.
 */
export function rateOn(history: readonly DayRate[], day: Day, age: RateAge): DayRate | null {
  const found = history.findLast((rate) => rate.day <= day)
  return found === undefined || isRateTooOld(found, day, age) ? null : found
}

/** The day of the next bulletin. `isPublished`: the bulletin of `today` is out. */
export function nextBulletinDay(today: Day, isPublished: boolean, ownHolidays: readonly Holiday[]): Day {
  return nextWorkday(isPublished ? addDays(today, 1) : today, ownHolidays)
}
