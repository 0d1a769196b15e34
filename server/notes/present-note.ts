import type { AdminNote } from '#contract/admin/notes.ts'
import type { Note } from '#contract/shop/notes.ts'
import type { NoteRow } from './note-rows.ts'

function present(row: NoteRow): Note {
  const { id, side, author, text, files, is_unread: isUnread } = row
  return { id, at: row.created_at.toISOString(), side, author, text, files, isUnread }
}

/** A note as its dealer sees it, without the names of staff. */
export const presentToDealer = (row: NoteRow): Note => {
  const note = present(row)
  return note.side === 'store' ? { ...note, author: null } : note
}

export const presentToStore = (row: NoteRow): AdminNote => ({ ...present(row), isInternal: row.is_internal })
