import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AuditHead, type AuditProblem, sealAudit, verifyAudit } from '#server/audit/audit.ts'
import { isBackupName, openBackup } from '#server/backup/backup.ts'
import { backupKeysOf, type Config } from '#server/config.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan audit verify [--head <seal>:<hash>]

Compares every entry of the audit log with its seal, and the chain of seals with its ends in the backups of BACKUP_DIR. Prints
the first entry that was changed, removed or inserted, and the end of the chain, which --head compares later.`

const sentences: Record<AuditProblem['kind'], string> = {
  changed: 'was changed after it was sealed',
  missing: 'was removed',
  inserted: 'was inserted without the program',
  broken: 'was changed, removed or moved',
  shortened: 'was removed, with all after it',
  replaced: 'is another one than it was: the chain was made anew',
}

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { head: { type: 'string' } } })
  const given = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.head ?? '')
  if (positionals.join(' ') !== 'verify' || (values.head !== undefined && given === null)) {
    console.error(usage)
    return 2
  }
  return withDatabase(async ({ pool }, config) => {
    await sealAudit(pool)
    const heads = await headsOfBackups(config)
    if (given !== null) heads.push({ seq: Number(given[1]), hash: given[2] ?? '' })
    const { problem, head, erased } = await verifyAudit(pool, heads)
    if (problem !== null) {
      const subject = 'entry' in problem ? `Entry ${problem.entry}` : `Seal ${problem.seal}`
      console.error(`${subject} ${sentences[problem.kind]}.`)
      return 1
    }
    console.log(
      `${head.seq} seals are right, ${erased} of them after an erasure. Compared with ${heads.length} stored ends.`,
    )
    console.log(`End: ${head.seq}:${head.hash}`)
    return 0
  })
}

/** Backups that cannot be read say nothing about the log. */
async function headsOfBackups(config: Config): Promise<AuditHead[]> {
  const names = (await readdir(config.backupFolder).catch(() => [])).filter(isBackupName)
  const heads = await Promise.all(
    names.map((name) =>
      openBackup(join(config.backupFolder, name), backupKeysOf(config)).then(
        ({ manifest }) => [manifest.audit],
        () => [],
      ),
    ),
  )
  return heads.flat()
}
