import type { RateAge } from '#domain/money/day-rates.ts'
import { parseOwnHolidays } from '#domain/text/public-holidays.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { settingsOf } from './facts.ts'
import { loadCustomSettings } from './queries.ts'

/** How long a bulletin's rate counts in the store. */
export const rateAgeOf = (settings: Pick<StoreSettings, 'rateMaxMissedDays' | 'ownHolidays'>): RateAge => {
  return { maxMissed: settings.rateMaxMissedDays, ownHolidays: parseOwnHolidays(settings.ownHolidays) ?? [] }
}

/** The same, read from the database. */
export async function loadRateAge(db: Db): Promise<RateAge> {
  const stored = await loadCustomSettings(db, ['rateMaxMissedDays', 'ownHolidays'])
  return rateAgeOf(settingsOf(Object.fromEntries(stored.map(({ key, value }) => [key, value])), () => {}))
}
