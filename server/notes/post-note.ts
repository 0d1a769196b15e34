import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { NoteSubject } from '#contract/shop/notes.ts'
import { type NoteSide, notesMax } from '#domain/notes/note.ts'
import { maskCards } from '#domain/payments/card-text.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { attachFiles } from './file-rows.ts'
import { countUnread, lockThread } from './note-rows.ts'
import { findSubject, type NoteReader } from './subjects.ts'

/** Who writes: a user of a dealer, or of the store. */
export type NoteAuthor = { userId: number; side: NoteSide; reader: NoteReader }
export type NewNote = { subject: NoteSubject; text: string; files: readonly string[]; key: string; isInternal: boolean }

/** Notes per user and hour; more indicates a script. */
const maxPerHour = 100
const pauseSeconds = 600

/** Writes a note once for each key of its user. Returns null on success, also if the note was there already. */
export async function writeNote(pool: Pool, author: NoteAuthor, note: NewNote): Promise<Refusal | null> {
  return transactionOrRefusal(pool, async (db) => {
    const subject = await findSubject(db, note.subject, author.reader)
    if (subject === undefined) return abortTransaction('note_subject_not_found')
    const threadId = await lockThread(db, note.subject, subject)
    if (await isWritten(db, threadId, author.userId, note.key)) return null
    const { ofThread, ofHour } = await countNotes(db, threadId, author.userId)
    if (ofThread >= notesMax) abortTransaction(refuse('notes_full', { max: notesMax }))
    if (ofHour >= maxPerHour) abortTransaction(refuse('too_many_requests', { seconds: pauseSeconds }))
    const noteId = await insertRow(db, 'notes', {
      thread_id: threadId,
      side: author.side,
      is_internal: note.isInternal,
      user_id: author.userId,
      text: maskCards(note.text),
      request_key: note.key,
    })
    failpoint('notes.after_insert')
    const { files } = note
    const attached = await attachFiles(db, { noteId, userId: author.userId, files })
    if (attached !== files.length) abortTransaction('note_file_missing')
    await countUnread(db, threadId)
    failpoint('notes.before_commit')
    return null
  })
}

async function isWritten(db: Db, threadId: number, userId: number, key: string): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM notes WHERE thread_id = $1 AND user_id = $2 AND request_key = $3) AS found',
    [threadId, userId, key],
    'note_is_written',
  )
  return row?.found === true
}

async function countNotes(db: Db, threadId: number, userId: number): Promise<{ ofThread: number; ofHour: number }> {
  const row = await db.one<{ thread: number; hour: number }>(
    `SELECT (SELECT count(*)::int FROM notes WHERE thread_id = $1) AS thread,
            (SELECT count(*)::int FROM notes WHERE user_id = $2 AND created_at > now() - interval '1 hour') AS hour`,
    [threadId, userId],
    'notes_count',
  )
  return { ofThread: row?.thread ?? 0, ofHour: row?.hour ?? 0 }
}
