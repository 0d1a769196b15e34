import {
  getAnyNotes,
  listAnyUnreadNotes,
  postStoreNote,
  readAnyNotes,
  uploadStoreNoteFile,
} from '#contract/admin/notes.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import {
  getNotes,
  listUnreadNotes,
  type Note,
  type NoteFile,
  type NoteSubject,
  postNote,
  readNotes,
  uploadNoteFile,
} from '#contract/shop/notes.ts'
import type { NoteSide } from '#domain/notes/note.ts'
import { call } from '#web/app/data/call.ts'
import { type Sending, sendFile } from '#web/app/data/send-file.ts'

/** A note on screen; dealers receive no internal ones. */
export type ShownNote = Note & { isInternal?: boolean }
export type ShownThread = { notes: ShownNote[] }
/** `id`: of the order, offer or fault report, for administrators. */
export type ShownUnread = NoteSubject & { count: number; id?: number }

type Options = { signal?: AbortSignal }
type NewNote = { text: string; files: string[]; key: string; isInternal: boolean }

/** The calls of a user's side. */
export type NoteCalls = {
  load(params: NoteSubject, options?: Options): Promise<ShownThread>
  post(params: NoteSubject, note: NewNote): Promise<ShownThread>
  read(params: NoteSubject, last: number): Promise<unknown>
  unread(options?: Options): Promise<{ threads: ShownUnread[] }>
  upload(name: string, blob: Blob, onProgress: (share: number) => void): Sending<NoteFile>
}

/** The server names and judges files by their content; the name is only shown. */
const namedUpload = <E extends { path: `/${string}` }>(endpoint: E, name: string): E => ({
  ...endpoint,
  path: urlOf(endpoint.path, {}, { name: name.slice(-300) || 'dosya' }) as E['path'],
})

export const noteCalls: Readonly<Record<NoteSide, NoteCalls>> = {
  dealer: {
    load: (params, options) => call(getNotes, { params }, options),
    post: (params, { text, files, key }) => call(postNote, { params, body: { text, files, key } }),
    read: (params, last) => call(readNotes, { params, body: { last } }),
    unread: (options) => call(listUnreadNotes, {}, options),
    upload: (name, blob, onProgress) => sendFile(namedUpload(uploadNoteFile, name), blob, onProgress),
  },
  store: {
    load: (params, options) => call(getAnyNotes, { params }, options),
    post: (params, body) => call(postStoreNote, { params, body }),
    read: (params, last) => call(readAnyNotes, { params, body: { last } }),
    unread: (options) => call(listAnyUnreadNotes, {}, options),
    upload: (name, blob, onProgress) => sendFile(namedUpload(uploadStoreNoteFile, name), blob, onProgress),
  },
}
