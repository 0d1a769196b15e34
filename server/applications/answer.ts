import { type Refusal, refuse } from '#contract/core/errors.ts'
import { statesBefore } from '#domain/applications/application.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { enqueueApplicationMail } from './application-email.ts'
import { insertEvent, moveApplication } from './application-rows.ts'
import { attachFiles } from './files.ts'
import { openForm } from './form.ts'

type Answer = { id: number; key: string; note: string; files: readonly string[]; now: Date }

/** Stores the applicant's answer to a question, once, with its documents and the email to the store. */
export async function answer(
  { pool, secret }: { pool: Pool; secret: Secret },
  { id, key, note: typed, files, now }: Answer,
): Promise<{ ok: true } | Refusal> {
  const opened = openForm(secret, key, now)
  if (opened === null) return refuse('application_form_expired')
  const note = cleanText(typed)
  if (note === '' && files.length === 0) return refuse('application_note_missing')
  return transactionOrRefusal(pool, async (db) => {
    const to = 'answered'
    if (!(await moveApplication(db, { id, to, from: statesBefore(to) }))) abortTransaction('application_changed')
    const kinds = await attachFiles(db, { applicationId: id, form: opened.form, files })
    if (kinds.length !== new Set(files).size) abortTransaction('application_file_missing')
    const eventId = await insertEvent(db, { id, state: to, note, userId: null })
    await enqueueApplicationMail(db, { eventId, reader: 'store' })
    return { ok: true as const }
  })
}
