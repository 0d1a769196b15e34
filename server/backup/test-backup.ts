import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import type { StorageAddress } from '#server/platform/files/storage-address.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { testSecret, type TestShop } from '#testing/shop.ts'
import { checkBackup, defaultGaps, makeBackup, openBackup, restoreBackup } from './backup.ts'

export const testKey = 'a key of backups with enough letters'

type BackupOptions = { folder: string; key?: string; at?: Date }

export function backUp({ app, database, dataDir }: TestShop, { folder, key, at }: BackupOptions) {
  const { pool, connection } = database
  return makeBackup(
    { pool, connection, files: app.files, dataDir, folder, key, secret: testSecret, version: 'test' },
    at,
  )
}

/** An empty database with an empty data folder. */
export type EmptyPlace = { database: TestDatabase; dataDir: string; remove(): Promise<void> }

export async function emptyPlace(): Promise<EmptyPlace> {
  const [database, folder] = await Promise.all([createTestDatabase({ empty: true }), temporaryFolder()])
  return {
    database,
    dataDir: join(folder.path, 'data'),
    async remove() {
      await database.drop()
      await folder.remove()
    },
  }
}

type RestoreOptions = {
  key?: string
  storage?: StorageAddress
  replaces?: boolean
  now?: Date
  gaps?: typeof defaultGaps
}

/** Checks and restores a backup, as the command does. */
export async function restore(
  folder: string,
  { database, dataDir }: Pick<EmptyPlace, 'dataDir'> & { database: Pick<TestDatabase, 'connection'> },
  { key, storage, replaces = false, now = new Date(), gaps = defaultGaps }: RestoreOptions = {},
) {
  const { manifest, place } = await openBackup(folder, key === undefined ? [] : [key])
  await checkBackup(place, manifest)
  const target = {
    connection: database.connection,
    kind: 'external' as const,
    dataDir,
    files: openFileStore({ dataDir, storage }),
  }
  await restoreBackup(target, { manifest, place }, { replaces, gaps, now })
  return manifest
}
