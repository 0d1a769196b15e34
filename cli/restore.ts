import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import {
  acceptDatabase,
  BackupError,
  checkBackup,
  defaultGaps,
  openBackup,
  pointInTime,
  restoreBackup,
  secretMarkOf,
  settleRestored,
} from '#server/backup/backup.ts'
import { backupKeysOf, type Config, parseConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { areOutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { acceptedSecrets } from '#server/platform/http/secrets.ts'
import { findBackup } from './backup.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan restore <backup> [--replace] [--gap <number> | --no-gap]
toptan restore --recovered <time>

Restores a backup (its name in BACKUP_DIR, or the path of its folder) into an empty database and data folder. The shop must be stopped.
--replace     removes the data that is there first, after you have typed the name of the backup
--gap         by how many numbers document numbers advance, so that none that was issued after the backup is issued
              again (${defaultGaps.documents} by default)
--recovered   after you recovered your own PostgreSQL to a point in time (2026-11-29T14:05:00+03:00): does what a
              restore does after the data is there. Run it once, before the shop starts.`

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      replace: { type: 'boolean', default: false },
      gap: { type: 'string' },
      'no-gap': { type: 'boolean', default: false },
      recovered: { type: 'string' },
    },
  })
  if (values.recovered !== undefined && positionals.length === 0) return settle(values.recovered)
  const [backup, ...rest] = positionals
  const documents = values['no-gap'] ? 0 : Number(values.gap ?? defaultGaps.documents)
  if (backup === undefined || rest.length > 0 || !Number.isSafeInteger(documents) || documents < 0) {
    console.error(usage)
    return 2
  }
  const gaps = values['no-gap'] ? { documents, others: 0 } : { ...defaultGaps, documents }
  return restore(backup, { replaces: values.replace, gaps })
}

async function restore(backup: string, options: { replaces: boolean; gaps: typeof defaultGaps }): Promise<number> {
  const config = parseConfig()
  const { place, manifest } = await openBackup(await findBackup(config, backup), backupKeysOf(config))
  console.log(`Checking ${place.folder} …`)
  await checkBackup(place, manifest)
  // A server: another one on the same folder is refused.
  const database = await openDatabase(config, { role: 'server', log: (line) => console.error(line) })
  try {
    await requireStopped(database)
    if (options.replaces && !(await isConfirmed(manifest.name, config))) {
      console.error('Nothing was changed.')
      return 1
    }
    console.log(`Restoring the shop as of ${manifest.at} …`)
    const target = {
      connection: database.connection,
      kind: database.kind,
      dataDir: config.dataDir,
      files: openFileStore(config),
    }
    await restoreBackup(target, { place, manifest }, { ...options, now: new Date() })
  } finally {
    await database.close()
  }
  console.log(`Restored. Emails are held: see "toptan outbox" once the shop runs. Everybody has to sign in again.`)
  if (!areOutsideCallsOff())
    console.log(
      'Banks, ERPs and webhooks are called once the shop runs. A copy to look at: set OUTSIDE_CALLS=off first.',
    )
  // An encrypted backup contains the secret of the data folder.
  if (!acceptedSecrets(parseConfig().sessionSecret).some((secret) => secretMarkOf(secret) === manifest.secretMark)) {
    console.error(secretWarning)
  }
  return 0
}

const secretWarning =
  'SESSION_SECRET is not the one of the backup: keys of POS accounts, of ERPs and of authenticator apps cannot be read. ' +
  'Set the right one before the shop starts, or enter them again.'

/** Other processes would write into the database, or read what is half there. */
async function requireStopped({ pool }: Database): Promise<void> {
  const row = await pool.one<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name IN ('toptan-jobs', 'toptan-listen')`,
  )
  if ((row?.count ?? 0) > 0)
    throw new BackupError('The shop is running on this database: stop all of its processes first.')
}

async function isConfirmed(name: string, { databaseUrl, dataDir }: Config): Promise<boolean> {
  const where = databaseUrl === undefined ? dataDir : `the database of DATABASE_URL and ${dataDir}`
  console.error(`All data of the shop in ${where} will be removed. Type ${name} to go on:`)
  const reader = createInterface({ input: process.stdin })
  const answer = await new Promise<string>((resolve) => {
    reader.once('line', resolve)
    reader.once('close', () => resolve(''))
  })
  reader.close()
  return answer.trim() === name
}

async function settle(time: string): Promise<number> {
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || at > new Date()) {
    console.error(usage)
    return 2
  }
  await withDatabase(({ pool }) =>
    transaction(pool, async (db) => {
      await settleRestored(db, { backup: pointInTime, at }, { now: new Date(), gaps: defaultGaps })
      await acceptDatabase(db)
    }),
  )
  console.log('Emails are held: see "toptan outbox" once the shop runs. Everybody has to sign in again.')
  return 0
}
