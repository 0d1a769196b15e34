import type { DealerValues } from '#contract/admin/dealers.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { statesBefore } from '#domain/applications/application.ts'
import { openDealerAccount, type UserDeps } from '#server/account/account.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { assignRepresentative, listRepresentativeNames } from '#server/representatives/representatives.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { enqueueApplicationMail } from './application-email.ts'
import {
  type ApplicationRow,
  areTextsPending,
  findApplication,
  insertEvent,
  moveApplication,
  setDealer,
} from './application-rows.ts'

export type Staff = Author & { actor: Pick<Actor, 'userId' | 'permissions'>; address: string; locale: Locale }
type Move = { id: number; to: 'asked' | 'approved' | 'refused'; note: string }

/**
 * Moves an application and writes the step. Aborts the transaction if it has moved since it was on screen: of two people
 * at once, the second waits for the first and is refused. Returns the step's id.
 */
async function move(db: Transaction, staff: Staff, { id, to, note }: Move) {
  const isMoved = await moveApplication(db, { id, to, from: statesBefore(to) })
  const row: ApplicationRow = (await findApplication(db, id)) ?? abortTransaction('application_not_found')
  if (!isMoved) abortTransaction('application_changed')
  const eventId = await insertEvent(db, { id, state: to, note, userId: staff.actor.userId })
  const after = { state: to, ...(note !== '' && { note }) }
  await writeAudit(db, staff, { action: 'change', noun: 'application', id: row.application_no, after })
  return { row, eventId }
}

/** Asks the applicant, or refuses the application, in an email. */
export async function writeToApplicant(
  pool: Pool,
  staff: Staff,
  { note: typed, ...step }: Move & { to: 'asked' | 'refused' },
): Promise<{ ok: true } | Refusal> {
  const note = cleanText(typed)
  if (note === '') return refuse('application_note_missing')
  return transactionOrRefusal(pool, async (db) => {
    const { eventId } = await move(db, staff, { ...step, note })
    await enqueueApplicationMail(db, { eventId, reader: 'applicant' })
    return { ok: true as const }
  })
}

/** Makes the dealer and its user, whose invitation tells the applicant, and assigns the representative, in one transaction. */
export async function approve(
  deps: UserDeps,
  staff: Staff,
  { id, values, representativeId }: { id: number; values: DealerValues; representativeId: number | null },
): Promise<{ ok: true; invitationLink: string | null } | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    if (await areTextsPending(db, id)) abortTransaction('application_texts_open')
    const { row } = await move(db, staff, { id, to: 'approved', note: '' })
    // Emails to the new user are in the language of the application.
    const author = { ...staff, locale: row.locale }
    const { dealerId, invitationLink } = await openDealerAccount(db, deps, author, values)
    await setDealer(db, id, dealerId)
    if (representativeId !== null) {
      if ((await listRepresentativeNames(db)).every((each) => each.id !== representativeId)) {
        const fields = { representative: { text: 'representatives.problems.gone' } }
        abortTransaction({ ...refuse('validation_failed'), fields })
      }
      await assignRepresentative(db, staff, dealerId, representativeId)
    }
    failpoint('application.before_approved')
    return { ok: true as const, invitationLink }
  })
}
