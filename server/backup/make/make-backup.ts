import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { auditHead } from '#server/audit/audit.ts'
import { makeFolder } from '#server/platform/files/make-folder.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Connection, Pool } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { currentSecret, type Secret } from '#server/platform/http/secrets.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { backupName, isBackupName } from '#server/backup/backup-name.ts'
import { endRun, endLostRuns, insertRun, lastBytes } from '#server/backup/backup-rows.ts'
import { type Manifest, newManifest, secretMarkOf, syncFolder, writeManifest } from '#server/backup/manifest.ts'
import { copyFiles } from './copy-files.ts'
import { copyJobs, copyTables, readMigrations, readSequences } from './copy-tables.ts'
import { beginSnapshot, openClient, type SnapshotClient } from './snapshot.ts'

export type BackupDeps = {
  pool: Pool
  connection: Connection
  files: FileStore
  dataDir: string
  /** Where backups are stored. */
  folder: string
  /** Encrypts the backup. */
  key: string | undefined
  secret: Secret
  version: string
}

// An arbitrary number.
const backupLock = 7_216_461
const spareBytes = 256 * 1024 * 1024
const draftEnding = '.part'

/**
 * Makes a backup while the shop runs, and returns its folder and manifest. It is written to a draft folder, which gets its name
 * when everything is on the disk. Throws BackupError if another backup is being made or the disk has too little space.
 */
export async function makeBackup(deps: BackupDeps, now = new Date()): Promise<{ folder: string; manifest: Manifest }> {
  const leader = await openClient(deps.connection)
  try {
    await lockBackups(leader)
    makeFolder(deps.folder, 0o700)
    await removeDrafts(deps.folder)
    await endLostRuns(deps.pool, ({ name, folder }) => isComplete(folder ?? deps.folder, name))
    const name = backupName(now)
    await insertRun(deps.pool, { name, folder: deps.folder, isEncrypted: deps.key !== undefined })
    const draft = join(deps.folder, `${name}${draftEnding}`)
    try {
      await requireSpace(deps)
      const manifest = await fill(deps, leader, { draft, name })
      const folder = join(deps.folder, name)
      failpoint('backup.before_rename')
      await rename(draft, folder)
      await syncFolder(deps.folder)
      failpoint('backup.after_rename')
      await endRun(deps.pool, name, { manifest, error: null })
      return { folder, manifest }
    } catch (error) {
      await rm(draft, { recursive: true, force: true }).catch(() => {})
      await endRun(deps.pool, name, { error: error instanceof Error ? error.message : String(error) }).catch(() => {})
      throw error
    }
  } finally {
    await leader.close()
  }
}

async function fill(deps: BackupDeps, leader: SnapshotClient, { draft, name }: { draft: string; name: string }) {
  const place = { folder: draft, key: deps.key }
  await mkdir(draft, { mode: 0o700 })
  const snapshot = await beginSnapshot(leader)
  const at = new Date().toISOString()
  const { db } = leader
  const tables = await copyTables(deps.connection, place, { db, snapshot })
  failpoint('backup.after_tables')
  const jobs = await copyJobs(leader, place)
  // After the snapshot: a file is written before its row, so that every file of a row is there.
  const files = await copyFiles(deps, place, db)
  failpoint('backup.after_files')
  const manifest = newManifest({
    name,
    at,
    version: deps.version,
    migrations: await readMigrations(db),
    tables,
    jobs,
    sequences: await readSequences(db),
    files,
    audit: await auditHead(db),
    secretMark: secretMarkOf(currentSecret(deps.secret)),
  })
  await db.execute('COMMIT')
  await writeManifest(place, manifest)
  await syncFolder(draft)
  return manifest
}

async function lockBackups({ db }: SnapshotClient): Promise<void> {
  const row = await db.one<{ is_free: boolean }>(`SELECT pg_try_advisory_lock(${backupLock}) AS is_free`)
  if (row?.is_free !== true) throw new BackupError('Another backup of this shop is being made.')
}

/** Drafts of processes that died. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(draftEnding) && isBackupName(name.slice(0, -draftEnding.length))) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

async function requireSpace({ pool, folder }: BackupDeps): Promise<void> {
  const [{ bavail, bsize }, last] = await Promise.all([statfs(folder), lastBytes(pool)])
  const needed = Math.ceil(last * 1.2) + spareBytes
  if (bavail * bsize >= needed) return
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  throw new BackupError(
    `${folder} has ${megabytes(bavail * bsize)} MB left, and a backup needs ${megabytes(needed)} MB.`,
  )
}

const isComplete = (folder: string, name: string): Promise<boolean> =>
  stat(join(folder, name)).then(
    () => true,
    () => false,
  )
