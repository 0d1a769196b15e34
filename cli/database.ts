import { migrationsFolder } from '#db/migrations-folder.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate, oneAtATime } from '#server/platform/db/migrate.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** Runs `work` on the shop's database, whether or not the shop is running, and closes it afterwards. */
export async function withDatabase<Value>(
  work: (database: Database, config: Config) => Promise<Value>,
): Promise<Value> {
  const config = parseConfig()
  const database = await openDatabase(config, { role: 'command', log: (line) => console.error(line) })
  try {
    await prepareDatabase(database.pool)
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
  fill: () => Promise<void> = async () => {},
): Promise<{ applied: string[] }> {
  return oneAtATime(pool, async () => {
    const migrated = await migrate(pool, migrationsFolder)
    if ((await pool.one('SELECT FROM card_bins LIMIT 1')) === undefined) {
      const { fillCardBins } = await import('#server/payments/payments.ts')
      await fillCardBins(pool)
    }
    await fill()
    return migrated
  })
}
