import { Readable } from 'node:stream'
import {
  getAnyNotes,
  listAnyUnreadNotes,
  postStoreNote,
  readAnyNotes,
  uploadStoreNoteFile,
} from '#contract/admin/notes.ts'
import { refuse } from '#contract/core/errors.ts'
import {
  getNotes,
  listUnreadNotes,
  type NoteSubject,
  postNote,
  readNotes,
  uploadNoteFile,
} from '#contract/shop/notes.ts'
import type { NoteSide } from '#domain/notes/note.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { addFile } from './files.ts'
import { loadDealersUnread, loadNotes, loadStoresUnread, lockExistingThread, markRead } from './note-rows.ts'
import { writeNote } from './post-note.ts'
import { presentToDealer, presentToStore } from './present-note.ts'
import { findSubject, type NoteReader } from './subjects.ts'

const readerOf = ({ dealer, addresses }: DealerContext['actor']) => ({ dealerId: dealer.id, addresses })

type Deps = { pool: Pool; folder: FileStore }

export function registerNotes(calls: Calls, deps: Deps): void {
  registerDealerNotes(calls, deps)
  registerStoreNotes(calls, deps)
}

function registerDealerNotes(calls: Calls, { pool, folder }: Deps): void {
  const thread = async (subject: NoteSubject) => ({
    notes: (await loadNotes(pool, subject, 'dealer')).map(presentToDealer),
  })

  handle(calls, getNotes, async ({ params }, { actor }) => {
    const subject = await findSubject(pool, params, readerOf(actor))
    return subject === undefined ? refuse('note_subject_not_found') : thread(params)
  })

  handle(calls, postNote, async ({ params, body }, { actor }) => {
    const author = { userId: actor.userId, side: 'dealer' as const, reader: readerOf(actor) }
    const refusal = await writeNote(pool, author, { subject: params, ...body, isInternal: false })
    return refusal ?? thread(params)
  })

  handle(calls, readNotes, ({ params, body }, { actor }) =>
    saveRead(pool, params, { side: 'dealer', reader: readerOf(actor), last: body.last }),
  )

  handle(calls, listUnreadNotes, async (_input, { actor }) => ({
    threads: await loadDealersUnread(pool, readerOf(actor)),
  }))

  handle(calls, uploadNoteFile, async ({ query, body }, { actor }) =>
    body instanceof Readable
      ? addFile({ pool, folder }, { userId: actor.userId, name: query.name, source: body })
      : refuse('bad_request'),
  )
}

function registerStoreNotes(calls: Calls, { pool, folder }: Deps): void {
  const thread = async (subject: NoteSubject) => ({
    notes: (await loadNotes(pool, subject, 'store')).map(presentToStore),
  })

  handle(calls, getAnyNotes, async ({ params }) => {
    const subject = await findSubject(pool, params, null)
    return subject === undefined ? refuse('note_subject_not_found') : thread(params)
  })

  handle(calls, postStoreNote, async ({ params, body }, { actor: { userId } }) => {
    const author = { userId, side: 'store' as const, reader: null }
    return (await writeNote(pool, author, { subject: params, ...body })) ?? thread(params)
  })

  handle(calls, readAnyNotes, ({ params, body }) =>
    saveRead(pool, params, { side: 'store', reader: null, last: body.last }),
  )

  handle(calls, listAnyUnreadNotes, async () => ({ threads: await loadStoresUnread(pool) }))

  handle(calls, uploadStoreNoteFile, async ({ query, body }, { actor }) =>
    body instanceof Readable
      ? addFile({ pool, folder }, { userId: actor.userId, name: query.name, source: body })
      : refuse('bad_request'),
  )
}

type Reading = { side: NoteSide; reader: NoteReader; last: number }

async function saveRead(pool: Pool, subject: NoteSubject, { side, reader, last }: Reading) {
  if ((await findSubject(pool, subject, reader)) === undefined) return refuse('note_subject_not_found')
  await transaction(pool, async (db) => {
    const threadId = await lockExistingThread(db, subject)
    if (threadId !== undefined) await markRead(db, threadId, side, last)
  })
  return { success: true as const }
}
