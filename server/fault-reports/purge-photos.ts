import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db/pool.ts'
import { removePhoto } from './photo-files.ts'

const dayMilliseconds = 24 * 3600 * 1000
const namesAtOnce = 1000

/** Removes photos that belong to no report or return after a day, and files without a row, which crashes leave behind. */
export async function purgePhotos(db: Db, folder: string): Promise<void> {
  const forgotten = await db.query<{ file: string }>(
    `DELETE FROM fault_report_photos WHERE report_id IS NULL AND return_id IS NULL
        AND created_at < now() - interval '1 day' RETURNING file`,
    [],
    'fault_photo_purge',
  )
  for (const { file } of forgotten) await removePhoto(folder, file)
  const names = await readdir(folder).catch(() => [])
  for (let at = 0; at < names.length; at += namesAtOnce) {
    await removeUnreferenced(db, folder, names.slice(at, at + namesAtOnce))
  }
}

async function removeUnreferenced(db: Db, folder: string, names: readonly string[]): Promise<void> {
  const rows = await db.query<{ file: string }>(
    'SELECT file FROM fault_report_photos WHERE file = ANY ($1)',
    [names.map((name) => name.replace(/\.jpg$/, ''))],
    'fault_photo_known',
  )
  const referenced = new Set(rows.map(({ file }) => `${file}.jpg`))
  for (const name of names.filter((each) => !referenced.has(each))) {
    const path = join(folder, name)
    // A file that is being uploaded has no row yet.
    const changedAt = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Date.now())
    if (changedAt < Date.now() - dayMilliseconds) await rm(path, { force: true })
  }
}
