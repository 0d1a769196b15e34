import { expect } from 'vitest'
import type { AdminNote } from '#contract/admin/notes.ts'
import type { Note, NoteFile, UnreadThread } from '#contract/shop/notes.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import type { Answer, TestShop, TestVisitor } from '#testing/shop.ts'
import { enqueueNoteMails, noteMailJob, sendNoteMail } from './notes.ts'

let serial = 0
/** A new request key. */
export const newKey = (): string => `not-anahtari-${(serial += 1)}`

type Posted = { text?: unknown; files?: unknown; key?: unknown; isInternal?: unknown }

/** Writes a note as a dealer. */
export const post = (visitor: TestVisitor, subject: string, body: Posted): Promise<Answer> =>
  visitor.send('POST', `/api/catalog/notes/${subject}`, { body: { text: '', files: [], key: newKey(), ...body } })

/** Writes a note as the store. */
export const postAsStore = (visitor: TestVisitor, subject: string, body: Posted): Promise<Answer> =>
  visitor.send('POST', `/yonetim/notes/${subject}`, {
    body: { text: '', files: [], key: newKey(), isInternal: false, ...body },
  })

export const notesOf = async (visitor: TestVisitor, subject: string): Promise<Note[]> =>
  ((await visitor.send('GET', `/api/catalog/notes/${subject}`)).body as { notes: Note[] }).notes
export const allNotesOf = async (visitor: TestVisitor, subject: string): Promise<AdminNote[]> =>
  ((await visitor.send('GET', `/yonetim/notes/${subject}`)).body as { notes: AdminNote[] }).notes

export const unread = async (visitor: TestVisitor, path = '/api/catalog/unread-notes'): Promise<UnreadThread[]> =>
  ((await visitor.send('GET', path)).body as { threads: UnreadThread[] }).threads

export async function upload(visitor: TestVisitor, name: string, body: Buffer, path = '/api/catalog/note-files') {
  const answer = await visitor.send('POST', `${path}?name=${encodeURIComponent(name)}`, { body })
  expect(answer.status).toBe(200)
  return answer.body as NoteFile
}

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** Enqueues the emails that are due when nobody has written for `quiet` seconds, sends them and returns them. */
export async function sentMails({ database: { pool } }: TestShop, quiet = 0): Promise<Mail[]> {
  await enqueueNoteMails(pool, quiet)
  const sql = 'DELETE FROM outbox WHERE name = $1 RETURNING data'
  const jobs = await pool.query<{ data: object }>(sql, [noteMailJob])
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  for (const { data } of jobs) await sendNoteMail({ pool, mailer, publicUrl: 'https://toptan.example' }, data, 'key')
  return sent
}
