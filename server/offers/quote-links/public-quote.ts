import { createHash } from 'node:crypto'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { PublicQuote } from '#contract/shop/public-quotes.ts'
import type { Quote } from '#contract/shop/quote.ts'
import { loadLetterhead } from '#server/account/account.ts'
import { presentQuote } from '#server/offers/present-offer.ts'
import { acceptOffer, findOffer, type OfferRow } from '#server/offers/queries.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { linkStateOf } from './link-columns.ts'
import { enqueueQuoteMail } from './link-email.ts'
import { findLinkByHash, type LinkAnswer, type LinkRow, lockOfferOf, saveAnswer } from './link-rows.ts'
import { tokenHash } from '#server/platform/http/secrets.ts'

type Deps = { pool: Pool; now: Date }

/** Unknown, withdrawn and expired links, and those of cancelled offers, are all the same to the customer. */
async function findQuote(db: Db, token: string, now: Date): Promise<{ link: LinkRow; offer: OfferRow } | undefined> {
  const link = await findLinkByHash(db, tokenHash(token))
  if (link === undefined || link.is_cancel) return undefined
  if (['withdrawn', 'expired'].includes(linkStateOf(link, now))) return undefined
  const offer = await findOffer(db, link.dealer_id, { id: link.offer_id })
  return offer && { link, offer }
}

/** What the customer may read; nothing of the store and of the dealer's cost. */
export async function readPublicQuote({ pool, now }: Deps, token: string): Promise<PublicQuote | Refusal> {
  const found = await findQuote(pool, token, now)
  if (found === undefined) return refuse('quote_link_unknown')
  const { link, offer } = found
  const quote = presentQuote(offer, await loadLetterhead(pool, link.dealer_id))
  // The dealer may have recorded the acceptance itself.
  const state = link.answer ?? (offer.accepted_at === null ? 'open' : 'accepted')
  return {
    ...quote,
    state,
    expiresAt: link.expires_at.toISOString(),
    answeredAt: (link.answered_at ?? offer.accepted_at)?.toISOString() ?? null,
    mark: markOf(quote),
  }
}

/** Names what the customer agrees to: lines, totals, terms and validity. */
export function markOf(quote: Quote): string {
  const { lines, currency, total, terms, description, validUntil } = quote
  const content = JSON.stringify([lines, currency, total, terms, description, validUntil])
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/**
 * Records the customer's answer, once. It is refused if the dealer has changed the quote since the page was shown. An accepted
 * quote is fixed, like one whose acceptance the dealer records.
 */
export async function answerQuote(
  { pool, now }: Deps,
  token: string,
  { mark, ...typed }: LinkAnswer & { mark: string },
): Promise<{ success: true } | Refusal> {
  const answer = { ...typed, name: cleanText(typed.name), note: cleanText(typed.note) }
  return transactionOrRefusal(pool, async (db) => {
    const early = await findQuote(db, token, now)
    if (early === undefined) return abortTransaction('quote_link_unknown')
    await lockOfferOf(db, early.link)
    const found = await findQuote(db, token, now)
    if (found === undefined) return abortTransaction('quote_link_unknown')
    const { link, offer } = found
    if (link.answer !== null || offer.accepted_at !== null) abortTransaction('quote_answered')
    if (answer.answer === 'accepted' && answer.name === '') {
      abortTransaction({ ...refuse('quote_name_missing'), fields: { name: { text: 'errors.quote_name_missing' } } })
    }
    const quote = presentQuote(offer, await loadLetterhead(db, link.dealer_id))
    if (mark !== markOf(quote)) abortTransaction('quote_changed')
    if (!(await saveAnswer(db, link.id, answer, now))) abortTransaction('quote_answered')
    failpoint('quote.after_answer')
    if (answer.answer === 'accepted') await acceptOffer(db, offer.id)
    const readers = await loadReaders(db, link)
    await enqueueQuoteMail(
      db,
      readers.map((userId) => ({ linkId: link.id, kind: 'answered', userId })),
    )
    return { success: true as const }
  })
}

/** Who made the offer, and who made the link. */
async function loadReaders(db: Db, { offer_id, user_id }: LinkRow): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM users WHERE disabled_at IS NULL AND id IN ($2, (SELECT user_id FROM offers WHERE id = $1)) ORDER BY id`,
    [offer_id, user_id],
    'quote_link_readers',
  )
  return rows.map(({ id }) => id)
}
