import type { Db } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored } from '#server/platform/files/named-files.ts'
import { photoKey, removePhoto } from './photo-files.ts'

/** Removes photos that belong to no report or return after a day, and files without a row, which crashes leave behind. */
export async function purgePhotos(db: Db, folder: FileStore): Promise<void> {
  const forgotten = await db.query<{ file: string }>(
    `DELETE FROM fault_report_photos WHERE report_id IS NULL AND return_id IS NULL
        AND created_at < now() - interval '1 day' RETURNING file`,
    [],
    'fault_photo_purge',
  )
  for (const { file } of forgotten) await removePhoto(folder, file)
  // A file that is being uploaded has no row yet.
  await purgeStored(folder, (keys) => findReferenced(db, keys))
}

async function findReferenced(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ file: string }>(
    'SELECT file FROM fault_report_photos WHERE file = ANY ($1)',
    [keys.map((key) => key.replace(/\.jpg$/, ''))],
    'fault_photo_known',
  )
  return new Set(rows.map(({ file }) => photoKey(file)))
}
