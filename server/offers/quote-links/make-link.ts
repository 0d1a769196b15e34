import { refuse, type Refusal } from '#contract/core/errors.ts'
import { publicQuotePath } from '#contract/core/record-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { recordEmail } from '#server/offers/enqueue-email.ts'
import { findOffer, lockOffers } from '#server/offers/queries.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { randomToken, type Secret } from '#server/platform/http/secrets.ts'
import { enqueueQuoteMail } from './link-email.ts'
import { countLinks, findOpenLink, insertQuoteLink, setReminder, withdrawLink } from './link-rows.ts'
import { tokenHash } from '#server/platform/http/secrets.ts'
import { addressOf, quoteTokensOf } from './link-token.ts'

/** Links per hour of one user. */
const maxLinks = 60
const hour = 3_600_000

export type LinkDeps = { pool: Pool; secret: Secret; publicUrl: string; now(): Date }
type NewLink = {
  id: number
  dealerId: number
  userId: number
  locale: Locale
  sendEmail: boolean
  hasReminder: boolean
}

/** Makes the public link of an open quote, which ends an earlier one, and returns its address. */
export function makeQuoteLink(
  { pool, secret, publicUrl, now: clock }: LinkDeps,
  { id, dealerId, userId, locale, sendEmail, hasReminder }: NewLink,
): Promise<{ success: true; url: string } | Refusal> {
  const now = clock()
  return transactionOrRefusal(pool, async (db) => {
    await lockQuotable(db, dealerId, id, now)
    if ((await countLinks(db, userId, new Date(now.getTime() - hour))) >= maxLinks)
      abortTransaction(refuse('too_many_requests', { seconds: 600 }))
    await withdrawLink(db, id, now)
    failpoint('quote.after_withdrawal')
    const seed = randomToken(16)
    const [token] = quoteTokensOf(secret, seed)
    const link = { offerId: id, userId, hash: tokenHash(token), seed, locale, hasReminder, now }
    const linkId = await insertQuoteLink(db, link)
    if (sendEmail) {
      await recordEmail(db, userId, id)
      await enqueueQuoteMail(db, [{ linkId, kind: 'sent', userId: null }])
    }
    return { success: true as const, url: publicUrl + publicQuotePath(token) }
  })
}

/** A quote that a customer may still accept. */
async function lockQuotable(db: Db, dealerId: number, id: number, now: Date): Promise<void> {
  const [locked] = await lockOffers(db, dealerId, [id])
  if (locked === undefined) return abortTransaction('offer_not_found')
  if (locked.is_cancel) abortTransaction('offer_cancelled')
  if (locked.is_accepted) abortTransaction('offer_accepted')
  const offer = await findOffer(db, dealerId, { id })
  if (offer?.valid_until != null && offer.valid_until < dayInTurkey(now)) abortTransaction('offer_expired')
}

type Owned = { id: number; dealerId: number }

/** The address of the open link of a quote. */
export async function openQuoteLink(deps: LinkDeps, { id, dealerId }: Owned): Promise<{ url: string } | Refusal> {
  if ((await findOffer(deps.pool, dealerId, { id })) === undefined) return refuse('offer_not_found')
  const link = await findOpenLink(deps.pool, dealerId, id)
  const url = link === undefined || link.expires_at <= deps.now() ? null : addressOf(deps, link)
  return url === null ? refuse('quote_link_unknown') : { url }
}

/** Changes the open link of a quote; refuses if it has none. */
function changeOpenLink(
  pool: Pool,
  { id, dealerId }: Owned,
  change: (db: Db) => Promise<boolean>,
): Promise<{ success: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    if ((await lockOffers(db, dealerId, [id])).length === 0) abortTransaction('offer_not_found')
    if (!(await change(db))) abortTransaction('quote_link_unknown')
    return { success: true as const }
  })
}

export const withdrawQuote = ({ pool, now }: LinkDeps, owned: Owned) =>
  changeOpenLink(pool, owned, (db) => withdrawLink(db, owned.id, now()))

export const changeReminder = ({ pool }: LinkDeps, owned: Owned, hasReminder: boolean) =>
  changeOpenLink(pool, owned, (db) => setReminder(db, owned.id, hasReminder))
