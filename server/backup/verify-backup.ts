import type { Connection, Db } from '#server/platform/db/pool.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { missingCreateRight, withScratchDatabase } from '#server/platform/db/other-database.ts'
import { BackupError } from './backup-error.ts'
import { openClient } from './make/snapshot.ts'
import { openBackup } from './manifest.ts'
import { checkBackup } from './restore/check-backup.ts'
import { compareDatabase } from './restore/compare-database.ts'
import { restoreForTrial } from './restore/restore-backup.ts'

/** The scratch database of a trial restore. */
const scratchName = 'toptan_verify'

type TrialOptions = {
  connection: Connection
  keys: readonly string[]
  /** Returns a line for each rule that the data breaks. */
  findBroken: (db: Db) => Promise<string[]>
}

/**
 * Restores a backup into a scratch database beside the shop's, compares every row with the backup, checks the rules that the
 * shop's data always keeps, and removes the scratch database. Returns a line for each problem. Throws BackupError if the backup
 * cannot be read, or the user of DATABASE_URL must not create databases.
 */
export async function verifyBackup(folder: string, { connection, keys, findBroken }: TrialOptions): Promise<string[]> {
  const { manifest, place } = await openBackup(folder, keys)
  await requireRight(connection)
  await checkBackup(place, manifest)
  return withScratchDatabase(connection, scratchName, async (scratch) => {
    await restoreForTrial(scratch, place, manifest)
    const client = await openClient(scratch)
    const differences = await compareDatabase(client, manifest).finally(() => client.close())
    const pool = createPool(scratch, { role: 'command', max: 1 })
    const broken = await findBroken(pool).finally(() => pool.close())
    return [...differences, ...broken]
  })
}

async function requireRight(connection: Connection): Promise<void> {
  const client = await openClient(connection)
  const missing = await missingCreateRight(client.db).finally(() => client.close())
  if (missing !== null) throw new BackupError(`The user ${missing.user} may not create databases: ${missing.statement}`)
}
