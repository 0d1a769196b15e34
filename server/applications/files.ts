import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type ApplicationFile, applicationFileBytesMax } from '#contract/shop/applications.ts'
import type { ApplicationFileKind } from '#domain/applications/application.ts'
import { cleanFileName, withEnding } from '#domain/text/file-name.ts'
import { encodePhoto } from '#server/images/images.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored, removeStored, storeFile } from '#server/platform/files/named-files.ts'
import { isPdf, receiveFile } from '#server/platform/files/receive-file.ts'
import { mayUpload, pauseSeconds } from './limits.ts'

export const applicationsFolder = (files: FileStore): FileStore => files.folder('applications')

type Deps = { pool: Pool; folder: FileStore }
type Upload = { form: string; network: string; kind: ApplicationFileKind; name: string; source: Readable }

/** Stores a document of a form: a picture drawn anew, or a PDF file as it is. */
export async function addFile({ pool, folder }: Deps, upload: Upload): Promise<ApplicationFile | Refusal> {
  const { form, network, kind, name, source } = upload
  if (!(await mayUpload(pool, network))) return refuse('too_many_requests', { seconds: pauseSeconds })
  const content = await receiveFile(source, applicationFileBytesMax)
  if (content === null) return refuse('too_large')
  const accepted = await accept(content)
  if (accepted === null) return refuse('application_file_invalid')
  const file = await storeFile(folder, accepted.content)
  const { type, ending } = accepted
  const stored = { file, kind, type, name: withEnding(cleanFileName(name, 'belge'), ending) }
  const bytes = accepted.content.length
  try {
    await pool.execute(
      `INSERT INTO application_files (file, form, kind, type, name, bytes, network) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [file, form, kind, type, stored.name, bytes, network],
      'application_file_add',
    )
  } catch (error) {
    await removeStored(folder, file)
    throw error
  }
  return { ...stored, bytes }
}

type Accepted = { type: ApplicationFile['type']; ending: string; content: Buffer }

/** Judges a file by its content; null if it is neither a picture nor a PDF document. */
async function accept(content: Buffer): Promise<Accepted | null> {
  if (isPdf(content)) return { type: 'pdf', ending: 'pdf', content }
  const photo = await encodePhoto(content)
  return photo && { type: 'picture', ending: 'jpg', content: photo.content }
}

type Attachment = { applicationId: number; form: string; files: readonly string[] }

/** Attaches files of a form to its application. Returns the kinds of those that were found. */
export async function attachFiles(db: Db, { applicationId, form, files }: Attachment): Promise<ApplicationFileKind[]> {
  if (files.length === 0) return []
  const rows = await db.query<{ kind: ApplicationFileKind }>(
    `UPDATE application_files SET application_id = $1
      WHERE file = ANY ($3) AND form = $2 AND application_id IS NULL RETURNING kind`,
    [applicationId, form, files],
    'application_files_attach',
  )
  return rows.map(({ kind }) => kind)
}

export async function findFile(db: Db, file: string) {
  return db.one<{ type: ApplicationFile['type']; name: string }>(
    'SELECT type, name FROM application_files WHERE file = $1 AND application_id IS NOT NULL',
    [file],
    'application_file_find',
  )
}

/** Removes files that no application has after a day, and files without a row, as after the end of an application. */
export async function purgeApplicationFiles(db: Db, folder: FileStore): Promise<void> {
  const rows = await db.query<{ file: string }>(
    `DELETE FROM application_files WHERE application_id IS NULL AND created_at < now() - interval '1 day' RETURNING file`,
    [],
    'application_files_purge',
  )
  for (const { file } of rows) await removeStored(folder, file)
  const sql = 'SELECT file FROM application_files WHERE file = ANY ($1)'
  await purgeStored(folder, async (names) => {
    return new Set((await db.query<{ file: string }>(sql, [names], 'application_files_known')).map(({ file }) => file))
  })
}
