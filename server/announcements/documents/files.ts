import type { Readable } from 'node:stream'
import { documentBytesMax, type DocumentUpload } from '#contract/admin/documents.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { packedType } from '#domain/notes/document.ts'
import { cleanFileName, withEnding } from '#domain/text/file-name.ts'
import { encodePhoto } from '#server/images/images.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored, removeStored, storeFile } from '#server/platform/files/named-files.ts'
import { isPdf, receiveFile } from '#server/platform/files/receive-file.ts'

export const documentsFolder = (files: FileStore): FileStore => files.folder('documents')

/** Stores an uploaded file of the shelf. */
export async function addDocumentFile(
  { pool, folder }: { pool: Pool; folder: FileStore },
  { userId, name, source }: { userId: number; name: string; source: Readable },
): Promise<DocumentUpload | Refusal> {
  const upload = await receiveFile(source, documentBytesMax)
  if (upload === null) return refuse('too_large')
  const accepted = await accept(upload)
  if (accepted === null) return refuse('document_file_invalid')
  const file = await storeFile(folder, accepted.content)
  const { type, ending, content } = accepted
  const stored = { file, type, name: withEnding(cleanFileName(name, 'belge'), ending), bytes: content.length }
  try {
    await pool.execute(
      'INSERT INTO document_files (file, user_id, type, name, bytes) VALUES ($1, $2, $3, $4, $5)',
      [file, userId, type, stored.name, stored.bytes],
      'document_file_add',
    )
  } catch (error) {
    await removeStored(folder, file)
    throw error
  }
  return stored
}

type Accepted = { type: DocumentUpload['type']; ending: string; content: Buffer }

/** Judges a file by its content; pictures are drawn anew. Null: none of the accepted types. */
async function accept(content: Buffer): Promise<Accepted | null> {
  if (isPdf(content)) return { type: 'pdf', ending: 'pdf', content }
  // Names of a ZIP archive are stored as they are.
  const packed = packedType({ head: content.subarray(0, 4).toString('latin1'), names: content.toString('latin1') })
  if (packed === 'macros' || (packed !== null && !content.includes('PK\x05\x06'))) return null
  if (packed !== null) return { type: packed, ending: packed, content }
  const photo = await encodePhoto(content)
  return photo && { type: 'picture', ending: 'jpg', content: photo.content }
}

/** Removes files that no document has after a day, and files without a row. */
export async function purgeDocuments(db: Db, folder: FileStore): Promise<void> {
  const rows = await db.query<{ file: string }>(
    `DELETE FROM document_files WHERE document_id IS NULL AND created_at < now() - interval '1 day' RETURNING file`,
    [],
    'document_files_purge',
  )
  for (const { file } of rows) await removeStored(folder, file)
  const sql = 'SELECT file FROM document_files WHERE file = ANY ($1)'
  await purgeStored(folder, async (names) => {
    return new Set((await db.query<{ file: string }>(sql, [names], 'document_files_known')).map(({ file }) => file))
  })
}
