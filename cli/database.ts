import { migrationsFolder } from '#db/migrations-folder.ts'
import { requireWholeShop } from '#server/backup/backup.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate, oneAtATime } from '#server/platform/db/migrate.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** Runs `work` on the shop's migrated database, whether or not the shop is running, and closes it afterwards. */
export function withDatabase<Value>(work: (database: Database, config: Config) => Promise<Value>): Promise<Value> {
  return withDatabaseAsItIs(async (database, config) => {
    await prepareDatabase(database.pool, { log: (line) => console.error(line) })
    return work(database, config)
  })
}

/** The same without migrating it. */
export async function withDatabaseAsItIs<Value>(
  work: (database: Database, config: Config) => Promise<Value>,
  config = parseConfig(),
): Promise<Value> {
  await requireWholeShop(config.dataDir)
  const database = await openDatabase(config, { role: 'command', log: (line) => console.error(line) })
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}

/**
 * Migrates a database and fills the tables that the program has data for, if they are empty; then `fill` runs. Other
 * processes that start on the same database wait for all of it.
 */
export async function prepareDatabase(
  pool: Pool,
  { fill = async () => {}, log }: { fill?: () => Promise<void>; log?: (line: string) => void } = {},
): Promise<{ applied: string[] }> {
  return oneAtATime(pool, async () => {
    const migrated = await migrate(pool, migrationsFolder, { log })
    if ((await pool.one('SELECT FROM card_bins LIMIT 1')) === undefined) {
      const { fillCardBins } = await import('#server/payments/payments.ts')
      await withCommandPool(pool, fillCardBins)
    }
    await fill()
    return migrated
  })
}
