import { migrationsFolder } from '#db/migrations-folder.ts'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'

export async function run(): Promise<number> {
  const database = await openDatabase(parseConfig(), { role: 'command', log: (line) => console.error(line) })
  try {
    const { applied } = await migrate(database.pool, migrationsFolder)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    return 0
  } finally {
    await database.close()
  }
}
