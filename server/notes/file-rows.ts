import type { NoteFile } from '#contract/shop/notes.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { threadInScope } from './note-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'

export async function insertFile(db: Db, userId: number, file: NoteFile): Promise<void> {
  await db.execute(
    `INSERT INTO note_files (file, user_id, kind, name, bytes, width, height) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [file.file, userId, file.kind, file.name, file.bytes, file.width, file.height],
    'note_file_add',
  )
}

/** The number of files that a user uploaded within an hour and that no note has. */
export async function countUnused(db: Db, userId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM note_files
      WHERE user_id = $1 AND note_id IS NULL AND created_at > now() - interval '1 hour'`,
    [userId],
    'note_files_unused',
  )
  return row?.count ?? 0
}

type Attachment = { noteId: number; userId: number; files: readonly string[] }

/** Attaches files of the user to its note in the given order. Returns the number of files found. */
export async function attachFiles(db: Db, { noteId, userId, files }: Attachment): Promise<number> {
  if (files.length === 0) return 0
  return db.execute(
    `UPDATE note_files f SET note_id = $1, position = wanted.place
       FROM unnest($3::text[]) WITH ORDINALITY wanted (file, place)
      WHERE f.file = wanted.file AND f.user_id = $2 AND f.note_id IS NULL`,
    [noteId, userId, files],
    'note_files_attach',
  )
}

/**
 * A file that the user may open: its own before the note is written, then those of the dealer's threads, without internal
 * notes. Administrators open all of them.
 */
export async function findFile(db: Db, actor: Actor, file: string) {
  return db.one<{ kind: 'picture' | 'pdf'; name: string }>(
    `SELECT f.kind, f.name FROM note_files f
       LEFT JOIN notes n ON n.id = f.note_id LEFT JOIN note_threads t ON t.id = n.thread_id
      WHERE f.file = $1
        AND CASE WHEN n.id IS NULL THEN f.user_id = $2
                 ELSE $3 OR t.dealer_id = $4 AND NOT n.is_internal AND ${threadInScope('$5')} END`,
    [file, actor.userId, actor.role === 'admin', actor.dealer?.id ?? null, actor.addresses],
    'note_file_find',
  )
}

/** Deletes files that no note has after a day, and returns their names. */
export async function deleteUnused(db: Db): Promise<string[]> {
  const rows = await db.query<{ file: string }>(
    `DELETE FROM note_files WHERE note_id IS NULL AND created_at < now() - interval '1 day' RETURNING file`,
    [],
    'note_files_purge',
  )
  return rows.map(({ file }) => file)
}

export async function findKnown(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = 'SELECT file FROM note_files WHERE file = ANY ($1)'
  return new Set((await db.query<{ file: string }>(sql, [names], 'note_files_known')).map(({ file }) => file))
}
