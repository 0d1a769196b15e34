import { migrationsFolder } from '#db/migrations-folder.ts'
import { requireWholeShop } from '#server/backup/backup.ts'
import { type Config, ConfigError, parseConfig } from '#server/config.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { hasDatabase } from '#server/platform/db/embedded/place.ts'
import { migrate, oneAtATime } from '#server/platform/db/migrate.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'

type Work<Value> = (database: Database, config: Config) => Promise<Value>

/** `mayBeNew`: the command also makes a shop where there is none. */
type ShopOptions = { mayBeNew?: boolean }

/** Runs `work` on the shop's migrated database, whether or not the shop is running, and closes it afterwards. */
export function withDatabase<Value>(work: Work<Value>, options: ShopOptions = {}): Promise<Value> {
  return withDatabaseAsItIs(async (database, config) => {
    await prepareDatabase(database.pool, { log: (line) => console.error(line) })
    return work(database, config)
  }, options)
}

/** The same without migrating it. */
export async function withDatabaseAsItIs<Value>(
  work: Work<Value>,
  { mayBeNew = false, config = parseConfig() }: ShopOptions & { config?: Config } = {},
): Promise<Value> {
  await requireWholeShop(config.dataDir)
  if (!mayBeNew && config.databaseUrl === undefined && !hasDatabase(config.dataDir)) throw noShop(config)
  const database = await openDatabase(config, { role: 'command', log: (line) => console.error(line) })
  try {
    if (!mayBeNew && !(await hasTables(database.pool))) throw noShop(config)
    return await work(database, config)
  } finally {
    await database.close()
  }
}

const noShop = ({ databaseUrl, dataDir }: Config): ConfigError =>
  new ConfigError(
    databaseUrl === undefined
      ? `There is no shop in ${dataDir}. Set DATA_DIR (or DATABASE_URL) to that of the shop; "toptan start" makes a new one.`
      : 'The database of DATABASE_URL has no shop. Set it to that of the shop; "toptan start" makes a new one.',
  )

async function hasTables(db: Db): Promise<boolean> {
  const row = await db.one<{ there: boolean }>("SELECT to_regclass('schema_migrations') IS NOT NULL AS there")
  return row?.there === true
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
