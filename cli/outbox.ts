import { heldEmailKinds } from '#contract/admin/failed-emails.ts'
import { countHeldEmails, dropEmails, holdsEmails, releaseEmails } from '#server/platform/jobs/held-emails.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan outbox                          emails that are held after a restore, by kind
toptan outbox drop [<kind> …] [--all]  remove those that waited in the backup; --all: also those since the restore
toptan outbox release                  send what is left, and hold nothing any more

Emails that waited when the backup was made were probably sent before the shop was lost.`

export async function run(args: string[]): Promise<number> {
  const all = args.includes('--all')
  const [action, ...kinds] = args.filter((arg) => arg !== '--all')
  const known: readonly string[] = heldEmailKinds
  if (kinds.some((kind) => !known.includes(kind)) || (action !== 'drop' && (all || kinds.length > 0)))
    return showUsage()
  if (action === undefined) {
    console.log(await withDatabase(({ pool }) => describeHeld(pool)))
    return 0
  }
  if (action === 'drop') {
    const count = await withDatabase(({ pool }) => dropEmails(pool, kinds.length > 0 ? kinds : known, { all }))
    console.log(`Removed ${count} emails.`)
    return 0
  }
  if (action !== 'release') return showUsage()
  const isReleased = await withDatabase(({ pool }) => releaseEmails(pool))
  console.log(isReleased ? 'Emails leave again.' : 'No emails are held.')
  return 0
}

function showUsage(): number {
  console.error(usage)
  return 2
}

/** The held emails by kind, and what to type next. Emails that are tried again are not held. */
export async function describeHeld(pool: Pool): Promise<string> {
  if (!(await holdsEmails(pool))) return 'No emails are held.'
  const counts = await countHeldEmails(pool, heldEmailKinds)
  const release = '"toptan outbox release" sends what is left, and ends the hold.'
  if (counts.length === 0) return `No emails wait yet; new ones are held.\n${release}`
  return [
    ...counts.map(
      ({ name, before, since }) => `${name.padEnd(20)} ${before} from the backup, ${since} since the restore`,
    ),
    `"toptan outbox drop" removes those from the backup, which were probably sent. ${release}`,
  ].join('\n')
}
