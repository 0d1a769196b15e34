import { join } from 'node:path'
import { purgeAccounts, purgeIdempotencyKeys } from '#server/account/account.ts'
import { imageFolders } from '#server/images/images.ts'
import { offerMailJob, sendOfferMail } from '#server/offers/offers.ts'
import { orderMailJob, sendOrderMail } from '#server/orders/orders.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { createMailer } from '#server/platform/email/mailer.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { purgeSearches } from '#server/search-log/search-log.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { type Config, publicUrlOf } from './config.ts'

export type Housekeeping = { close(): Promise<void> }

/**
 * Starts the job queue with its workers, and what the clock does: one process an hour removes what is past its age.
 */
export async function startHousekeeping(
  { config, database }: { config: Config; database: Database },
  warn: (error: Error) => void,
): Promise<Housekeeping> {
  const { pool } = database
  const publicUrl = publicUrlOf(config)
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    folder: join(config.dataDir, 'mail'),
    host: new URL(publicUrl).hostname,
  })
  const jobs = await startJobs(database, warn)
  await jobs.work(orderMailJob, (data, key) => sendOrderMail({ pool, mailer, publicUrl }, data, key))
  const imagesFolder = imageFolders(config.dataDir, null).folders[0]
  await jobs.work(offerMailJob, (data, key) => sendOfferMail({ pool, mailer, imagesFolder }, data, key))
  await jobs.schedule('purge', '17 * * * *', () => purgeStale(pool))
  return {
    async close() {
      await jobs.close()
      mailer.close()
    },
  }
}

/** Removes what is past its age. */
export async function purgeStale(pool: Pool): Promise<void> {
  await purgeAccounts(pool)
  await purgeIdempotencyKeys(pool)
  const { searchLogDays } = settingsOf((await loadStoreRow(pool)).settings, () => {})
  await purgeSearches(pool, searchLogDays)
}
