import { purgeAccounts } from '#server/account/account.ts'
import { purgeIdempotencyKeys } from '#server/checkout/checkout.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { purgeSearches } from '#server/search-log/search-log.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'

/** Starts the job queue and what the clock does: one process an hour removes what is past its age. */
export async function startHousekeeping({ connection, pool }: Database, warn: (error: Error) => void): Promise<Jobs> {
  const jobs = await startJobs(connection, warn)
  await jobs.schedule('purge', '17 * * * *', () => purgeStale(pool))
  return jobs
}

/** Removes what is past its age. */
export async function purgeStale(pool: Pool): Promise<void> {
  await purgeAccounts(pool)
  await purgeIdempotencyKeys(pool)
  const { searchLogDays } = settingsOf((await loadStoreRow(pool)).settings, () => {})
  await purgeSearches(pool, searchLogDays)
}
