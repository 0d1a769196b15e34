import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { ApplicationFile } from '#contract/shop/applications.ts'
import { type ApplicationState, type BusinessKind, statesBefore } from '#domain/applications/application.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type ApplicationRow = {
  id: number
  application_no: string
  form: string
  token_hash: Buffer
  state: ApplicationState
  company: string
  tax_office: string
  tax_number: string
  address: string
  district: string
  city: string
  contact_name: string
  email: string
  phone: string
  business: BusinessKind
  note: string
  locale: Locale
  dealer_id: number | null
  filed_by: number | null
  filer: string | null
  texts_pending: boolean
  created_at: Date
}

const columns = `a.id, a.application_no, a.form, a.token_hash, a.state, a.company, a.tax_office, a.tax_number, a.address,
  a.district, a.city, a.contact_name, a.email, a.phone, a.business, a.note, a.locale, a.dealer_id, a.filed_by,
  f.name AS filer, a.texts_pending, a.created_at`
const tables = 'applications a LEFT JOIN users f ON f.id = a.filed_by'

export async function findApplication(db: Db, id: number): Promise<ApplicationRow | undefined> {
  return db.one<ApplicationRow>(`SELECT ${columns} FROM ${tables} WHERE a.id = $1`, [id], 'application_find')
}

export async function findByToken(db: Db, tokenHash: Buffer): Promise<ApplicationRow | undefined> {
  const sql = `SELECT ${columns} FROM ${tables} WHERE a.token_hash = $1`
  return db.one<ApplicationRow>(sql, [tokenHash], 'application_by_token')
}

/** The application that a form has made. */
export async function findByForm(db: Db, form: string) {
  return db.one<{ application_no: string; request_hash: Buffer }>(
    'SELECT application_no, request_hash FROM applications WHERE form = $1',
    [form],
    'application_by_form',
  )
}

export type EventRow = { id: number; state: ApplicationState; note: string; author: string | null; created_at: Date }

/** The history of an application, oldest first. */
export async function loadEvents(db: Db, id: number): Promise<EventRow[]> {
  return db.query<EventRow>(
    `SELECT e.id, e.state, e.note, u.name AS author, e.created_at
       FROM application_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.application_id = $1 ORDER BY e.id`,
    [id],
    'application_events',
  )
}

export async function loadFiles(db: Db, id: number): Promise<ApplicationFile[]> {
  return db.query<ApplicationFile>(
    `SELECT file, kind, type, name, bytes FROM application_files WHERE application_id = $1 ORDER BY created_at, file`,
    [id],
    'application_files',
  )
}

type NewEvent = { id: number; state: ApplicationState; note: string; userId: number | null }

/** Writes a step into the history. Returns its id. */
export async function insertEvent(db: Db, { id, state, note, userId }: NewEvent): Promise<number> {
  const row = await db.one<{ id: number }>(
    'INSERT INTO application_events (application_id, state, note, user_id) VALUES ($1, $2, $3, $4) RETURNING id',
    [id, state, note, userId],
    'application_event_add',
  )
  if (row === undefined) throw new Error('Could not write the step of the application.')
  return row.id
}

type Move = { id: number; to: ApplicationState; from: readonly ApplicationState[] }

/** Moves an application; false if it is in none of the states it may move from. */
export async function moveApplication(db: Db, { id, to, from }: Move): Promise<boolean> {
  const count = await db.execute(
    `UPDATE applications SET state = $2, decided_at = CASE WHEN $2 IN ('approved', 'refused') THEN now() END
      WHERE id = $1 AND state = ANY ($3)`,
    [id, to, from],
    'application_move',
  )
  return count === 1
}

/** Whether the applicant has yet to accept the texts. Locks the application. */
export async function areTextsPending(db: Db, id: number): Promise<boolean> {
  const sql = 'SELECT texts_pending FROM applications WHERE id = $1 FOR UPDATE'
  return (await db.one<{ texts_pending: boolean }>(sql, [id], 'application_texts_pending'))?.texts_pending ?? false
}

/** The applicant has accepted the texts. False: nothing was pending, or the application was decided meanwhile. */
export async function endPendingTexts(db: Db, id: number): Promise<boolean> {
  const ended = await db.execute(
    `UPDATE applications SET texts_pending = false WHERE id = $1 AND texts_pending AND state = ANY ($2)`,
    [id, statesBefore('approved')],
    'application_texts_accepted',
  )
  return ended === 1
}

export async function setDealer(db: Db, id: number, dealerId: number): Promise<void> {
  await db.execute('UPDATE applications SET dealer_id = $2 WHERE id = $1', [id, dealerId], 'application_dealer')
}

/** Removes applications that were refused so many days ago, with their history and documents. */
export async function purgeApplications(db: Db, days: number): Promise<void> {
  await deleteBatches(db, 'applications', "state = 'refused' AND decided_at < now() - make_interval(days => $1)", {
    params: [days],
  })
}
