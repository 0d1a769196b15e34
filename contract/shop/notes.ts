import * as z from 'zod/mini'
import { isEmptyNote, noteFilesMax, noteKinds, noteSides, noteTextMax } from '#domain/notes/note.ts'
import { endpoint } from '#contract/core/endpoint.ts'

/** Maximum size of an uploaded file in bytes. */
export const noteFileBytesMax = 8 * 1024 * 1024
/** What a list of unread threads holds at most. */
export const unreadThreadsMax = 300

/** What a thread is about: its kind and its number, such as an order number. */
export const noteSubject = z.object({
  kind: z.enum(noteKinds),
  number: z.string().check(z.minLength(1), z.maxLength(40)),
})
export type NoteSubject = z.output<typeof noteSubject>

/** The database accepts no NUL in texts. */
const text = z.pipe(
  z.string().check(z.maxLength(noteTextMax)),
  z.transform((value) => value.replaceAll('\0', '').trim()),
)
const files = z.array(z.string().check(z.regex(/^[0-9a-f]{32}$/))).check(
  z.maxLength(noteFilesMax),
  z.refine((all) => new Set(all).size === all.length),
)
/** The same key posts one note. */
const key = z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/))

export const noteFields = { text, files, key }
export const isFilledNote = z.refine<{ text: string; files: string[] }>((note) => !isEmptyNote(note), {
  path: ['text'],
})

export const noteFile = z.object({
  /** Served at /account/notes/{file}. */
  file: z.string(),
  kind: z.enum(['picture', 'pdf']),
  name: z.string(),
  bytes: z.number(),
  /** Of pictures. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
})
export type NoteFile = z.output<typeof noteFile>

export const note = z.object({
  id: z.number(),
  at: z.string(),
  side: z.enum(noteSides),
  /** Null: the store, whose users dealers do not see. */
  author: z.nullable(z.string()),
  text: z.string(),
  files: z.array(noteFile),
  /** Written by the other side and not opened before. */
  isUnread: z.boolean(),
})
export type Note = z.output<typeof note>

export const noteThread = z.object({ notes: z.array(note) })
export type NoteThread = z.output<typeof noteThread>

export const unreadThread = z.object({ ...noteSubject.shape, count: z.number() })
export type UnreadThread = z.output<typeof unreadThread>

/** An uploaded file as a stream. */
export const fileBody = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)
export const fileNameQuery = z.object({ name: z.string().check(z.maxLength(300)) })

export const getNotes = endpoint({
  method: 'GET',
  path: '/api/catalog/notes/:kind/:number',
  access: 'dealer',
  needs: [],
  summary: 'Notes about an order, an offer or a fault report of the visitor’s dealer, oldest first',
  params: noteSubject,
  reply: noteThread,
  errors: ['note_subject_not_found'],
})

export const postNote = endpoint({
  method: 'POST',
  path: '/api/catalog/notes/:kind/:number',
  access: 'dealer',
  needs: [],
  summary: 'Writes a note to the store and returns all notes. The same key writes one note',
  params: noteSubject,
  body: z.object(noteFields).check(isFilledNote),
  reply: noteThread,
  errors: ['note_subject_not_found', 'note_file_missing', 'notes_full', 'too_many_requests'],
})

export const readNotes = endpoint({
  method: 'POST',
  path: '/api/catalog/notes/:kind/:number/read',
  access: 'dealer',
  needs: [],
  summary: 'Notes up to this one were opened',
  params: noteSubject,
  body: z.object({ last: z.number().check(z.int(), z.positive()) }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['note_subject_not_found'],
})

export const listUnreadNotes = endpoint({
  method: 'GET',
  path: '/api/catalog/unread-notes',
  access: 'dealer',
  needs: [],
  summary:
    'Orders, offers and fault reports with notes of the store that no user of the dealer has opened; at most 300',
  reply: z.object({ threads: z.array(unreadThread) }),
  errors: [],
})

export const uploadNoteFile = endpoint({
  method: 'POST',
  path: '/api/catalog/note-files',
  access: 'dealer',
  needs: [],
  encoding: 'file',
  summary:
    'Uploads a picture (JPEG, PNG, WebP), which is drawn anew without metadata, or a PDF file; 8 MB. A note must use it within a day',
  query: fileNameQuery,
  body: fileBody,
  reply: noteFile,
  errors: ['too_large', 'note_file_invalid', 'bad_request', 'too_many_requests', 'unavailable'],
})
