import { noteDelaySeconds, noteQuietSeconds, type NoteSide, notifiedSide } from '#domain/notes/note.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueueAll } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { type SubjectRow, subjectKinds } from './subjects.ts'
import type { NoteSubject } from '#contract/shop/notes.ts'

export const noteMailJob = 'note-mail'

/** `userId` of the dealer's user who gets the email; null: the store. */
export type NoteMail = { threadId: number; noteIds: readonly number[]; userId: number | null }

type ThreadRow = NoteSubject & { id: number }
type DueNote = { id: number; thread_id: number; side: NoteSide; is_read: boolean }

/**
 * Enqueues the emails about notes, one per thread, side and recipient, when nobody has written to the thread for a while
 * (`quiet` seconds) or the first note has waited long. Notes that were opened since, or whose emails are switched off,
 * are not emailed later either. Returns the number of emails.
 */
export async function enqueueNoteMails(pool: Pool, quiet = noteQuietSeconds): Promise<number> {
  const { settings } = await loadStoreRow(pool)
  const { noteMailDealer, noteMailStore } = settingsOf(settings, () => {})
  const isOn = { dealer: noteMailDealer === '1', store: noteMailStore === '1' }
  return transaction(pool, async (db) => {
    const threads = await lockDueThreads(db, quiet)
    const notes = await takeDueNotes(
      db,
      threads.map(({ id }) => id),
    )
    const mails: NoteMail[] = []
    for (const thread of threads) {
      for (const side of ['dealer', 'store'] as const) {
        const to = notifiedSide({ side, isInternal: false })
        const due = notes.filter((note) => note.thread_id === thread.id && note.side === side && !note.is_read)
        if (to === null || due.length === 0 || !isOn[to]) continue
        const noteIds = due.map(({ id }) => id).toSorted((a, b) => a - b)
        const users = to === 'store' ? [null] : await findReaders(db, thread)
        mails.push(...users.map((userId) => ({ threadId: thread.id, noteIds, userId })))
      }
    }
    await enqueueAll(db, noteMailJob, mails)
    return mails.length
  })
}

/** Two processes lock different threads. */
async function lockDueThreads(db: Db, quiet: number): Promise<ThreadRow[]> {
  return db.query<ThreadRow>(
    `SELECT t.id, t.kind, t.number FROM note_threads t
      WHERE t.id IN (SELECT thread_id FROM notes WHERE notified_at IS NULL AND NOT is_internal GROUP BY thread_id
                     HAVING max(created_at) <= now() - $1 * interval '1 second'
                         OR min(created_at) <= now() - $2 * interval '1 second')
      ORDER BY t.id FOR UPDATE SKIP LOCKED`,
    [quiet, noteDelaySeconds],
    'note_threads_due',
  )
}

async function takeDueNotes(db: Db, threadIds: readonly number[]): Promise<DueNote[]> {
  return db.query<DueNote>(
    `UPDATE notes n SET notified_at = now() FROM note_threads t
      WHERE t.id = n.thread_id AND n.thread_id = ANY ($1) AND n.notified_at IS NULL AND NOT n.is_internal
      RETURNING n.id, n.thread_id, n.side,
                n.id <= CASE n.side WHEN 'store' THEN t.dealer_read ELSE t.store_read END AS is_read`,
    [threadIds],
    'notes_take_due',
  )
}

/** The user who made the subject, and the dealer's users who wrote to the thread. */
async function findReaders(db: Db, { id, kind, number }: ThreadRow): Promise<number[]> {
  const subject = await db.one<SubjectRow>(subjectKinds[kind].sql, [number], `note_subject_${kind}`)
  if (subject === undefined) return []
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM users WHERE disabled_at IS NULL AND dealer_id = $3
        AND (id = $2 OR id IN (SELECT user_id FROM notes WHERE thread_id = $1 AND side = 'dealer')) ORDER BY id`,
    [id, subject.user_id, subject.dealer_id],
    'note_readers',
  )
  return rows.map((row) => row.id)
}
