import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type NoteFile, noteFileBytesMax } from '#contract/shop/notes.ts'
import { cleanFileName, withEnding } from '#domain/text/file-name.ts'
import { encodePhoto } from '#server/images/images.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored, removeStored, storeFile } from '#server/platform/files/named-files.ts'
import { isPdf, receiveFile } from '#server/platform/files/receive-file.ts'
import { countUnused, deleteUnused, findKnown, insertFile } from './file-rows.ts'

export const noteFilesFolder = (files: FileStore): FileStore => files.folder('notes')

/** Files without a note that a user may upload per hour. */
const maxUnused = 40
const pauseSeconds = 600

/** Stores an uploaded picture, drawn anew, or a PDF file as it is. */
export async function addFile(
  { pool, folder }: { pool: Pool; folder: FileStore },
  { userId, name, source }: { userId: number; name: string; source: Readable },
): Promise<NoteFile | Refusal> {
  if ((await countUnused(pool, userId)) >= maxUnused) return refuse('too_many_requests', { seconds: pauseSeconds })
  const upload = await receiveFile(source, noteFileBytesMax)
  if (upload === null) return refuse('too_large')
  const accepted = await accept(upload, name)
  if (accepted === null) return refuse('note_file_invalid')
  const file = await storeFile(folder, accepted.content)
  const { content, ...facts } = accepted
  const stored: NoteFile = { ...facts, file, bytes: content.length }
  try {
    await insertFile(pool, userId, stored)
  } catch (error) {
    await removeStored(folder, file)
    throw error
  }
  return stored
}

type Accepted = Omit<NoteFile, 'file' | 'bytes'> & { content: Buffer }

/** Judges a file by its content; null if it is neither a picture nor a PDF document. */
async function accept(upload: Buffer, name: string): Promise<Accepted | null> {
  if (isPdf(upload)) {
    const title = withEnding(cleanFileName(name, 'belge.pdf'), 'pdf')
    return { kind: 'pdf', name: title, width: null, height: null, content: upload }
  }
  const photo = await encodePhoto(upload)
  return photo && { kind: 'picture', name: withEnding(cleanFileName(name, 'resim.jpg'), 'jpg'), ...photo }
}

/** Removes files that no note has after a day, and files without a row. */
export async function purgeNoteFiles(db: Db, folder: FileStore): Promise<void> {
  for (const file of await deleteUnused(db)) await removeStored(folder, file)
  await purgeStored(folder, (names) => findKnown(db, names))
}
