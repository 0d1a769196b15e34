import { type Config, parseConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { prepareDatabase } from './prepare-database.ts'

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
