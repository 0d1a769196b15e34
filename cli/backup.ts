import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findBroken } from '#faults/invariants.ts'
import {
  BackupError,
  type BackupRow,
  followBackups,
  isBackupName,
  listRuns,
  makeBackup,
  recordVerified,
  removeExpired,
  verifyBackup,
} from '#server/backup/backup.ts'
import { backupKeysOf, type Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { withDatabase } from './database.ts'
import { packageVersion } from './version.ts'

export const usage = `toptan backup                    make a backup in BACKUP_DIR while the shop runs
toptan backup --to <folder>      make it in another folder; nothing is removed there
toptan backup list               the backups that were made, the newest first: where they are, how old and how large,
                                 encrypted or not, and when they were verified
toptan backup verify [<backup>]  restore the newest one, or this one, into a scratch database and check all of it

Backups are encrypted if BACKUP_KEY or BACKUP_KEY_FILE is set. Those of the key before are read with FORMER_BACKUP_KEY.`

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' } },
  })
  const [action, subject, ...rest] = positionals
  if (rest.length > 0 || (subject !== undefined && action !== 'verify')) return showUsage()
  if (action === undefined) return withDatabase((database, config) => make(database, config, values.to))
  if (action === 'list') return withDatabase(({ pool }, config) => list(pool, config))
  if (action === 'verify') {
    // Also on a machine without a shop, which a backup may outlive.
    return withDatabase((database, config) => verify(database, config, subject), { mayBeNew: subject !== undefined })
  }
  return showUsage()
}

function showUsage(): number {
  console.error(usage)
  return 2
}

async function make({ pool, connection }: Database, config: Config, to: string | undefined): Promise<number> {
  const started = performance.now()
  const { dataDir, backupKey: key, sessionSecret: secret } = config
  const target = to === undefined ? config.backupFolder : resolve(to)
  const deps = {
    pool,
    connection,
    files: openFileStore(config),
    dataDir,
    folder: target,
    key,
    secret,
    version: packageVersion(),
  }
  const { folder, manifest } = await makeBackup(deps).finally(() => followBackups(pool, new Date()))
  const { tables, files, audit } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.part.bytes, files.bytes)
  console.log(folder)
  console.log(
    `${rows} rows of ${tables.length} tables and ${files.count} files, ${(bytes / 1e6).toFixed(1)} MB, in ` +
      `${((performance.now() - started) / 1000).toFixed(1)} s. ${key === undefined ? 'Not encrypted.' : 'Encrypted.'}`,
  )
  console.log(`Audit log: seal ${audit.seq}, ${audit.hash}`)
  const { count, first } = files.missing
  if (count > 0) console.error(`${count} files that the database names are missing: ${first.join(', ')}`)
  if (to === undefined) {
    const removed = await removeExpired(pool, config.backupFolder, new Date())
    if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`)
  }
  return 0
}

async function list(pool: Database['pool'], { backupFolder }: Config): Promise<number> {
  for (const line of describeRuns(await listRuns(pool, 100), { backupFolder, now: new Date() })) console.log(line)
  return 0
}

/** The folder of a backup. BACKUP_DIR is searched, too, for backups that were moved there or whose folder is not stored. */
function placeOf({ name, folder }: Pick<BackupRow, 'name' | 'folder'>, backupFolder: string): string {
  const places = [folder ?? backupFolder, backupFolder].map((parent) => join(parent, name))
  return places.find((place) => existsSync(place)) ?? places[0] ?? ''
}

/** A line for each backup: state, place, age, and what is stored of it. */
export function describeRuns(
  runs: readonly BackupRow[],
  { backupFolder, now }: { backupFolder: string; now: Date },
): string[] {
  return runs.map((run) => {
    const place = placeOf(run, backupFolder)
    const facts = [
      existsSync(place) ? place : `${place} (not there)`,
      ageOf(run.started_at, now),
      `${(run.bytes / 1e6).toFixed(1)} MB`,
      `${run.row_count} rows`,
      `${run.file_count} files`,
      ...(run.missing_files > 0 ? [`${run.missing_files} files missing`] : []),
      run.is_encrypted ? 'encrypted' : 'not encrypted',
      run.verified_at === null ? 'not verified' : `verified ${run.verified_at.toISOString()}`,
    ]
    const started = ageOf(run.started_at, now)
    const texts = { running: started, done: facts.join(', '), failed: `${started}: ${run.error ?? ''}` }
    return `${run.name}  ${run.state}  ${texts[run.state]}`
  })
}

function ageOf(moment: Date, now: Date): string {
  const hours = Math.floor(Math.max(0, now.getTime() - moment.getTime()) / 3_600_000)
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return count === 1 ? `1 ${unit} old` : `${count} ${unit}s old`
}

async function verify({ pool, connection }: Database, config: Config, wanted: string | undefined): Promise<number> {
  const folder = wanted === undefined ? await newest(pool, config) : await findBackup(config, wanted)
  const started = performance.now()
  const problems = await verifyBackup(folder, { connection, keys: backupKeysOf(config), findBroken })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return 1
  await recordVerified(pool, folder.split(/[\\/]/).at(-1) ?? '')
  console.log(`${folder} is complete: restored and checked in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return 0
}

async function newest(pool: Database['pool'], config: Config): Promise<string> {
  const done = (await listRuns(pool, 100)).find(({ state }) => state === 'done')
  if (done === undefined) throw new BackupError('There is no backup yet.')
  return placeOf(done, config.backupFolder)
}

/** A name is a folder in BACKUP_DIR; anything else is a path. */
export async function findBackup({ backupFolder }: Pick<Config, 'backupFolder'>, backup: string): Promise<string> {
  const isName = isBackupName(backup)
  const path = isName ? join(backupFolder, backup) : resolve(backup)
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (found?.isDirectory() === true) return path
  if (found !== null) throw new BackupError(`${path} is a file; a backup is a folder.`)
  throw new BackupError(
    isName
      ? `There is no backup ${backup} in ${backupFolder} (BACKUP_DIR). Give the path of its folder.`
      : `There is no folder ${path}.`,
  )
}
