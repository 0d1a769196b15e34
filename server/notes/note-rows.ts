import type { NoteFile, NoteSubject, UnreadThread } from '#contract/shop/notes.ts'
import { unreadThreadsMax } from '#contract/shop/notes.ts'
import type { NoteSide } from '#domain/notes/note.ts'
import { inScopeSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { NoteReader, SubjectRow } from './subjects.ts'

export type NoteRow = {
  id: number
  side: NoteSide
  is_internal: boolean
  author: string
  text: string
  created_at: Date
  is_unread: boolean
  files: NoteFile[]
}

/** The notes of a thread that one side may see, oldest first. */
export async function loadNotes(db: Db, { kind, number }: NoteSubject, side: NoteSide): Promise<NoteRow[]> {
  return db.query<NoteRow>(
    `SELECT n.id, n.side, n.is_internal, u.name AS author, n.text, n.created_at,
            (n.side <> $3 AND n.id > CASE $3 WHEN 'dealer' THEN t.dealer_read ELSE t.store_read END) IS TRUE AS is_unread,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('file', f.file, 'kind', f.kind, 'name', f.name, 'bytes', f.bytes,
                                         'width', f.width, 'height', f.height) ORDER BY f.position), '[]')
               FROM note_files f WHERE f.note_id = n.id) AS files
       FROM note_threads t JOIN notes n ON n.thread_id = t.id JOIN users u ON u.id = n.user_id
      WHERE t.kind = $1 AND t.number = $2 AND ($3 = 'store' OR NOT n.is_internal) ORDER BY n.id`,
    [kind, number, side],
    'notes_load',
  )
}

/** SQL: whether a thread `t` is about something that a user with this AddressScope sees. */
export const threadInScope = (place: string) => `(${place}::integer[] IS NULL OR t.kind NOT IN ('order', 'return')
  OR EXISTS (SELECT FROM orders o WHERE ${inScopeSql(place)} AND o.id = CASE t.kind WHEN 'order' THEN t.subject_id
       ELSE (SELECT r.order_id FROM returns r WHERE r.id = t.subject_id) END))`

/** The threads with notes of the store that no user of a dealer has opened, the latest first. */
export async function loadDealersUnread(
  db: Db,
  { dealerId, addresses }: NonNullable<NoteReader>,
): Promise<UnreadThread[]> {
  return db.query<UnreadThread>(
    `SELECT t.kind, t.number, t.dealer_unread AS count FROM note_threads t
      WHERE t.dealer_id = $1 AND t.dealer_unread > 0 AND ${threadInScope('$3')} ORDER BY t.id DESC LIMIT $2`,
    [dealerId, unreadThreadsMax, addresses],
    'notes_unread_dealer',
  )
}

/** The threads with notes of dealers that no administrator has opened, the latest first. */
export async function loadStoresUnread(db: Db): Promise<(UnreadThread & { id: number })[]> {
  return db.query<UnreadThread & { id: number }>(
    `SELECT t.kind, t.number, t.store_unread AS count, t.subject_id AS id FROM note_threads t
      WHERE t.store_unread > 0 ORDER BY t.id DESC LIMIT $1`,
    [unreadThreadsMax],
    'notes_unread_store',
  )
}

/** The thread about a subject, locked until the transaction ends. It is made if there is none. */
export async function lockThread(db: Db, { kind, number }: NoteSubject, subject: SubjectRow): Promise<number> {
  await db.execute(
    'INSERT INTO note_threads (kind, number, subject_id, dealer_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [kind, number, subject.id, subject.dealer_id],
    'note_thread_add',
  )
  const id = await lockExistingThread(db, { kind, number })
  if (id === undefined) throw new Error(`There is no thread about ${kind} ${number}.`)
  return id
}

export async function lockExistingThread(db: Db, { kind, number }: NoteSubject): Promise<number | undefined> {
  const sql = 'SELECT id FROM note_threads WHERE kind = $1 AND number = $2 FOR UPDATE'
  return (await db.one<{ id: number }>(sql, [kind, number], 'note_thread_lock'))?.id
}

/** Notes up to this one were opened by a side. Call it with the thread locked. */
export async function markRead(db: Db, threadId: number, side: NoteSide, last: number): Promise<void> {
  // No further than the last note: later ones stay unread whatever a request claims.
  const written = 'least($2, (SELECT coalesce(max(n.id), 0) FROM notes n WHERE n.thread_id = t.id))'
  const sql =
    side === 'dealer'
      ? `UPDATE note_threads t SET dealer_read = greatest(dealer_read, ${written}) WHERE t.id = $1`
      : `UPDATE note_threads t SET store_read = greatest(store_read, ${written}) WHERE t.id = $1`
  await db.execute(sql, [threadId, last], `notes_read_${side}`)
  await countUnread(db, threadId)
}

/** Counts what each side has not opened. Call it with the thread locked. */
export async function countUnread(db: Db, threadId: number): Promise<void> {
  await db.execute(
    `UPDATE note_threads t SET
            dealer_unread = (SELECT count(*) FROM notes n WHERE n.thread_id = t.id AND n.side = 'store'
                                AND NOT n.is_internal AND n.id > t.dealer_read),
            store_unread = (SELECT count(*) FROM notes n WHERE n.thread_id = t.id AND n.side = 'dealer'
                               AND n.id > t.store_read)
      WHERE t.id = $1`,
    [threadId],
    'notes_count_unread',
  )
}
