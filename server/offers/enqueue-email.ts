import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { lockOpenOffer } from './change-offer.ts'

/** Emails per hour: of one user, and of one offer; of one user per day. */
const maxEmailsPerUser = 30
const maxEmailsPerDay = 150
const maxEmailsPerOffer = 5
const pauseSeconds = 600

export const offerMailJob = 'offer-mail'
export type OfferMailData = { mailId: number; locale: Locale }

/** Enqueues an offer's email and records its recipient, in one transaction. */
export function enqueueOfferEmail(
  pool: Pool,
  { dealerId, userId, id, locale }: { dealerId: number; userId: number; id: number; locale: Locale },
): Promise<{ success: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockOpenOffer(db, dealerId, id)
    const mailId = await recordEmail(db, userId, id)
    await enqueue(db, offerMailJob, { mailId, locale } satisfies OfferMailData)
    return { success: true as const }
  })
}

/** Records an email with an offer to its customer; ends the transaction without an address, and if there are too many. */
export async function recordEmail(db: Db, userId: number, offerId: number): Promise<number> {
  const { customer_email: email, of_user, of_day, of_offer } = await loadEmailCounts(db, userId, offerId)
  if (!isMailAddress(email)) abortTransaction('offer_email_missing')
  if (of_user >= maxEmailsPerUser || of_day >= maxEmailsPerDay || of_offer >= maxEmailsPerOffer) {
    abortTransaction(refuse('too_many_requests', { seconds: pauseSeconds }))
  }
  return insertEmail(db, { offerId, userId, email })
}

type EmailCounts = { customer_email: string; of_user: number; of_day: number; of_offer: number }

/**
 * The recipient, and the number of emails of the last hour. Locks the user, so that parallel requests are counted too.
 */
async function loadEmailCounts(db: Db, userId: number, offerId: number): Promise<EmailCounts> {
  await db.execute('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId], 'offer_mail_user')
  const row = await db.one<EmailCounts>(
    `SELECT o.customer_email,
            (SELECT count(*)::int FROM offer_mails WHERE user_id = $1 AND created_at > now() - interval '1 hour')
              AS of_user,
            (SELECT count(*)::int FROM offer_mails WHERE user_id = $1 AND created_at > now() - interval '1 day')
              AS of_day,
            (SELECT count(*)::int FROM offer_mails WHERE offer_id = o.id AND created_at > now() - interval '1 hour')
              AS of_offer
       FROM offers o WHERE o.id = $2`,
    [userId, offerId],
    'offer_letters',
  )
  if (row === undefined) throw new Error(`Offer ${offerId} does not exist although it was locked.`)
  return row
}

async function insertEmail(
  db: Db,
  { offerId, userId, email }: { offerId: number; userId: number; email: string },
): Promise<number> {
  const row = await db.one<{ id: number }>(
    'INSERT INTO offer_mails (offer_id, user_id, sent_to) VALUES ($1, $2, $3) RETURNING id',
    [offerId, userId, email],
    'offer_mail_insert',
  )
  if (row === undefined) throw new Error('Could not insert the email record.')
  return row.id
}
