import type { RateCalendar } from '#contract/admin/currencies.ts'
import { nextBulletinDay } from '#domain/money/day-rates.ts'
import { areFixedRatesOn, sortedRates } from '#domain/money/rate-policy.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { holidaysOf } from '#domain/text/public-holidays.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { rateAgeOf, type StoreFacts } from '#server/settings/settings.ts'
import { hasBulletinOf, listDealersWithRates } from './queries.ts'
import { bulletinTime } from './tcmb.ts'

/** How many days ahead holidays are listed. */
const daysAhead = 365

/** What decides about rates besides the rates themselves: working days, and what is agreed with dealers. */
export async function presentCalendar(db: Db, facts: Pick<StoreFacts, 'settings'>, now: Date): Promise<RateCalendar> {
  const today = dayInTurkey(now)
  const { maxMissed, ownHolidays } = rateAgeOf(facts.settings)
  const year = Number(today.slice(0, 4))
  const holidays = [...holidaysOf(year, ownHolidays), ...holidaysOf(year + 1, ownHolidays)]
  const dealers = await listDealersWithRates(db)
  return {
    today,
    nextBulletin: { day: nextBulletinDay(today, await hasBulletinOf(db, today), ownHolidays), time: bulletinTime },
    maxMissedDays: maxMissed,
    holidays: holidays.filter(({ day }) => day >= today && day <= addDays(today, daysAhead)),
    dealers: dealers.map(({ id, code, name, ...rates }) => {
      const isFixed = rates.policy === 'fixed'
      return {
        id,
        code,
        name,
        policy: rates.policy,
        fixedRates: isFixed ? sortedRates(rates.fixed) : [],
        until: isFixed ? rates.until : null,
        isOver: isFixed && !areFixedRatesOn(rates, today),
      }
    }),
  }
}
