import { parseArgs } from 'node:util'
import { prepareDatabase, withDatabaseAsItIs } from './database.ts'
import { describeUpgrade } from './upgrade-plan.ts'

export const usage = `toptan migrate            bring the database up to date; the shop may run
toptan migrate --dry-run  say what that would do and how long it takes, and change nothing`

const upToDate = 'The database is up to date.'

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } })
  return withDatabaseAsItIs(
    async (database, config) => {
      if (values['dry-run']) {
        const lines = await describeUpgrade(database, config)
        for (const { text } of lines ?? [{ text: upToDate }]) console.log(text)
        return 0
      }
      const { applied } = await prepareDatabase(database.pool, { log: (line) => console.error(line) })
      console.log(applied.length === 0 ? upToDate : `Applied: ${applied.join(', ')}`)
      return 0
    },
    { mayBeNew: true },
  )
}
