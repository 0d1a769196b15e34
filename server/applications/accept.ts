import type { Refusal } from '#contract/core/errors.ts'
import type { AcceptedText } from '#contract/shop/applications.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { acceptTexts } from '#server/texts/texts.ts'
import { enqueueApplicationMail } from './application-email.ts'
import { type ApplicationRow, endPendingTexts, loadEvents } from './application-rows.ts'
import { checkTexts } from './apply.ts'

type Accepting = { texts: readonly AcceptedText[]; locale: Locale; address: string }

/**
 * Records that the applicant accepts the texts of an application that a representative has filed, once, and enqueues the
 * email to the store.
 */
export function acceptByLink(
  pool: Pool,
  { id }: Pick<ApplicationRow, 'id'>,
  { texts: given, locale, address }: Accepting,
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    if (!(await endPendingTexts(db, id))) abortTransaction('application_changed')
    const texts = await checkTexts(db, given)
    await acceptTexts(db, { applicationId: id, locale, address, texts })
    const [filed] = await loadEvents(db, id)
    if (filed !== undefined) await enqueueApplicationMail(db, { eventId: filed.id, reader: 'store' })
    return { ok: true as const }
  })
}
