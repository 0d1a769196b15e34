import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { prepareDatabase } from './database.ts'

export async function run(): Promise<number> {
  const database = await openDatabase(parseConfig(), { role: 'command', log: (line) => console.error(line) })
  try {
    const { applied } = await prepareDatabase(database.pool)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    return 0
  } finally {
    await database.close()
  }
}
