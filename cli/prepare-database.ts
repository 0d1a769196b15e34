import { migrationsFolder } from '#db/migrations-folder.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** Migrates a database and fills the tables that the program has data for, if they are empty. */
export async function prepareDatabase(pool: Pool): Promise<{ applied: string[] }> {
  const migrated = await migrate(pool, migrationsFolder)
  if ((await pool.one('SELECT FROM card_bins LIMIT 1')) === undefined) {
    const { fillCardBins } = await import('#server/payments/payments.ts')
    await fillCardBins(pool)
  }
  return migrated
}
