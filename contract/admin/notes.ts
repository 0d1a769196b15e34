import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  fileBody,
  fileNameQuery,
  isFilledNote,
  note,
  noteFields,
  noteFile,
  noteSubject,
  unreadThread,
} from '#contract/shop/notes.ts'

export const adminNote = z.object({ ...note.shape, isInternal: z.boolean() })
export type AdminNote = z.output<typeof adminNote>

const thread = z.object({ notes: z.array(adminNote) })

export const getAnyNotes = endpoint({
  method: 'GET',
  path: '/yonetim/notes/:kind/:number',
  access: 'admin',
  area: 'orders',
  summary: 'Notes about an order, an offer or a fault report, with the internal ones, oldest first',
  params: noteSubject,
  reply: thread,
  errors: ['note_subject_not_found'],
})

export const postStoreNote = endpoint({
  method: 'POST',
  path: '/yonetim/notes/:kind/:number',
  access: 'admin',
  area: 'orders',
  summary:
    'Writes a note to the dealer, or one that dealers never see, and returns all notes. The same key writes one note',
  params: noteSubject,
  body: z.object({ ...noteFields, isInternal: z.boolean() }).check(isFilledNote),
  reply: thread,
  errors: ['note_subject_not_found', 'note_file_missing', 'notes_full', 'too_many_requests'],
})

export const readAnyNotes = endpoint({
  method: 'POST',
  path: '/yonetim/notes/:kind/:number/read',
  access: 'admin',
  area: 'orders',
  summary: 'Notes up to this one were opened',
  params: noteSubject,
  body: z.object({ last: z.number().check(z.int(), z.positive()) }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['note_subject_not_found'],
})

export const listAnyUnreadNotes = endpoint({
  method: 'GET',
  path: '/yonetim/unread-notes',
  access: 'admin',
  area: 'orders',
  summary: 'Orders, offers and fault reports with notes of dealers that no administrator has opened; at most 300',
  reply: z.object({
    /** `id` of the order, offer or fault report. */
    threads: z.array(z.object({ ...unreadThread.shape, id: z.number() })),
  }),
  errors: [],
})

export const uploadStoreNoteFile = endpoint({
  method: 'POST',
  path: '/yonetim/note-files',
  access: 'admin',
  area: 'orders',
  encoding: 'file',
  summary:
    'Uploads a picture (JPEG, PNG, WebP), which is drawn anew without metadata, or a PDF file; 8 MB. A note must use it within a day',
  query: fileNameQuery,
  body: fileBody,
  reply: noteFile,
  errors: ['too_large', 'note_file_invalid', 'bad_request', 'too_many_requests', 'unavailable'],
})
