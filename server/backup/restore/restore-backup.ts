import { migrationsFolder } from '#db/migrations-folder.ts'
import { makeFolder } from '#server/platform/files/make-folder.ts'
import { acceptDataFolder } from '#server/platform/data-folder.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Connection, createPool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { openClient, type SnapshotClient } from '#server/backup/make/snapshot.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import type { ShopFiles } from '#server/backup/stored-folders.ts'
import type { PartPlace } from '#server/backup/parts/part-files.ts'
import { settleRestored } from './after-restore.ts'
import { type Gaps, loadDatabase, setSequences } from './load-database.ts'
import { findFiles, removeFiles, restoreFiles } from './restore-files.ts'
import { interruptedRestore, markRestore, unmarkRestore } from './restore-mark.ts'

export type RestoreTarget = { connection: Connection; kind: 'embedded' | 'external' } & ShopFiles

export type RestoreOptions = { replaces: boolean; gaps: Gaps; now: Date }

/**
 * Restores a checked backup (`checkBackup`) into an empty database and data folder; `replaces` removes what they have. Until it
 * is complete, the data folder has a file that keeps the shop from starting. Throws BackupError if they are not empty.
 */
export async function restoreBackup(
  target: RestoreTarget,
  { place, manifest }: { place: PartPlace; manifest: Manifest },
  { replaces, gaps, now }: RestoreOptions,
): Promise<void> {
  const { connection, dataDir } = target
  makeFolder(dataDir)
  const isSecondTry = (await interruptedRestore(dataDir)) !== null
  const client = await openClient(connection)
  try {
    if (!replaces && !isSecondTry) await requireEmpty(client, target)
    await markRestore(dataDir, place.folder)
    failpoint('restore.marked')
    await clearDatabase(client)
    await removeFiles(target)
    await migrate({ connection }, migrationsFolder, { until: manifest.migrations.at(-1)?.version })
    failpoint('restore.migrated')
    await inTransaction(client, async (db) => {
      await loadDatabase(client, place, manifest)
      failpoint('restore.loaded')
      await setSequences(db, manifest.sequences, { documents: 0, others: 0 })
      await settleRestored(db, { backup: manifest.name, at: new Date(manifest.at) }, { now, gaps })
    })
    failpoint('restore.committed')
    await migrate({ connection }, migrationsFolder)
    await client.db.execute('ANALYZE')
  } finally {
    await client.close()
  }
  await restoreFiles(target, place, manifest)
  failpoint('restore.files')
  if (target.kind === 'external' || target.files.isRemote) await acceptFolder(target)
  await unmarkRestore(dataDir)
}

/** Fills an empty database with exactly what the backup has, to inspect it. */
export async function restoreForTrial(connection: Connection, place: PartPlace, manifest: Manifest): Promise<void> {
  const client = await openClient(connection)
  try {
    await migrate({ connection }, migrationsFolder, { until: manifest.migrations.at(-1)?.version })
    await inTransaction(client, async (db) => {
      await loadDatabase(client, place, manifest)
      await setSequences(db, manifest.sequences, { documents: 0, others: 0 })
    })
  } finally {
    await client.close()
  }
}

export async function inTransaction(
  { client, db }: SnapshotClient,
  work: (db: Transaction) => Promise<void>,
): Promise<void> {
  await db.execute('BEGIN')
  try {
    await work({ ...db, client: client as unknown as Transaction['client'] })
    await db.execute('COMMIT')
  } catch (error) {
    await db.execute('ROLLBACK').catch(() => {})
    throw error
  }
}

async function requireEmpty({ db }: SnapshotClient, shop: ShopFiles): Promise<void> {
  const table = await db.one<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname LIMIT 1`,
  )
  const folder = await findFiles(shop)
  if (table === undefined && folder === null) return
  const found = table === undefined ? `${folder} has files` : `the database has tables (${table.name}, …)`
  throw new BackupError(
    `A backup is restored into an empty database and data folder, but ${found}. Use another DATA_DIR or DATABASE_URL, or --replace.`,
  )
}

async function clearDatabase({ db }: SnapshotClient): Promise<void> {
  await db.execute('DROP SCHEMA IF EXISTS pgboss CASCADE')
  await db.execute('DROP SCHEMA public CASCADE')
  await db.execute('CREATE SCHEMA public')
}

/** The folder of a shared database has a new id. */
async function acceptFolder({ connection, files }: RestoreTarget): Promise<void> {
  const pool = createPool(connection, { role: 'command', max: 1 })
  await acceptDataFolder(pool, files).finally(() => pool.close())
}
